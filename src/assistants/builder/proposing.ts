/**
 * The mode in which a builder only proposes. Its edits are worked out and checked like all others, and then stored as a
 * proposal instead of a revision. The edits of one answer build on each other, and are one proposal.
 */

import { countSteps } from '../../engine/definition.ts';
import { proposalSettled } from '../../errors.ts';
import { requireWorkflowEntity } from '../../workflows/access.ts';
import { countEdges, isSame } from '../../workflows/changes.ts';
import type { Issue } from '../../workflows/schemas.ts';
import type { BuilderContent } from './change-schemas.ts';
import { extendProposal, recordChange } from './changes.ts';
import { contentOf, type EditScope, type EditServices, prepareEdit, type RefusedEdit } from './edit.ts';
import type { EditParams } from './edit-params.ts';

export type ProposalResult =
  | RefusedEdit
  | {
      applied: false;
      proposed: true;
      /** Undefined when nothing would change. */
      changeId: string | undefined;
      issues: Issue[];
      nodes: number;
      edges: number;
      removedCredentials: string[];
    };

export type Propose = (params: EditParams) => Promise<ProposalResult>;

/** Creates the proposal of one answer. Tools of an answer may be called at the same time, so they take turns. */
export function createProposal(services: EditServices, scope: EditScope): Propose {
  let open: { id: string; before: BuilderContent; after: BuilderContent } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function propose(params: EditParams): Promise<ProposalResult> {
    const { db } = services;
    const { caller, workflowId } = scope;
    const { workflow } = await requireWorkflowEntity(db, caller, workflowId, 'write');
    const before = open?.before ?? contentOf(workflow);
    const edited = await prepareEdit(services, caller, { before: open?.after ?? before, scope: workflow }, params);
    if ('applied' in edited) return edited;
    const { content: after, issues, removedCredentials } = edited;
    if (open) {
      if (!(await extendProposal(db, open.id, after))) throw proposalSettled();
      open = { ...open, after };
    } else if (!isSame(before, after)) {
      const id = await recordChange(db, caller, { workflowId, kind: 'proposal', before, after });
      open = { id, before, after };
    }
    const [nodes, edges] = [countSteps(after.definition), countEdges(after.definition)];
    return { applied: false, proposed: true, changeId: open?.id, issues, nodes, edges, removedCredentials };
  }

  return params => {
    const turn = last.then(() => propose(params));
    last = turn.catch(() => {});
    return turn;
  };
}
