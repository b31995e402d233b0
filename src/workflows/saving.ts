/**
 * Saves the draft on behalf of an editor, which names what its changes are based on.
 *
 *   the base is still the latest revision ── saved: a new revision, or moves that are merged into the latest
 *   somebody has saved since ─────────────── refused: the editor opens the workflow again and merges
 *
 * A revision into which moves were merged keeps its id, so its id alone does not tell what an editor has seen. An editor
 * that also names the time of the last merge is refused when there was another merge since. One that does not name it
 * never merges: each of its saves is a revision of its own, and so the id tells.
 */
import type { Query } from '../database.ts';
import { workflowChangedSince } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { requireWorkflow, type VisibleWorkflow, withLockedWorkflow } from './access.ts';
import type { Checker } from './checking.ts';
import type { OpenedWorkflow, SaveRequest, SaveResult } from './console-schemas.ts';
import { findLatestRevision, type LatestRevision } from './revisions.ts';
import { buildWorkflow, saveChanges } from './workflows.ts';

/** Reads the draft together with the revision that it is. */
export async function openWorkflow(db: Query, caller: Caller, workflowId: string): Promise<OpenedWorkflow> {
  // Both are read from one snapshot. Otherwise the revision could be newer than the draft.
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async transaction => {
    const { workflow } = await requireWorkflow(transaction, caller, workflowId, 'read');
    const revision = await requireLatestRevision(transaction, workflowId);
    return { workflow: await buildWorkflow(transaction, caller, workflow), ...toRevisionState(revision) };
  });
}

export async function saveWorkflow(
  db: Query,
  caller: Caller,
  checker: Checker,
  { workflow_id, base_revision_id, base_updated, name, description, definition }: SaveRequest,
): Promise<SaveResult> {
  const authorize = (db: Query) => requireWorkflow(db, caller, workflow_id, 'write');
  const changes = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(definition !== undefined && { definition }),
  };
  async function save(transaction: Query, { workflow }: VisibleWorkflow) {
    const latest = await requireLatestRevision(transaction, workflow_id);
    const isBase =
      latest.id === base_revision_id.toLowerCase() &&
      (base_updated === undefined || base_updated === latest.updated_at.getTime());
    if (!isBase) throw workflowChangedSince(base_revision_id);
    const { limits } = checker;
    const mergesMoves = base_updated !== undefined;
    const saved = await saveChanges(transaction, caller, { workflow, changes, limits, origin: 'editor', mergesMoves });
    return { saved, revision: await requireLatestRevision(transaction, workflow_id) };
  }
  // Whoever waits for another save learns its outcome, instead of being told to try again.
  const { saved, revision } = await withLockedWorkflow(db, authorize, save, { waits: true });
  return { ...toRevisionState(revision), issues: await checker.findParamIssues(db, caller, saved.definition, saved) };
}

async function requireLatestRevision(db: Query, workflowId: string): Promise<LatestRevision> {
  const latest = await findLatestRevision(db, workflowId);
  if (!latest) throw new Error(`workflow ${workflowId} has no revision`);
  return latest;
}

function toRevisionState({ id, updated_at }: LatestRevision) {
  return { revision_id: id, updated: updated_at.getTime() };
}
