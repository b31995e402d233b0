/** Many runs that one request replays, cancels or makes, and how far the job that works through them has come. */
import { type Selectable, sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { batchNotCancellable, batchNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { newId } from '../../platform/ids.ts';
import type { RunTables } from './tables.ts';

export type BatchRow = Selectable<RunTables['run_batches']>;

/** What is done with every run of a batch. */
export interface BatchOptions {
  replay?: { from: 'failed' | 'start'; version: 'same' | 'published' | 'draft'; keys: 'same' | 'new' | undefined };
  /** The schedule, and for each of the runs the time for which it is made. */
  backfill?: { workflowId: string; triggerId: string; cron: string; timezone: string; times: number[] };
  /** Why the runs are cancelled. */
  reason?: string | undefined;
  /** How many runs are replayed or made in a minute. */
  perMinute?: number | undefined;
}

export async function insertBatch(
  transaction: Query,
  { userId }: Caller,
  {
    action,
    sentence,
    options,
    runIds,
  }: { action: BatchRow['action']; sentence: string; options: BatchOptions; runIds: string[] },
): Promise<BatchRow> {
  return transaction
    .insertInto('run_batches')
    .values({ id: newId(), action, sentence, options: JSON.stringify(options), run_ids: runIds, created_by: userId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function requireBatch(db: Query, { userId }: Caller, id: string): Promise<BatchRow> {
  const batch = await db
    .selectFrom('run_batches')
    .selectAll()
    .where('id', '=', id)
    .where('created_by', '=', userId)
    .executeTakeFirst();
  if (!batch) throw batchNotFound();
  return batch;
}

export async function findBatch(db: Query, id: string): Promise<BatchRow | undefined> {
  return db.selectFrom('run_batches').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What was done with the runs of a batch stays done. */
export async function cancelBatch(db: Query, caller: Caller, id: string): Promise<BatchRow> {
  const cancelled = await db
    .updateTable('run_batches')
    .set({ status: 'cancelled', finished_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('created_by', '=', caller.userId)
    .where('status', '=', 'running')
    .returningAll()
    .executeTakeFirst();
  if (cancelled) return cancelled;
  throw batchNotCancellable((await requireBatch(db, caller, id)).status);
}

/** Locks a batch until the transaction ends. Returns false when somebody else has worked on it or cancelled it. */
export async function lockBatchForUpdate(transaction: Query, { id, position }: BatchRow): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM run_batches WHERE id = ${id} AND position = ${position} AND status = 'running' FOR UPDATE`.execute(
    transaction,
  );
  return rows.length === 1;
}

/** Saves how far a locked batch has come. The batch is done when all of its runs are dealt with. */
export async function saveBatch(
  transaction: Query,
  { id, run_ids, position, succeeded, refusals }: BatchRow,
  progress: { dealtWith: number; refusals: BatchRow['refusals'] },
): Promise<void> {
  const reached = position + progress.dealtWith;
  const isDone = reached >= run_ids.length;
  await transaction
    .updateTable('run_batches')
    .set({
      position: reached,
      succeeded: succeeded + progress.dealtWith - progress.refusals.length,
      refusals: JSON.stringify([...refusals, ...progress.refusals].slice(0, fixedLimits.run.batch.refusals)),
      updated_at: sql<Date>`now()`,
      ...(isDone && { status: 'done' as const, finished_at: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .execute();
}

/** Batches on which nobody has worked for long: their job was lost. */
export async function findStalledBatches(db: Query): Promise<string[]> {
  const rows = await db
    .selectFrom('run_batches')
    .select('id')
    .where('status', '=', 'running')
    .where('updated_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteOldBatches(db: Query): Promise<void> {
  await db
    .deleteFrom('run_batches')
    .where('finished_at', '<', sql<Date>`now() - make_interval(days => ${fixedLimits.run.batch.days})`)
    .execute();
}
