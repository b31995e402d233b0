/**
 * Drafts as this process last saw them. A run may begin with one that is known from before without asking the
 * database again: the write that makes the run real checks that the workflow has not changed since, and nobody
 * outside knows of a run before that. When it has, the run begins anew with what is there now.
 */
import type { Query } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import { requireOrganization, requireWorkflow } from '../../workflows/access.ts';

export interface Draft {
  readonly workflowId: string;
  readonly name: string;
  readonly organizationId: string | null;
  /** The definition, as JSON. */
  readonly text: string;
  /** Changes with every change of the workflow. */
  readonly rowVersion: string;
}

/** The workflow is not what it was when the run began. */
export class DraftChanged extends Error {
  override readonly name = 'DraftChanged';
}

export interface Drafts {
  /** As it was last seen, where whether the caller may run it depends on nothing but the workflow itself. */
  known(caller: Caller, workflowId: string): Draft | undefined;
  /** As it is now. Throws when the caller may not run it. */
  see(caller: Caller, workflowId: string): Promise<Draft>;
}

const KEPT = 500;
const KEPT_CHARACTERS = 50_000;

export function createDrafts(db: Query): Drafts {
  const kept = new Map<string, { owner: string; draft: Draft }>();
  return {
    known(caller, workflowId) {
      const entry = kept.get(workflowId);
      return entry?.owner === caller.userId ? entry.draft : undefined;
    },
    async see(caller, workflowId) {
      kept.delete(workflowId);
      const { workflow } = await requireWorkflow(db, caller, workflowId, 'run');
      await requireOrganization(db, caller, workflow);
      const { id, name, organization_id: organizationId, definition, row_version: rowVersion } = workflow;
      const draft = { workflowId: id, name, organizationId, text: JSON.stringify(definition), rowVersion };
      const isOwn = workflow.created_by === caller.userId && organizationId === null;
      if (isOwn && draft.text.length <= KEPT_CHARACTERS) {
        kept.set(workflowId, { owner: caller.userId, draft });
        if (kept.size > KEPT) for (const oldest of kept.keys().take(1)) kept.delete(oldest);
      }
      return draft;
    },
  };
}
