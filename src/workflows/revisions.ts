/**
 * The history of a draft: every change of the definition is a revision, and the latest revisions are stored.
 *
 * A change that only moves nodes, or notes and pins on the canvas, is merged into the latest revision when the same user created that less than three
 * minutes ago, so that arranging the canvas does not push older revisions out of the history.
 */
import { type Selectable, sql } from 'kysely';
import { recordAudit } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { countSteps } from '../engine/definition.ts';
import { revisionNotFound } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { newId } from '../platform/ids.ts';
import { toStorableJson } from '../platform/postgres/storable-text.ts';
import {
  requireWorkflow,
  toPermissions,
  type VisibleWorkflow,
  type WorkflowRow,
  withLockedWorkflow,
  workflowSubject,
} from './access.ts';
import { compareDefinitions, countEdges, isSame, isSameProcess } from './changes.ts';
import type { Origin, Revision, RevisionEntry } from './schemas.ts';
import type { WorkflowTables } from './tables.ts';
import type { WorkflowLimits } from './workflow-limits.ts';

type RevisionRow = Selectable<WorkflowTables['workflow_revisions']>;

export async function startHistory(transaction: Query, caller: Caller, { id, definition }: WorkflowRow): Promise<void> {
  await insert(transaction, caller, { workflowId: id, before: undefined, after: definition, origin: 'created' });
}

interface Change {
  workflow: WorkflowRow;
  definition: unknown;
  origin: Origin;
  limits: Pick<WorkflowLimits, 'revisions'>;
  /** Whether a change that only moves nodes may change the latest revision instead of being a new one. */
  mergesMoves?: boolean;
}

/**
 * Records a change of the draft. The calling code must have locked the workflow, and stores the new draft afterwards,
 * unless nothing changed.
 */
export async function recordRevision(
  transaction: Query,
  caller: Caller,
  { workflow, definition: after, origin, limits, mergesMoves = true }: Change,
): Promise<'none' | 'merged' | 'new'> {
  const { id: workflowId, definition: before } = workflow;
  if (isSame(before, after)) return 'none';
  const isMove = mergesMoves && isSameProcess(before, after);
  if (isMove && (await mergeMove(transaction, caller, workflowId, after))) return 'merged';
  await insert(transaction, caller, { workflowId, before, after, origin });
  await deleteOldest(transaction, workflowId, limits);
  return 'new';
}

export async function listRevisions(
  db: Query,
  workflowId: string,
  { revisions }: Pick<WorkflowLimits, 'revisions'>,
): Promise<RevisionEntry[]> {
  const rows = await db
    .selectFrom('workflow_revisions')
    .select(['id', 'created_at', 'created_by', 'origin', 'changes', 'restored_from', 'nodes', 'edges'])
    .where('workflow_id', '=', workflowId)
    .orderBy('number', 'desc')
    .limit(revisions)
    .execute();
  return rows.map(({ created_at, created_by, ...entry }) => ({
    ...entry,
    created_at: created_at.getTime(),
    user_id: created_by,
  }));
}

export async function getRevision(db: Query, { workflow, access }: VisibleWorkflow, id: string): Promise<Revision> {
  const revision = await requireRevision(db, workflow.id, id);
  return {
    id: revision.id,
    created: { timestamp: revision.created_at.getTime(), user_id: revision.created_by },
    updated: { timestamp: revision.updated_at.getTime(), user_id: revision.created_by },
    permissions: toPermissions(workflow, access),
    workflow_id: workflow.id,
    definition: revision.definition,
    origin: revision.origin,
    changes: revision.changes,
    restored_from: revision.restored_from,
  };
}

export async function restoreRevision(
  db: Query,
  caller: Caller,
  { workflow_id, revision_id }: { workflow_id: string; revision_id: string },
  limits: Pick<WorkflowLimits, 'revisions'>,
  /** What else happens in the same transaction. */
  onRestored: (transaction: Query, before: WorkflowRow, after: WorkflowRow) => Promise<void> = async () => {},
): Promise<WorkflowRow> {
  const authorize = (db: Query) => requireWorkflow(db, caller, workflow_id, 'write');
  return withLockedWorkflow(db, authorize, async (transaction, { workflow }) => {
    const { id, definition } = await requireRevision(transaction, workflow_id, revision_id);
    await insert(transaction, caller, {
      workflowId: workflow_id,
      before: workflow.definition,
      after: definition,
      origin: 'restore',
      restoredFrom: id,
    });
    await deleteOldest(transaction, workflow_id, limits);
    const restored = await transaction
      .updateTable('workflows')
      .set({ definition: toStorableJson(definition), updated_at: new Date(), updated_by: caller.userId })
      .where('id', '=', workflow_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await onRestored(transaction, workflow, restored);
    const subject = workflowSubject(restored);
    await recordAudit(transaction, caller, { action: 'workflow.restore', subject, details: { revision_id: id } });
    return restored;
  });
}

export type LatestRevision = Pick<RevisionRow, 'id' | 'number' | 'created_by' | 'created_at' | 'updated_at'>;

/** Every workflow has one. */
export async function findLatestRevision(db: Query, workflowId: string): Promise<LatestRevision | undefined> {
  return db
    .selectFrom('workflow_revisions')
    .select(['id', 'number', 'created_by', 'created_at', 'updated_at'])
    .where('workflow_id', '=', workflowId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** For queries on `workflows`. */
export const latestRevisionId = sql<string>`(
  SELECT workflow_revisions.id FROM workflow_revisions WHERE workflow_revisions.workflow_id = workflows.id
  ORDER BY workflow_revisions.number DESC LIMIT 1)`;

/** Two changes of a revision in the same millisecond get different times, so that the time tells them apart. */
function laterThan(time: Date): Date {
  return new Date(Math.max(Date.now(), time.getTime() + 1));
}

async function requireRevision(db: Query, workflowId: string, id: string): Promise<RevisionRow> {
  const revision = await db
    .selectFrom('workflow_revisions')
    .selectAll()
    .where('id', '=', id)
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst();
  if (!revision) throw revisionNotFound();
  return revision;
}

async function insert(
  transaction: Query,
  caller: Caller,
  change: { workflowId: string; before: unknown; after: unknown; origin: Origin; restoredFrom?: string },
): Promise<void> {
  const { workflowId, before, after, origin, restoredFrom = null } = change;
  await transaction
    .insertInto('workflow_revisions')
    .values({
      id: newId(),
      workflow_id: workflowId,
      origin,
      changes: toStorableJson(compareDefinitions(before, after)),
      restored_from: restoredFrom,
      definition: toStorableJson(after),
      nodes: countSteps(after),
      edges: countEdges(after),
      created_by: caller.userId,
    })
    .execute();
}

async function deleteOldest(
  transaction: Query,
  workflowId: string,
  { revisions }: Pick<WorkflowLimits, 'revisions'>,
): Promise<void> {
  await transaction
    .deleteFrom('workflow_revisions')
    .where('workflow_id', '=', workflowId)
    .where('number', '<=', query =>
      query
        .selectFrom('workflow_revisions')
        .select('number')
        .where('workflow_id', '=', workflowId)
        .orderBy('number', 'desc')
        .offset(revisions)
        .limit(1),
    )
    .execute();
}

/** Returns false when the latest revision is not one that may be changed. */
async function mergeMove(transaction: Query, caller: Caller, workflowId: string, after: unknown): Promise<boolean> {
  const latest = await findLatestRevision(transaction, workflowId);
  const oldest = Date.now() - fixedLimits.workflow.mergeMovesMinutes * 60_000;
  if (latest?.created_by !== caller.userId || latest.created_at.getTime() < oldest) return false;
  await transaction
    .updateTable('workflow_revisions')
    .set({ definition: toStorableJson(after), updated_at: laterThan(latest.updated_at) })
    .where('id', '=', latest.id)
    .execute();
  return true;
}
