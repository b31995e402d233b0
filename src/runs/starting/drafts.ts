/**
 * Caches drafts. A run may begin with a cached draft without asking the database again: the statement that inserts the
 * run checks that the workflow has not changed since, and nobody outside knows of the run before that. When the workflow
 * has changed, the run starts over with the present draft.
 */
import type { Query } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import { requireWorkflow, requireWorkflowOrganization } from '../../workflows/access.ts';

export interface Draft {
  readonly workflowId: string;
  readonly name: string;
  readonly organizationId: string | null;
  /** The definition, as JSON. */
  readonly text: string;
  /** The latest revision, which has this definition. */
  readonly revisionId: string | null;
  /** It changes whenever the workflow changes. */
  readonly rowVersion: number;
}

/** The workflow has changed since the run began. */
export class DraftChanged extends Error {
  override readonly name = 'DraftChanged';
}

export interface Drafts {
  /** Returns a draft that may be outdated. Access to the cached ones depends on nothing but the workflow itself. */
  getCached(caller: Caller, workflowId: string): Draft | undefined;
  /** Reads the present draft. Throws when the caller may not run it. */
  read(caller: Caller, workflowId: string): Promise<Draft>;
}

const CACHED_DRAFTS = 500;
const CACHED_CHARACTERS = 50_000;

export function createDrafts(db: Query): Drafts {
  const cached = new Map<string, { owner: string; draft: Draft }>();
  return {
    getCached(caller, workflowId) {
      const entry = cached.get(workflowId);
      return entry?.owner === caller.userId ? entry.draft : undefined;
    },
    async read(caller, workflowId) {
      cached.delete(workflowId);
      const { workflow } = await requireWorkflow(db, caller, workflowId, 'run');
      await requireWorkflowOrganization(db, caller, workflow, 'operate');
      const { id, name, organization_id: organizationId, definition, row_version: rowVersion } = workflow;
      const { revision_id: revisionId } = workflow;
      const draft = { workflowId: id, name, organizationId, text: JSON.stringify(definition), revisionId, rowVersion };
      const isOwn = workflow.created_by === caller.userId && organizationId === null;
      if (isOwn && draft.text.length <= CACHED_CHARACTERS) {
        cached.set(workflowId, { owner: caller.userId, draft });
        if (cached.size > CACHED_DRAFTS) for (const oldest of cached.keys().take(1)) cached.delete(oldest);
      }
      return draft;
    },
  };
}
