// The times of a cron expression as a clock on the wall shows them, in a calendar without zones and shifts. Such a time
// is a number: the milliseconds since 1970 that the clock's reading would have in UTC.

import type { CronFields } from './cron-fields.ts';

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What occurs at all occurs within eight years: so long 29 February may take (1896 to 1904), and nothing else so long. */
export const LONGEST_WAIT_MS = 8 * 366 * DAY_MS;

export interface WallTimes extends CronFields {
  /** Minutes after midnight, ascending: the same on every day that has any. */
  timesOfDay: readonly number[];
}

export function wallTimes(fields: CronFields): WallTimes {
  const timesOfDay = [...fields.hours].flatMap(hour => [...fields.minutes].map(minute => hour * 60 + minute));
  return { ...fields, timesOfDay: timesOfDay.sort((a, b) => a - b) };
}

/** The first time from a moment on and before another one, if there is any. */
export function firstBetween(times: WallTimes, fromWallMs: number, endWallMs: number): number | undefined {
  const today = Math.floor(fromWallMs / DAY_MS);
  const minuteOfDay = (fromWallMs - today * DAY_MS) / MINUTE_MS;
  const laterToday = times.timesOfDay.find(time => time >= minuteOfDay);
  const day = firstDayBetween(times, laterToday === undefined ? today + 1 : today, endWallMs / DAY_MS);
  const time = day === today ? laterToday : times.timesOfDay[0];
  if (day === undefined || time === undefined) return undefined;
  const wallMs = day * DAY_MS + time * MINUTE_MS;
  return wallMs < endWallMs ? wallMs : undefined;
}

/**
 * Two times of day, in minutes after midnight, that follow on each other too closely somewhere in the calendar. Exact:
 * times of one day are compared as they are, and the last of a day with the first of the next day there is.
 */
export function timesCloserThan(times: WallTimes, intervalMs: number): [number, number] | undefined {
  const minutes = intervalMs / MINUTE_MS;
  const { timesOfDay } = times;
  for (const [index, later] of timesOfDay.entries()) {
    const earlier = timesOfDay[index - 1];
    if (earlier !== undefined && later - earlier < minutes) return [earlier, later];
  }
  const [first, last] = [timesOfDay[0], timesOfDay.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  // Most schedules need no look at the calendar: not even from one day to the next are they too close.
  const daysNeeded = (minutes + last - first) / (24 * 60);
  return daysNeeded > 1 && hasDaysCloserThan(times, daysNeeded) ? [last, first] : undefined;
}

/** Whether the hours of two moments, and all between them, are among the hours. */
export function hasHoursBetween({ hours }: WallTimes, fromWallMs: number, toWallMs: number): boolean {
  const last = Math.floor(toWallMs / HOUR_MS);
  for (let hour = Math.floor(fromWallMs / HOUR_MS); hour <= last; hour += 1) {
    if (!hours.has(((hour % 24) + 24) % 24)) return false;
  }
  return true;
}

/** Days are counted from 1970-01-01. */
function firstDayBetween(times: WallTimes, fromDay: number, endDay: number): number | undefined {
  let day = fromDay;
  while (day < endDay) {
    const date = new Date(day * DAY_MS);
    if (!times.months.has(date.getUTCMonth() + 1)) {
      day = date.setUTCMonth(date.getUTCMonth() + 1, 1) / DAY_MS;
    } else if (isDayOf(times, date.getUTCDate(), date.getUTCDay())) {
      return day;
    } else {
      day += 1;
    }
  }
  return undefined;
}

/**
 * As cron has it: a day needs to be in one of the two fields when both leave days out, and in both otherwise. A field
 * that has all its values leaves nothing out, whichever way it is written.
 */
function isDayOf({ daysOfMonth, daysOfWeek }: CronFields, dayOfMonth: number, dayOfWeek: number): boolean {
  const inMonth = daysOfMonth.has(dayOfMonth);
  const inWeek = daysOfWeek.has(dayOfWeek);
  return daysOfMonth.size < 31 && daysOfWeek.size < 7 ? inMonth || inWeek : inMonth && inWeek;
}

/**
 * Looks through 28 years and one more, in which every kind of year (leap or not, by the weekday it starts on) follows
 * every kind that it can follow: nothing shorter than a year is missed.
 */
function hasDaysCloserThan(times: WallTimes, days: number): boolean {
  // The days until a month begins. 2001 began on a Monday, so that a day's number also tells its weekday.
  let daysBefore = 0;
  let previous = Number.NEGATIVE_INFINITY;
  for (let month = 0; month < 29 * 12; month += 1) {
    const monthDays = new Date(Date.UTC(2001, month + 1, 0)).getUTCDate();
    for (let dayOfMonth = 1; dayOfMonth <= monthDays && times.months.has((month % 12) + 1); dayOfMonth += 1) {
      const day = daysBefore + dayOfMonth;
      if (!isDayOf(times, dayOfMonth, day % 7)) continue;
      if (day - previous < days) return true;
      previous = day;
    }
    daysBefore += monthDays;
  }
  return false;
}
