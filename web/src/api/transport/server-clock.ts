/**
 * The time of the service. Runs, steps and deadlines carry its times, and the clock of a browser may be minutes away from
 * them: a duration that took one end from each would be wrong by that much.
 */

/** No answer is on its way for longer than that, so a sample that is lower by more comes from a clock that was set. */
const LONGEST_WAY_MS = 10_000;

let offsetMs: number | undefined;

/** Notes when the service sent something that has just arrived. What was on its way for the shortest time tells most. */
export function noteServerTime(sentAt: number, now = Date.now()): void {
  const sample = sentAt - now;
  if (offsetMs === undefined || sample > offsetMs || sample < offsetMs - LONGEST_WAY_MS) offsetMs = sample;
}

export function serverNow(now = Date.now()): number {
  return now + (offsetMs ?? 0);
}
