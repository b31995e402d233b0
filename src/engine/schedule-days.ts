// The days on which a schedule fires, beyond what cron can say. They narrow the days of the cron expression, which gives
// the times of day and the first choice of days:
//
// - A *cycle* is every n days from a date, or every n weeks from the week of a date. Weeks begin on Monday. Nothing fires
//   before the date.
// - *nth* is the nth of the days that cron names in each month, or counted from the end of the month if it is negative. So
//   `0 9 * * 5` with 2 is the second Friday, and `0 9 * * *` with -1 is the last day of the month.
// - On *holidays* nothing fires, and nth does not count them: `0 9 * * 1-5` with -1 is the last working day of the month.
//
// Days are numbered from 1970-01-01, in a calendar without zones.

import { ScheduleError } from './cron-fields.ts';
import { isObject } from './definition.ts';

/** As they are written in params. */
export interface ScheduleDays {
  readonly every?: number;
  readonly unit?: 'days' | 'weeks';
  /** An ISO date. */
  readonly from?: string;
  readonly nth?: number;
  /** Where the dates are: in a variable, such as `vars.holidays`, or in a file, such as `panel:<id>/holidays.ics`. */
  readonly holidays?: string;
}

export interface DayRules {
  readonly cycle?: Cycle;
  readonly nth?: number;
  readonly holidays: ReadonlySet<number>;
}

interface Cycle {
  /** The first day on which something fires. */
  readonly fromDay: number;
  /** After this many days, the cycle repeats. */
  readonly length: number;
  /** The first days of each cycle, which count: one, or a week. */
  readonly width: number;
  /** A day on which a cycle begins. */
  readonly startDay: number;
}

export const NO_HOLIDAYS: ReadonlySet<number> = new Set();
export const EVERY_DAY: DayRules = { holidays: NO_HOLIDAYS };

const DAY_MS = 86_400_000;

/** Reads what has the right type. The schema of the params reports the rest. */
export function readScheduleDays(value: unknown): ScheduleDays | undefined {
  if (!isObject(value)) return undefined;
  const { every, unit, from, nth, holidays } = value;
  return {
    ...(typeof every === 'number' && { every }),
    ...((unit === 'days' || unit === 'weeks') && { unit }),
    ...(typeof from === 'string' && { from }),
    ...(typeof nth === 'number' && { nth }),
    ...(typeof holidays === 'string' && { holidays }),
  };
}

/** Throws `ScheduleError`. */
export function toDayRules(days: ScheduleDays | undefined, holidays: ReadonlySet<number>): DayRules {
  if (!days) return { holidays };
  const { nth } = days;
  if (days.holidays !== undefined && holidaySource(days) === undefined) {
    throw new ScheduleError(
      "'holidays' in 'days' must name a variable, such as vars.holidays, or a file, such as panel:<id>/holidays.ics",
      'days',
    );
  }
  const cycle = toCycle(days);
  if (nth === undefined) return { ...(cycle && { cycle }), holidays };
  if (cycle) throw new ScheduleError("'nth' and 'every' can not be combined in 'days'", 'days');
  if (nth === 0) throw new ScheduleError("'nth' in 'days' counts from 1, or from -1 for the last day", 'days');
  return { nth, holidays };
}

function toCycle({ every, unit, from }: ScheduleDays): Cycle | undefined {
  if (every === undefined && unit === undefined && from === undefined) return undefined;
  if (every === undefined || unit === undefined || from === undefined) {
    throw new ScheduleError("'days' needs 'every', 'unit' and 'from' together", 'days');
  }
  const fromDay = readDate(from);
  if (fromDay === undefined) {
    throw new ScheduleError(`'from' in 'days' must be a date such as 2026-01-31, not ${shorten(from)}`, 'days');
  }
  if (unit === 'days') return { fromDay, length: every, width: 1, startDay: fromDay };
  return { fromDay, length: every * 7, width: 7, startDay: fromDay - ((weekdayOf(fromDay) + 6) % 7) };
}

/** Whether a cycle has the day. */
export function isInCycle({ fromDay, length, width, startDay }: Cycle, day: number): boolean {
  return day >= fromDay && (day - startDay) % length < width;
}

/** Counted from Sunday, which is 0. The first of January 1970 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/**
 * Reads the value of a variable: a list of dates, or a text with one on each line. What follows a date, such as a name, says
 * nothing. Throws `ScheduleError`.
 */
export function parseHolidays(value: unknown): ReadonlySet<number> {
  const entries: unknown = typeof value === 'string' ? value.split('\n') : value;
  if (!Array.isArray(entries))
    throw new ScheduleError('must be a list of dates, or a text with one on each line', 'days');
  const days = new Set<number>();
  for (const entry of entries) {
    if (typeof entry === 'string' && entry.trim() === '') continue;
    const day = readEntryDay(entry);
    if (day === undefined) {
      const shown = typeof entry === 'string' ? shorten(entry.trim()) : 'something else than a text';
      throw new ScheduleError(`has ${shown} where a date such as 2026-12-25 must be`, 'days');
    }
    days.add(day);
  }
  return days;
}

/** Reads the date at the beginning of a text. */
export function readEntryDay(entry: unknown): number | undefined {
  const [date = ''] = typeof entry === 'string' ? entry.trim().split(/[\s,;]/, 1) : [];
  return readDate(date);
}

/** A variable, or a file of a panel. */
export type HolidaySource =
  | { readonly variable: string; readonly file?: undefined }
  | { readonly variable?: undefined; readonly file: HolidayFile };

export interface HolidayFile {
  readonly panelId: string;
  readonly path: string;
}

export function holidaySource(days: ScheduleDays | undefined): HolidaySource | undefined {
  const text = days?.holidays ?? '';
  const variable = /^vars\.([A-Za-z_]\w{0,63})$/.exec(text)?.[1];
  if (variable !== undefined) return { variable };
  const [, panelId, path] = /^panel:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/(.+)$/.exec(text) ?? [];
  return panelId === undefined || path === undefined ? undefined : { file: { panelId, path } };
}

/** Returns the number of the day, or undefined when there is no such date. */
export function readDate(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  // JavaScript takes 30 February for 1 March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? date.getTime() / DAY_MS : undefined;
}

const SHOWN_CHARACTERS = 40;

function shorten(text: string): string {
  return `'${text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text}'`;
}
