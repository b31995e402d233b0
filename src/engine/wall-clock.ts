// The times of a cron expression as local times, in a calendar without zones and shifts. A local ("wall") time is
// represented as the milliseconds since 1970 that it would have in UTC.

import type { CronFields } from './cron-fields.ts';
import { type DayRules, EVERY_DAY, isInCycle, NO_HOLIDAYS, weekdayOf } from './schedule-days.ts';

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface WallTimes extends CronFields {
  /** Minutes after midnight in ascending order. They are the same on every day on which the schedule fires. */
  timesOfDay: readonly number[];
  days: DayRules;
}

export function wallTimes(fields: CronFields, days: DayRules = EVERY_DAY): WallTimes {
  const timesOfDay = [...fields.hours].flatMap(hour => [...fields.minutes].map(minute => hour * 60 + minute));
  return { ...fields, timesOfDay: timesOfDay.sort((a, b) => a - b), days };
}

export function withoutHolidays(times: WallTimes): WallTimes {
  return { ...times, days: { ...times.days, holidays: NO_HOLIDAYS } };
}

/**
 * Every cron expression that fires at all fires within eight years: the longest wait is for 29 February (1896 to 1904). A
 * fifth Friday in February comes again after at most forty (1880 to 1920).
 */
export function longestWaitMs({ days: { cycle, nth } }: WallTimes): number {
  return (cycle || nth !== undefined ? 41 : 8) * 366 * DAY_MS;
}

/** Before this time, the schedule does not fire. */
export function firstWallMs({ days: { cycle } }: WallTimes): number {
  return cycle ? cycle.fromDay * DAY_MS : Number.NEGATIVE_INFINITY;
}

/** Tells whether the schedule fires on the day of a time. */
export function firesOnDayOf(times: WallTimes, wallMs: number): boolean {
  const day = Math.floor(wallMs / DAY_MS);
  return firesOn(times, day, new Date(day * DAY_MS));
}

/** Returns the first time from `fromWallMs` on and before `endWallMs`, if there is one. */
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
 * Returns two times of day, in minutes after midnight, that are too close to each other anywhere in the calendar. The
 * result is exact: it compares the times of one day, and the last time of a day with the first of the next active day.
 */
export function findTimesCloserThan(times: WallTimes, intervalMs: number): [number, number] | undefined {
  const minutes = intervalMs / MINUTE_MS;
  const { timesOfDay } = times;
  for (const [index, later] of timesOfDay.entries()) {
    const earlier = timesOfDay[index - 1];
    if (earlier !== undefined && later - earlier < minutes) return [earlier, later];
  }
  const [first, last] = [timesOfDay[0], timesOfDay.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  // Most schedules do not need the calendar, because they are not too close even on consecutive days.
  const daysNeeded = (minutes + last - first) / (24 * 60);
  return daysNeeded > 1 && hasDaysCloserThan(times, daysNeeded) ? [last, first] : undefined;
}

/** Tells whether the schedule has the hours of both times and all hours between them. */
export function hasHoursBetween({ hours }: WallTimes, fromWallMs: number, toWallMs: number): boolean {
  const last = Math.floor(toWallMs / HOUR_MS);
  for (let hour = Math.floor(fromWallMs / HOUR_MS); hour <= last; hour += 1) {
    if (!hours.has(((hour % 24) + 24) % 24)) return false;
  }
  return true;
}

/** Returns the first active day, counted from 1970-01-01, from `fromDay` on and before `endDay`. */
function firstDayBetween(times: WallTimes, fromDay: number, endDay: number): number | undefined {
  let day = fromDay;
  while (day < endDay) {
    const date = new Date(day * DAY_MS);
    if (!times.months.has(date.getUTCMonth() + 1)) {
      day = date.setUTCMonth(date.getUTCMonth() + 1, 1) / DAY_MS;
    } else if (firesOn(times, day, date)) {
      return day;
    } else {
      day += 1;
    }
  }
  return undefined;
}

function firesOn(times: WallTimes, day: number, date: Date): boolean {
  const { months, days } = times;
  const dayOfMonth = date.getUTCDate();
  if (!months.has(date.getUTCMonth() + 1) || !isChosen(times, day, dayOfMonth)) return false;
  if (days.cycle && !isInCycle(days.cycle, day)) return false;
  return days.nth === undefined || isNth(times, days.nth, { day, dayOfMonth, date });
}

/** Whether cron names the day, and it is no holiday. */
function isChosen(times: WallTimes, day: number, dayOfMonth: number): boolean {
  return matchesDay(times, dayOfMonth, weekdayOf(day)) && !times.days.holidays.has(day);
}

/** Counts the chosen days of the month from its beginning to the day, or from the day to its end. */
function isNth(
  times: WallTimes,
  nth: number,
  { day, dayOfMonth, date }: { day: number; dayOfMonth: number; date: Date },
): boolean {
  const monthDays = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  const [first, last] = nth > 0 ? [1, dayOfMonth] : [dayOfMonth, monthDays];
  let count = 0;
  for (let each = first; each <= last; each += 1) if (isChosen(times, day - dayOfMonth + each, each)) count += 1;
  return count === Math.abs(nth);
}

/**
 * Follows cron: when both fields are restricted, a day must be in one of them, and in both otherwise. A field with all
 * its values is not restricted, however it is written.
 */
function matchesDay({ daysOfMonth, daysOfWeek }: CronFields, dayOfMonth: number, dayOfWeek: number): boolean {
  const inMonth = daysOfMonth.has(dayOfMonth);
  const inWeek = daysOfWeek.has(dayOfWeek);
  return daysOfMonth.size < 31 && daysOfWeek.size < 7 ? inMonth || inWeek : inMonth && inWeek;
}

/**
 * Searches 29 years, or the first 29 of a cycle. In 28 years every kind of year (leap or not, by its first weekday) follows
 * every kind that it can follow, so the search finds every distance shorter than a year.
 */
function hasDaysCloserThan(times: WallTimes, days: number): boolean {
  const start = Math.max(Date.UTC(2001, 0, 1), firstWallMs(times)) / DAY_MS;
  const end = start + 29 * 366;
  let previous = Number.NEGATIVE_INFINITY;
  for (let day = firstDayBetween(times, start, end); day !== undefined; day = firstDayBetween(times, day + 1, end)) {
    if (day - previous < days) return true;
    previous = day;
  }
  return false;
}
