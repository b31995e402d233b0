// Calculates when a cron schedule fires.
//
// The UTC offset of a time zone is constant for long periods. Between two periods the clocks shift: forward, which
// skips local times, or back, which repeats local times. Within a period, a schedule fires when the clock shows one of
// its times. At a shift:
//
// 1. A *fixed* time that is skipped fires at the first moment after the shift. Several skipped times fire there once.
//    A fixed time that is repeated fires only the first time.
// 2. A *continuous* pattern follows the clock: it does not fire at skipped times and fires twice at repeated ones, so
//    that its real interval stays the same. (This is exact when the shift is a multiple of the interval. Where clocks
//    shift by half an hour, an hourly pattern once waits for 90 or for 30 minutes.)
// 3. A pattern is continuous at a shift if it has all 24 hours (`0 * * * *`), or if it has several minutes per hour and
//    includes the hour before the shift, the hours of the shift and the hour after it. Otherwise its times are fixed.
//    So when the clocks skip 02:00 to 03:00, `*/15 * * * *` and `*/15 0-6 * * *` are continuous, while the times of
//    `30 2 * * *`, `0 */2 * * *`, `0 1-4 * * *` and `*/15 2 * * *` are fixed: none of them is lost in spring, and none
//    fires twice in autumn.
// 4. The rules apply to all shifts: daylight saving time by an hour or half an hour, also at midnight, a permanent new
//    offset, and a day that a time zone skips.
//
// The minimum interval applies only to the local times. A shift may bring two runs closer together (`30,59 1,2 * * *`
// fires at 01:59 and a minute later at 03:00), which does not make a schedule invalid.
//
// `days` narrows the local days on which a schedule fires (see schedule-days.ts). A skipped time belongs to the day on which
// the clocks skip it.
//
// Time zones and their shifts come from Temporal. No cron library follows these rules. The closest one, croner, follows
// rule 1 only for a single minute and hour (`0 2,14 * * *` loses a run in spring and doubles one in autumn), accepts
// many invalid fields, and has no minimum interval.

import { parseCronFields, ScheduleError } from './cron-fields.ts';
import { EVERY_DAY, NO_HOLIDAYS, type ScheduleDays, toDayRules } from './schedule-days.ts';
import {
  findTimesCloserThan,
  firesOnDayOf,
  firstBetween,
  firstWallMs,
  hasHoursBetween,
  longestWaitMs,
  MINUTE_MS,
  type WallTimes,
  wallTimes,
  withoutHolidays,
} from './wall-clock.ts';

export { ScheduleError };

export interface Schedule {
  /**
   * Returns the first occurrence strictly after a time, or undefined when there is none in the next eight years. With `days`
   * these are 41 years, from the date of a cycle on.
   */
  next(afterMs: number): number | undefined;
  /** Tells whether it fires on the local day of a time. */
  firesOnDayOf(ms: number): boolean;
}

export interface ScheduleOptions {
  minIntervalMs: number;
  days?: ScheduleDays | undefined;
  /** The numbers of the days that `days.holidays` names. */
  holidays?: ReadonlySet<number> | undefined;
}

/** `timezone` is an IANA name. Throws `ScheduleError`. Holidays change, so they do not decide whether it is valid. */
export function parseSchedule(cron: string, timezone: string, options: ScheduleOptions): Schedule {
  const times = wallTimes(parseCronFields(cron), toDayRules(options.days, options.holidays ?? NO_HOLIDAYS));
  checkTimeZone(timezone);
  checkTimes(withoutHolidays(times), options);
  return {
    next: afterMs => nextOccurrence(times, timezone, afterMs),
    firesOnDayOf: ms => firesOnDayOf(times, ms + readOffset(toZonedTime(timezone, ms))),
  };
}

function checkTimes(times: WallTimes, { minIntervalMs }: ScheduleOptions): void {
  const startMs = Math.max(0, firstWallMs(times));
  if (firstBetween(times, startMs, startMs + longestWaitMs(times)) === undefined) {
    if (firstBetween({ ...times, days: EVERY_DAY }, 0, longestWaitMs(times)) !== undefined) {
      throw new ScheduleError('The schedule never runs: none of the days of the expression is one of its days', 'days');
    }
    throw new ScheduleError('The schedule never runs: none of its months has such a day');
  }
  const close = findTimesCloserThan(times, minIntervalMs);
  if (!close) return;
  const [earlier, later] = close.map(formatTimeOfDay);
  const minimum = formatDuration(minIntervalMs);
  throw new ScheduleError(`The schedule runs more often than every ${minimum} (at ${earlier} and ${later})`);
}

export interface SchedulePreview {
  valid: boolean;
  /** The reason why the schedule is not valid. Empty when it is valid. */
  error: string;
  next_runs: number[];
}

export function previewSchedule(
  cron: string,
  timezone: string,
  options: ScheduleOptions & { afterMs: number; count: number },
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

/** A period in which a time zone has a constant UTC offset, between two shifts. */
interface OffsetPeriod {
  startMs: number;
  endMs: number;
  offsetMs: number;
  /** The offset before `startMs`. */
  offsetBeforeMs: number;
}

function nextOccurrence(times: WallTimes, timezone: string, afterMs: number): number | undefined {
  // The local day of a cycle begins at most a day earlier in UTC.
  const fromMs = Math.max(Math.floor(afterMs) + 1, firstWallMs(times) - 24 * 60 * MINUTE_MS);
  const limitMs = fromMs + longestWaitMs(times);
  let startMs = fromMs;
  while (startMs < limitMs) {
    const period = findOffsetPeriod(timezone, startMs);
    const occurrenceMs = firstOccurrence(times, period, fromMs, limitMs);
    if (occurrenceMs !== undefined) return occurrenceMs;
    startMs = period.endMs;
  }
  return undefined;
}

/** Returns the first occurrence within a period, from `fromMs` on and before `limitMs`. */
function firstOccurrence(times: WallTimes, period: OffsetPeriod, fromMs: number, limitMs: number): number | undefined {
  const { startMs, offsetMs } = period;
  const resumeWallMs = findResumption(times, period);
  const fromWallMs = fromMs > startMs ? Math.max(fromMs + offsetMs, resumeWallMs) : resumeWallMs;
  const wallMs = firstBetween(times, fromWallMs, Math.min(period.endMs, limitMs) + offsetMs);
  // With the new offset, skipped times lie before the period. They fire when the period starts.
  return wallMs === undefined ? undefined : Math.max(wallMs - offsetMs, startMs);
}

/**
 * Returns the local time from which a period fires. A continuous pattern starts with the local time after the shift.
 * Fixed times start with the local time before the shift, which includes the times that a shift forward skips and
 * excludes those that a shift back repeats.
 */
function findResumption(times: WallTimes, { startMs, offsetMs, offsetBeforeMs }: OffsetPeriod): number {
  const [beforeWallMs, afterWallMs] = [startMs + offsetBeforeMs, startMs + offsetMs];
  const [firstMs, endMs] = [Math.min(beforeWallMs, afterWallMs), Math.max(beforeWallMs, afterWallMs)];
  if (firstMs === endMs) return afterWallMs;
  const isFrequent = times.minutes.size > 1 || times.hours.size === 24;
  return isFrequent && hasHoursBetween(times, firstMs - 1, endMs) ? afterWallMs : beforeWallMs;
}

function findOffsetPeriod(timezone: string, atMs: number): OffsetPeriod {
  const at = toZonedTime(timezone, atMs);
  // A shift at exactly this time starts the period, but "previous" would not include it.
  const startMs = toZonedTime(timezone, atMs + 1).getTimeZoneTransition('previous')?.epochMilliseconds;
  const offsetMs = readOffset(at);
  return {
    startMs: startMs ?? Number.NEGATIVE_INFINITY,
    endMs: at.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs,
    offsetBeforeMs: startMs === undefined ? offsetMs : readOffset(toZonedTime(timezone, startMs - 1)),
  };
}

function toZonedTime(timezone: string, ms: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone);
}

function readOffset(time: Temporal.ZonedDateTime): number {
  return time.offsetNanoseconds / 1_000_000;
}

const MAX_TIME_ZONE_CHARACTERS = 100;

function checkTimeZone(timezone: string): void {
  if (timezone.length <= MAX_TIME_ZONE_CHARACTERS && isTimeZone(timezone)) return;
  const shown = timezone.slice(0, MAX_TIME_ZONE_CHARACTERS);
  throw new ScheduleError(`'${shown}' is not a time zone: it needs an IANA name such as Europe/Berlin`, 'timezone');
}

function isTimeZone(name: string): boolean {
  // Temporal accepts an offset such as +02:00 as a zone, but it has no daylight saving time and no name.
  if (!/^[a-z]/i.test(name)) return false;
  try {
    // Only the constructor requires an identifier. Other functions accept an ISO time that contains a zone.
    new Temporal.ZonedDateTime(0n, name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function formatTimeOfDay(minuteOfDay: number): string {
  const [hour, minute] = [Math.floor(minuteOfDay / 60), minuteOfDay % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function formatDuration(ms: number): string {
  const minutes = ms / MINUTE_MS;
  if (!Number.isInteger(minutes)) return `${ms / 1000} seconds`;
  return minutes === 1 ? 'minute' : `${minutes} minutes`;
}
