/**
 * Cancels runs, also those that a process executes at the moment.
 *
 *   queued, running, waiting ── cancelOpenRun ──▶ cancelled, with the next lease
 *
 * From then on every write of the executing process names an old lease and has no effect. A notification tells that
 * process to abort what it does; if the notification is lost, its next heartbeat finds out. The process may then add what
 * only it knew of the steps (`addToCancelledRun`): it is the one whose lease was the last before the cancellation.
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { runNotCancellable, runNotFound } from '../../errors.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import { notifyAfterCommit } from '../../platform/postgres/notifier.ts';
import { CANCELLED } from '../executing/run-records.ts';
import type { CancelledSteps } from '../executing/saved-run.ts';
import type { RunLimits } from '../run-limits.ts';
import { endAwaiting, lockParentForNoKeyUpdate } from './child-ends.ts';
import { giveUpRetry } from './retries.ts';
import { type Connection, STEP_TYPES, sourceRows, stepValues } from './run-store.ts';
import { failOpenSteps } from './runs.ts';
import type { RunStatus } from './tables.ts';

/** The channel on which processes are notified of the ids of cancelled runs. */
export const CANCEL_CHANNEL = 'runs_cancelled';

/** Waits for writes of the run that are in progress, which take milliseconds. */
export async function cancelOpenRun(
  transaction: Query,
  limits: RunLimits,
  id: string,
  { reason = '' }: { reason?: string | undefined },
): Promise<void> {
  const isAwaited = await lockParentForNoKeyUpdate(transaction, id);
  const { rows } = await sql<{ status: RunStatus }>`
    SELECT status FROM runs WHERE id = ${id} FOR UPDATE`.execute(transaction);
  const status = rows[0]?.status;
  if (status === undefined) throw runNotFound();
  // What can still be cancelled of a failed run is that it is tried again.
  if (status === 'failed' && (await giveUpRetry(transaction, id))) return;
  if (!isOpen(status)) throw runNotCancellable(status);
  const steps = await stringifyJson(await failOpenSteps(transaction, limits, id, CANCELLED));
  await sql`
    UPDATE runs SET status = 'cancelled', lease = lease + 1, runner_id = NULL, definition = NULL, variables = NULL,
      steps = ${steps}, error = ${reason}, finished_at = now(), settled_at = now(), updated_at = now(),
      credits = greatest(credits, (
        SELECT coalesce(sum((step::json ->> 'credits')::numeric), 0) FROM run_steps WHERE run_id = ${id}))
    WHERE id = ${id}`.execute(transaction);
  if (isAwaited) await endAwaiting(transaction, id, { status: 'cancelled' });
  if (status === 'running') await notifyAfterCommit(CANCEL_CHANNEL, id).execute(transaction);
  passPoint('run.cancelling');
}

export function isOpen(status: RunStatus): boolean {
  return status === 'queued' || status === 'running' || status === 'waiting';
}

/** Adds what the executing process knew of the steps. `lease` is the one that the cancellation ended. */
export async function addToCancelledRun(
  connection: Connection,
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
