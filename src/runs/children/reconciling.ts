/**
 * Brings parents and children in line where one of them ended without the other. The transactions that end runs do that
 * themselves, so there is little left: a child that was deleted with its workflow, a job that was given up.
 */
import { sql } from 'kysely';
import type { HeddleDatabase, Query } from '../../database.ts';
import type { RunLimits } from '../run-limits.ts';
import { cancelUnlessEnded } from '../store/cancelling.ts';
import { type ChildEnd, endAwaiting, enqueueNextTry } from '../store/child-ends.ts';
import type { RunStatus } from '../store/tables.ts';
import { lockRunForNoKeyUpdate } from '../store/waiting.ts';

interface ReconcilingServices {
  database: HeddleDatabase;
  limits: RunLimits;
}

const AT_ONCE = 200;
const PARENT_ENDED = 'The run that waited for this one has ended';

/** Cancels the children that a run waits for. Each of them is cancelled with those below it. */
export async function cancelChildren(
  { database, limits }: ReconcilingServices,
  parentId: string,
  signal: AbortSignal,
): Promise<void> {
  const { query: db } = database;
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM runs WHERE parent_run_id = ${parentId} AND is_awaited AND finished_at IS NULL
      LIMIT ${AT_ONCE}`.execute(db);
    for (const { id } of rows) {
      signal.throwIfAborted();
      await cancelUnlessEnded(db, limits, id, PARENT_ENDED);
    }
    if (rows.length < AT_ONCE) return;
  }
}

export async function reconcileChildren(services: ReconcilingServices, signal: AbortSignal): Promise<void> {
  const { query: db } = services.database;
  await endMissedWaits(db, signal);
  await repeatLostTries(db);
  const { rows: abandoned } = await sql<{ parent_run_id: string }>`
    SELECT DISTINCT child.parent_run_id FROM runs AS child
    WHERE child.is_awaited AND child.parent_run_id IS NOT NULL AND child.finished_at IS NULL
      AND NOT EXISTS (SELECT FROM runs AS parent WHERE parent.id = child.parent_run_id AND parent.finished_at IS NULL)
    LIMIT ${AT_ONCE}`.execute(db);
  for (const { parent_run_id } of abandoned) await cancelChildren(services, parent_run_id, signal);
}

/** Ends the steps whose child has ended or is gone. */
async function endMissedWaits(db: Query, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ child_id: string; run_id: string }>`
    SELECT run_children.child_id, run_children.run_id
    FROM run_children LEFT JOIN runs AS child ON child.id = run_children.child_id
    WHERE run_children.is_open AND retry_at IS NULL AND (child.id IS NULL OR child.finished_at IS NOT NULL)
    LIMIT ${AT_ONCE}`.execute(db);
  for (const { child_id, run_id } of rows) {
    signal.throwIfAborted();
    await db.transaction().execute(async transaction => {
      await lockRunForNoKeyUpdate(transaction, run_id);
      const end = await findEnd(transaction, child_id);
      if (end) await endAwaiting(transaction, child_id, end);
    });
  }
}

/** Returns undefined when the run has not ended. */
async function findEnd(transaction: Query, id: string): Promise<ChildEnd | undefined> {
  const { rows } = await sql<{ status: RunStatus; error: string }>`
    SELECT status, error FROM runs WHERE id = ${id} FOR KEY SHARE`.execute(transaction);
  const [run] = rows;
  if (!run) return { status: 'deleted' };
  const { status, error } = run;
  if (status === 'success' || status === 'cancelled') return { status };
  return status === 'failed' ? { status, error } : undefined;
}

/** A job for a try that was given up or lost is enqueued again. */
async function repeatLostTries(db: Query): Promise<void> {
  const rows = await db
    .selectFrom('run_children')
    .select(['run_id', 'node_id', 'iteration', 'attempt'])
    .where('is_open', '=', true)
    .where('retry_at', '<', sql<Date>`now() - interval '2 minutes'`)
    .limit(AT_ONCE)
    .execute();
  for (const { run_id, node_id, iteration, attempt } of rows) {
    await enqueueNextTry(db, run_id, { nodeId: node_id, iteration }, { attempt, startAfter: new Date() });
  }
}
