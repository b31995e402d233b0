/**
 * Tries failed automatic runs again, as the settings of their workflow say.
 *
 *   running ── the transaction that ends it ──▶ failed, with next_retry_at ── due ──▶ a replay from the failed step is queued
 *                                  ├── a person replays it: the retry is dropped, and the replay counts
 *                                  └── a person cancels the retry, or it can not be replayed: the failure counts
 *
 * Each change compares and sets `next_retry_at`, in the transaction of what follows from it. So a run is tried again once,
 * however many processes look for runs that are due, and however often one of them dies.
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { ApiError } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { runAsOwner } from '../../platform/concurrency/owner-context.ts';
import { passPoint } from '../../platform/crash-points.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { NO_LONG_TEXTS } from '../../platform/memory/long-text.ts';
import type { RunVariation } from '../executing/run-variation.ts';
import { MAX_INTERRUPTIONS } from '../runner/claimed-runs.ts';
import { prepareReplay, queueReplay, type ReplayServices } from '../starting/replay.ts';
import { giveUpRetry } from '../store/retries.ts';
import { retryDelaySeconds } from '../store/retry-rules.ts';
import type { EndedRun } from './ended-run.ts';

/**
 * Plans another try of a run that has failed without one: a process of an earlier version ended it. Returns false when the
 * failure counts. A step that only computes would fail again, because it gives the same result each time, and so would a
 * run that was broken off before any step failed: its user may not run it any more, or it kills the processes that execute
 * it.
 */
export async function planRetry(
  transaction: Query,
  run: EndedRun,
  { isEffect }: Pick<ReplayServices, 'isEffect'>,
): Promise<boolean> {
  const { settings, failedStep, variation } = run;
  if (!settings?.retry || !run.automatic || !run.isActive || run.isAwaited) return false;
  if (!failedStep || !isEffect(failedStep.node_type) || run.interruptions > MAX_INTERRUPTIONS) return false;
  const seconds = retryDelaySeconds(settings.retry, variation?.attempt ?? 1);
  if (seconds === undefined) return false;
  const { numAffectedRows } = await sql`
    UPDATE runs SET next_retry_at = now() + make_interval(secs => ${seconds})
    WHERE id = ${run.id} AND status = 'failed' AND next_retry_at IS NULL
      AND NOT EXISTS (SELECT FROM runs AS replays WHERE replays.replay_of = runs.id)`.execute(transaction);
  // Nobody has to deal with a failure before the last try, unless somebody has begun to.
  if (numAffectedRows === 1n) {
    await sql`DELETE FROM run_failures WHERE run_id = ${run.id} AND revision = 1`.execute(transaction);
  }
  return true;
}

interface RetryServices extends ReplayServices {
  log: Logger;
}

interface DueRetry {
  id: string;
  nextRetryAt: Date;
  isActive: boolean;
  variation: RunVariation | null;
  caller: Caller;
}

/** How many runs are tried again at a time. */
const BATCH = 50;
/** How long a retry waits for the queue of its user to have room, or for what went wrong to be over. */
const POSTPONED_SECONDS = 30;
/** The status with which a request is refused when the queue of the user is full. */
const TOO_MANY = 429;

/** Queues the retries that are due. Returns whether there may be more. */
export async function startDueRetries(services: RetryServices): Promise<boolean> {
  const due = await findDueRetries(services.database.query);
  for (const retry of due) {
    await runAsOwner(retry.caller.userId, () => startRetry(services, retry)).catch(async (error: unknown) => {
      if (error instanceof ApiError && error.status !== TOO_MANY) return abandon(services.database.query, retry);
      if (!(error instanceof ApiError))
        services.log.error({ err: error, run: retry.id }, 'a run could not be tried again');
      await postpone(services.database.query, retry);
    });
  }
  return due.length === BATCH;
}

async function findDueRetries(db: Query): Promise<DueRetry[]> {
  const rows = await db
    .selectFrom('runs')
    .innerJoin('workflows', 'workflows.id', 'runs.workflow_id')
    .innerJoin('users', 'users.id', 'runs.created_by')
    .select(['runs.id', 'runs.next_retry_at', 'runs.options', 'runs.created_by', 'workflows.active'])
    .select(['workflows.deleted_at', 'users.email', 'users.name', 'users.enabled', 'users.workflow_permission'])
    .where('runs.next_retry_at', '<=', sql<Date>`now()`)
    .orderBy('runs.next_retry_at')
    .limit(BATCH)
    .execute();
  return rows.flatMap(row => {
    if (!row.next_retry_at) return [];
    return {
      id: row.id,
      nextRetryAt: row.next_retry_at,
      isActive: row.active && row.deleted_at === null,
      variation: row.options === null ? null : JSON.parse(row.options),
      caller: {
        keyId: '',
        userId: row.created_by,
        email: row.email,
        name: row.name,
        admin: false,
        scopes: new Set(['*']),
        workflowPermission: row.enabled ? row.workflow_permission : 'none',
      },
    };
  });
}

/** Throws an `ApiError` when the run can not be tried again, or not now. */
async function startRetry(services: RetryServices, retry: DueRetry): Promise<void> {
  const { query: db } = services.database;
  // Whoever switches a workflow off does not expect it to go on by itself.
  if (!retry.isActive) return abandon(db, retry);
  const request = { runId: retry.id, from: 'failed', version: 'same', input: undefined, keys: 'same' } as const;
  const attempt = (retry.variation?.attempt ?? 1) + 1;
  const call = { signal: services.runner.shutdownSignal, longTexts: NO_LONG_TEXTS };
  const prepared = await prepareReplay(services, retry.caller, { ...request, attempt }, call);
  const isQueued = await db.transaction().execute(async transaction => {
    if (!(await clear(transaction, retry))) return false;
    await queueReplay(transaction, prepared, services);
    passPoint('retry.queueing');
    return true;
  });
  if (isQueued) passPoint('retry.queued');
}

/** Returns false when somebody else has dealt with the retry. */
async function clear(transaction: Query, { id, nextRetryAt }: DueRetry): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('runs')
    .set({ next_retry_at: null })
    .where('id', '=', id)
    .where('next_retry_at', '=', nextRetryAt)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function abandon(db: Query, { id }: DueRetry): Promise<void> {
  await db.transaction().execute(transaction => giveUpRetry(transaction, id));
}

async function postpone(db: Query, { id, nextRetryAt }: DueRetry): Promise<void> {
  await sql`
    UPDATE runs SET next_retry_at = now() + make_interval(secs => ${POSTPONED_SECONDS})
    WHERE id = ${id} AND next_retry_at = ${nextRetryAt}`.execute(db);
}
