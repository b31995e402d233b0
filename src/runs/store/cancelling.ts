/**
 * Cancels runs, including those that a process executes at the moment.
 *
 *   queued, running, waiting ── cancelOpenRun ──▶ cancelled, with the next lease
 *   failed, to be tried again ── cancelOpenRun ──▶ failed for good
 *
 * From then on every write of the executing process names an old lease and has no effect. A notification tells that
 * process to abort what it does; if the notification is lost, its next heartbeat finds out. The process may then add what
 * only it knew of the steps (`addToCancelledRun`): it is the one whose lease was the last before the cancellation.
 */
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import { ApiError, runNotCancellable, runNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import { notifyAfterCommit } from '../../platform/postgres/notifier.ts';
import { CANCELLED } from '../executing/run-records.ts';
import type { CancelledSteps } from '../executing/saved-run.ts';
import type { RunLimits } from '../run-limits.ts';
import { endAwaiting, lockParentForNoKeyUpdate } from './child-ends.ts';
import { giveUpRetry } from './retries.ts';
import { lockRunForUpdate, requireRunControl, runSubject } from './run-changes.ts';
import { STEP_TYPES, type StatementRunner, sourceRows, stepValues } from './run-store.ts';
import { failOpenSteps } from './runs.ts';
import type { RunStatus } from './tables.ts';

/** The channel on which processes are notified of the ids of cancelled runs. */
export const CANCEL_CHANNEL = 'runs_cancelled';

export interface Cancellation {
  /** What the run has as its error. */
  reason?: string | undefined;
  /** A run in another status is refused. */
  statuses?: readonly RunStatus[];
  /** Refuses a run that another transaction has locked, although waiting for it would take only milliseconds. */
  atOnce?: boolean;
}

/** What can be cancelled of a failed run is that it is tried again. */
const CANCELLABLE: readonly RunStatus[] = ['queued', 'running', 'waiting', 'failed'];

/** Cancels a run at the request of somebody. `read` gives the answer, as of the moment of the cancellation. */
export async function cancelRun<Result>(
  { database, limits }: { database: HeddleDatabase; limits: RunLimits },
  caller: Caller,
  id: string,
  cancellation: Cancellation,
  read: (transaction: Query) => Promise<Result>,
): Promise<Result> {
  const cancelled = await database.query.transaction().execute(async transaction => {
    const { workflow_id } = await requireRunControl(transaction, caller, id);
    await cancelOpenRun(transaction, limits, id, cancellation);
    await recordAudit(transaction, caller, { action: 'run.cancel', subject: runSubject(id), details: { workflow_id } });
    return read(transaction);
  });
  passPoint('run.cancelled');
  return cancelled;
}

/** Cancels a run because of another one. Does nothing when it has ended, or was deleted. */
export async function cancelUnlessEnded(db: Query, limits: RunLimits, id: string, reason: string): Promise<void> {
  try {
    await db.transaction().execute(transaction => cancelOpenRun(transaction, limits, id, { reason }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return;
  }
  passPoint('run.cancelled');
}

/** Cancels a run, whoever may do that. It is a part of every cancellation. */
export async function cancelOpenRun(
  transaction: Query,
  limits: RunLimits,
  id: string,
  { reason = '', statuses = CANCELLABLE, atOnce = false }: Cancellation,
): Promise<void> {
  const isAwaited = await lockParentForNoKeyUpdate(transaction, id);
  const status = await lockRunForUpdate(transaction, id, { atOnce });
  if (status === undefined) throw runNotFound();
  if (!statuses.includes(status)) throw runNotCancellable(status);
  if (status === 'failed') {
    if (!(await giveUpRetry(transaction, id))) throw runNotCancellable(status);
  } else {
    await endAsCancelled(transaction, limits, id, reason);
    if (isAwaited) await endAwaiting(transaction, id, { status: 'cancelled' });
    if (status === 'running') await notifyAfterCommit(CANCEL_CHANNEL, id).execute(transaction);
  }
  passPoint('run.cancelling');
}

async function endAsCancelled(transaction: Query, limits: RunLimits, id: string, reason: string): Promise<void> {
  const steps = await stringifyJson(await failOpenSteps(transaction, limits, id, CANCELLED));
  await sql`
    UPDATE runs SET status = 'cancelled', lease = lease + 1, runner_id = NULL, definition = NULL, variables = NULL,
      steps = ${steps}, error = ${reason}, finished_at = now(), settled_at = now(), updated_at = now(),
      credits = greatest(credits, (
        SELECT coalesce(sum((step::json ->> 'credits')::numeric), 0) FROM run_steps WHERE run_id = ${id}))
    WHERE id = ${id}`.execute(transaction);
}

export function isOpen(status: RunStatus): status is 'queued' | 'running' | 'waiting' {
  return status === 'queued' || status === 'running' || status === 'waiting';
}

/** Adds what the executing process knew of the steps. `lease` is the one that the cancellation ended. */
export async function addToCancelledRun(
  connection: StatementRunner,
  id: string,
  lease: number,
  { stepsText, unsaved, credits }: CancelledSteps,
): Promise<void> {
  const insert =
    unsaved.length === 0
      ? ''
      : `, kept AS (INSERT INTO run_steps SELECT run.id, source.* FROM run, ${sourceRows(STEP_TYPES, unsaved.length, 4)}
          ON CONFLICT DO NOTHING)`;
  await connection.query({
    text: `WITH run AS (
        UPDATE runs SET steps = $3, credits = greatest(credits, $4::numeric)
        WHERE id = $1 AND lease = $2::integer + 1 AND status = 'cancelled' RETURNING id
      )${insert}
      SELECT id FROM run`,
    values: [id, lease, stepsText, credits, ...unsaved.flatMap(stepValues)],
  });
}
