/** Many runs that one request replays, cancels or makes, and how far the job that works through them has come. */
import { type Selectable, sql } from 'kysely';
import { type NewAuditEvent, recordAudit } from '../../audit/record.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { batchNotCancellable, batchNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { newId } from '../../platform/ids.ts';
import { toStorableJson } from '../../platform/postgres/storable-text.ts';
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

export interface NewBatch {
  action: BatchRow['action'];
  sentence: string;
  options: BatchOptions;
  runIds: string[];
}

const PLANNING_LOCK = 'run_batches';

/** Lets only one batch be planned at a time, until the transaction ends. */
export async function lockBatchPlans(transaction: Query): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${PLANNING_LOCK}))`.execute(transaction);
}

export async function insertBatch(
  transaction: Query,
  { userId }: Caller,
  { action, sentence, options, runIds }: NewBatch,
): Promise<BatchRow> {
  return transaction
    .insertInto('run_batches')
    .values({ id: newId(), action, sentence, options: toStorableJson(options), run_ids: runIds, created_by: userId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** One entry for all runs of a batch. Its sentence says which they are. */
export async function recordBatch(
  transaction: Query,
  caller: Caller,
  action: NewAuditEvent['action'],
  { id, sentence, action: kind, run_ids }: BatchRow,
): Promise<void> {
  const details = { action: kind, runs: run_ids.length };
  await recordAudit(transaction, caller, { action, subject: { kind: 'batch', id, name: sentence }, details });
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

/** Returns those of the runs that a batch is going to replay. */
export async function findRunsToReplay(db: Query, runIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT left_run AS id FROM run_batches, unnest(run_ids[position + 1:]) AS left_run
    WHERE status = 'running' AND action = 'replay' AND left_run = ANY (${runIds}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the times of a schedule for which a batch is going to make a run, or has made one that is still there. */
export async function findBackfilledTimes(db: Query, triggerId: string): Promise<number[]> {
  const batches = await db
    .selectFrom('run_batches')
    .select(['options', 'run_ids', 'position', 'status'])
    .where('action', '=', 'backfill')
    .where(sql`options #>> '{backfill,triggerId}'`, '=', triggerId)
    .execute();
  const planned = batches.flatMap(({ options, run_ids, position, status }) => {
    const { times = [] } = (options as BatchOptions).backfill ?? {};
    return times.map((time, index) => ({
      time,
      runId: run_ids[index] ?? '',
      isComing: status === 'running' && index >= position,
    }));
  });
  const ids = planned.filter(({ isComing }) => !isComing).map(({ runId }) => runId);
  const { rows } = await sql<{ id: string }>`SELECT id FROM runs WHERE id = ANY (${ids}::uuid[])`.execute(db);
  const made = new Set(rows.map(({ id }) => id));
  return planned.filter(({ runId, isComing }) => isComing || made.has(runId)).map(({ time }) => time);
}

/** What was done with the runs of a batch stays done. */
export async function cancelBatch(db: Query, caller: Caller, id: string): Promise<BatchRow> {
  const cancelled = await db.transaction().execute(async transaction => {
    const batch = await transaction
      .updateTable('run_batches')
      .set({ status: 'cancelled', finished_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('created_by', '=', caller.userId)
      .where('status', '=', 'running')
      .returningAll()
      .executeTakeFirst();
    if (batch) await recordBatch(transaction, caller, 'batch.cancel', batch);
    return batch;
  });
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
      refusals: toStorableJson([...refusals, ...progress.refusals].slice(0, fixedLimits.run.batch.refusals)),
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
