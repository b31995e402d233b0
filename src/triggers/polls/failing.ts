/** Writes that a poll failed: the next one waits longer and longer, up to an hour, and the owner is told once. */
import { fixedLimits } from '../../configuration/limits.ts';
import { readDatabaseTime } from '../../database.ts';
import { notifyFailing } from './poll-notices.ts';
import type { PolledTrigger, PollOutcome } from './polled-trigger.ts';
import { lockState, type RecordingServices } from './recording.ts';

const { failures: toldAfter, failureDelaySeconds, errorCharacters } = fixedLimits.poll;

export interface PollFailure {
  message: string;
  /** What the source asked for. */
  retryAfterMs?: number | undefined;
}

/** The wait does not depend on the interval: a daily poll that fails once is not a day late. */
export function failureDelayMs(failures: number, retryAfterMs = 0): number {
  const { first, most } = failureDelaySeconds;
  const doubled = first * 2 ** Math.min(failures - 1, 20);
  return Math.min(most * 1000, Math.max(doubled * 1000, retryAfterMs));
}

export async function recordFailure(
  services: RecordingServices,
  trigger: PolledTrigger,
  { message, retryAfterMs }: PollFailure,
): Promise<PollOutcome> {
  const failures = trigger.failures + 1;
  const error = message.slice(0, errorCharacters).toWellFormed();
  const now = await services.database.query.transaction().execute(async transaction => {
    await lockState(transaction, trigger);
    const now = await readDatabaseTime(transaction);
    await transaction
      .updateTable('poll_states')
      .set(({ eb, fn, ref, val }) => ({
        ...{ failures, last_error: error, leased_until: null },
        next_poll_at: new Date(now.getTime() + failureDelayMs(failures, retryAfterMs)),
        behind_since: fn.coalesce(ref('behind_since'), val(now)),
        lease: eb('lease', '+', 1),
      }))
      .where('trigger_id', '=', trigger.id)
      .execute();
    if (failures === toldAfter) await notifyFailing(services, transaction, trigger, { failures, error });
    return now;
  });
  return { polled_at: now.getTime(), found: 0, new: 0, started: 0, left: 0, skipped: 0, error };
}
