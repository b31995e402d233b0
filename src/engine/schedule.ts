// When a cron schedule fires.
//
// The clocks of a zone run evenly over long stretches, and between two stretches they shift: forward, over readings that
// never are, or back, over readings that come twice. Within a stretch a schedule fires when the clock shows one of its
// times. At a shift:
//
// 1. A *fixed* time that never is fires at the first moment after the shift; several of them fire there together, once.
//    A fixed time that comes twice fires the first time only.
// 2. A pattern that *runs on* through the shift follows the clock: it leaves out what never is and fires both times at
//    what comes twice, so that it keeps its real interval. (Exactly, when the shift is a multiple of the interval. Where
//    clocks shift by half an hour, an hourly pattern once waits 90 minutes, or 30.)
// 3. A pattern runs on through a shift when it is one of every hour (it has all 24 hours: `0 * * * *`), or one of every
//    few minutes (several minutes in the hour) that has the hour before the shift, the hours shifted over and the hour
//    after it. Otherwise its times are fixed. So where 02:00 to 03:00 is shifted over, `*/15 * * * *` and
//    `*/15 0-6 * * *` run on, while the times of `30 2 * * *`, `0 */2 * * *`, `0 1-4 * * *` and `*/15 2 * * *` are fixed:
//    none of them is lost in spring, and none comes twice in autumn.
// 4. All shifts are alike: daylight saving by an hour or half an hour, at midnight too, a new offset for good, a day that
//    a zone leaves out.
//
// The minimum interval is asked of the times on the clock alone. A shift may bring two runs closer together
// (`30,59 1,2 * * *` fires at 01:59 and then, a minute later, at 03:00), and that makes no schedule invalid.
//
// Zones and their shifts come from Temporal. There is no cron library for this: croner, the one that comes closest, keeps
// rule 1 for a single minute and hour only (`0 2,14 * * *` loses a run in spring and doubles one in autumn), accepts much
// that is no cron field, and knows no minimum interval.

import { parseCronFields, ScheduleError } from './cron-fields.ts';
import {
  firstBetween,
  hasHoursBetween,
  LONGEST_WAIT_MS,
  MINUTE_MS,
  timesCloserThan,
  type WallTimes,
  wallTimes,
} from './wall-clock.ts';

export { ScheduleError };

export interface Schedule {
  /** The first occurrence strictly after a moment, or undefined when there is none in the next eight years. */
  next(afterMs: number): number | undefined;
}

/** `timezone` is an IANA name. Throws ScheduleError. */
export function parseSchedule(cron: string, timezone: string, options: { minIntervalMs: number }): Schedule {
  const times = wallTimes(parseCronFields(cron));
  checkTimeZone(timezone);
  if (firstBetween(times, 0, LONGEST_WAIT_MS) === undefined) {
    throw new ScheduleError('The schedule never runs: none of its months has such a day');
  }
  const close = timesCloserThan(times, options.minIntervalMs);
  if (close) {
    const [earlier, later] = close.map(clockReading);
    const minimum = durationInWords(options.minIntervalMs);
    throw new ScheduleError(`The schedule runs more often than every ${minimum} (at ${earlier} and ${later})`);
  }
  return { next: afterMs => nextOccurrence(times, timezone, afterMs) };
}

export interface SchedulePreview {
  valid: boolean;
  /** Why it is not valid; empty when it is. */
  error: string;
  next_runs: number[];
}

export function previewSchedule(
  cron: string,
  timezone: string,
  options: { minIntervalMs: number; afterMs: number; count: number },
): SchedulePreview {
  try {
    const schedule = parseSchedule(cron, timezone, options);
    const runs: number[] = [];
    while (runs.length < options.count) {
      const run = schedule.next(runs.at(-1) ?? options.afterMs);
      if (run === undefined) break;
      runs.push(run);
    }
    return { valid: true, error: '', next_runs: runs };
  } catch (error) {
    if (error instanceof ScheduleError) return { valid: false, error: error.message, next_runs: [] };
    throw error;
  }
}

/** A time in which a zone's clocks run evenly, from the shift that begins it to the one that ends it. */
interface Stretch {
  startMs: number;
  endMs: number;
  /** What the clocks are ahead of UTC. */
  offsetMs: number;
  /** What they were ahead before `startMs`. */
  offsetBeforeMs: number;
}

function nextOccurrence(times: WallTimes, timezone: string, afterMs: number): number | undefined {
  const fromMs = Math.floor(afterMs) + 1;
  const limitMs = fromMs + LONGEST_WAIT_MS;
  let startMs = fromMs;
  while (startMs < limitMs) {
    const stretch = stretchAt(timezone, startMs);
    const occurrenceMs = firstOccurrence(times, stretch, fromMs, limitMs);
    if (occurrenceMs !== undefined) return occurrenceMs;
    startMs = stretch.endMs;
  }
  return undefined;
}

/** The first occurrence within a stretch, from a moment on and before another one. */
function firstOccurrence(times: WallTimes, stretch: Stretch, fromMs: number, limitMs: number): number | undefined {
  const { startMs, offsetMs } = stretch;
  const resumeWallMs = resumption(times, stretch);
  const fromWallMs = fromMs > startMs ? Math.max(fromMs + offsetMs, resumeWallMs) : resumeWallMs;
  const wallMs = firstBetween(times, fromWallMs, Math.min(stretch.endMs, limitMs) + offsetMs);
  // What the shift left out lies, by the new offset, before the stretch: it fires as the stretch begins.
  return wallMs === undefined ? undefined : Math.max(wallMs - offsetMs, startMs);
}

/**
 * From which reading of the clock on a stretch plays the times. A pattern that runs on: from what the clocks show after
 * the shift. Fixed times: from what the last stretch ended with, which takes in what a shift forward leaves out, and
 * keeps out what a shift back repeats.
 */
function resumption(times: WallTimes, { startMs, offsetMs, offsetBeforeMs }: Stretch): number {
  const [beforeWallMs, afterWallMs] = [startMs + offsetBeforeMs, startMs + offsetMs];
  const [firstMs, endMs] = [Math.min(beforeWallMs, afterWallMs), Math.max(beforeWallMs, afterWallMs)];
  if (firstMs === endMs) return afterWallMs;
  const isOften = times.minutes.size > 1 || times.hours.size === 24;
  return isOften && hasHoursBetween(times, firstMs - 1, endMs) ? afterWallMs : beforeWallMs;
}

function stretchAt(timezone: string, atMs: number): Stretch {
  const at = zonedTime(timezone, atMs);
  // A shift at this very moment begins the stretch, and "previous" would not count it.
  const startMs = zonedTime(timezone, atMs + 1).getTimeZoneTransition('previous')?.epochMilliseconds;
  const offsetMs = offset(at);
  return {
    startMs: startMs ?? Number.NEGATIVE_INFINITY,
    endMs: at.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs,
    offsetBeforeMs: startMs === undefined ? offsetMs : offset(zonedTime(timezone, startMs - 1)),
  };
}

function zonedTime(timezone: string, ms: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone);
}

function offset(time: Temporal.ZonedDateTime): number {
  return time.offsetNanoseconds / 1_000_000;
}

const TIME_ZONE_CHARACTERS = 100;

function checkTimeZone(timezone: string): void {
  if (timezone.length <= TIME_ZONE_CHARACTERS && isTimeZone(timezone)) return;
  const shown = timezone.slice(0, TIME_ZONE_CHARACTERS);
  throw new ScheduleError(`'${shown}' is not a time zone: it needs an IANA name such as Europe/Berlin`);
}

function isTimeZone(name: string): boolean {
  // An offset such as +02:00 is a zone to Temporal, but knows no daylight saving and has no name.
  if (!/^[a-z]/i.test(name)) return false;
  try {
    // Only the constructor wants an identifier: other ways accept a whole ISO time with a zone in it.
    new Temporal.ZonedDateTime(0n, name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function clockReading(minuteOfDay: number): string {
  const [hour, minute] = [Math.floor(minuteOfDay / 60), minuteOfDay % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function durationInWords(ms: number): string {
  const minutes = ms / MINUTE_MS;
  if (!Number.isInteger(minutes)) return `${ms / 1000} seconds`;
  return minutes === 1 ? 'minute' : `${minutes} minutes`;
}
