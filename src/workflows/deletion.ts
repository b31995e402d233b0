/**
 * Deletes workflows without blocking other requests.
 *
 *   few runs  ── one short transaction deletes the workflow and everything that belongs to it
 *   many runs ── the workflow is marked as deleted: nobody sees it any more, and its triggers do not fire; then a job
 *                deletes its runs in small batches, and finally the workflow itself
 *
 * When the job of a marked workflow is lost, its next repetition finds the workflow.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { recordAudit } from '../audit/record.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { passPoint } from '../platform/crash-points.ts';
import { defineJob, type Jobs } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import { requireWorkflowEntity, withLockedWorkflow, workflowSubject } from './access.ts';

const deleteMarked = defineJob('workflows.delete-marked', { repeat: { everyMinutes: 10 } });

/** With more runs, a single transaction would take long enough for others to notice. */
const MANY_RUNS = 500;
const BATCH = 500;
/** The delay before the next attempt to delete rows that others have locked. */
const RETRY_MS = 200;

export async function deleteWorkflow(
  { database: { query: db }, jobs }: { database: HeddleDatabase; jobs: Pick<Jobs, 'enqueue'> },
  caller: Caller,
  id: string,
): Promise<string> {
  const authorize = (db: Query) => requireWorkflowEntity(db, caller, id, 'write');
  return withLockedWorkflow(db, authorize, async (transaction, { workflow }) => {
    if (await hasManyRuns(transaction, workflow.id)) {
      await markAsDeleted(transaction, workflow.id);
      await jobs.enqueue(deleteMarked, {}, { transaction, key: 'marked' });
    } else await transaction.deleteFrom('workflows').where('id', '=', workflow.id).execute();
    await recordAudit(transaction, caller, { action: 'workflow.delete', subject: workflowSubject(workflow) });
    return workflow.id;
  });
}

async function hasManyRuns(transaction: Query, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM runs WHERE workflow_id = ${id} LIMIT ${MANY_RUNS + 1}`.execute(transaction);
  return rows.length > MANY_RUNS;
}

async function markAsDeleted(transaction: Query, id: string): Promise<void> {
  await transaction
    .updateTable('workflows')
    .set({ deleted_at: sql<Date>`now()`, active: false, run_as: null })
    .where('id', '=', id)
    .execute();
  await transaction.deleteFrom('workflow_triggers').where('workflow_id', '=', id).execute();
  await transaction.deleteFrom('assistants').where('workflow_id', '=', id).execute();
}

export function workflowTasks({ query: db }: HeddleDatabase): Task[] {
  return [
    defineTask({
      kind: deleteMarked,
      concurrency: 1,
      run: (_payload, { signal }) => deleteMarkedWorkflows(db, signal),
    }),
  ];
}

async function deleteMarkedWorkflows(db: Query, signal: AbortSignal): Promise<void> {
  const marked = await db.selectFrom('workflows').select('id').where('deleted_at', 'is not', null).execute();
  for (const { id } of marked) {
    // Runs that wait for approvals come first, because people see these approvals in their lists.
    await deleteRuns(db, sql`workflow_id = ${id} AND finished_at IS NULL`, signal);
    await deleteRuns(db, sql`workflow_id = ${id}`, signal);
    await db.deleteFrom('workflows').where('id', '=', id).execute();
  }
}

async function deleteRuns(db: Query, condition: RawBuilder<unknown>, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { numAffectedRows } = await sql`
      DELETE FROM runs WHERE id IN (
        SELECT id FROM runs WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )`.execute(db);
    passPoint('deletion.batch');
    if (Number(numAffectedRows ?? 0) > 0) continue;
    const { rows } = await sql`SELECT FROM runs WHERE ${condition} LIMIT 1`.execute(db);
    if (rows.length === 0) return;
    await delay(RETRY_MS, undefined, { signal });
  }
}
