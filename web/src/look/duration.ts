/** Writes durations and times in the unit that reads best. */
import { LOCALE } from '../texts/locale.ts';
import * as texts from '../texts/look.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Writes `812 ms`, `3.4 s`, `2 m 05 s`, `2 h 04 m` or `3 d 4 h`. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 10 * SECOND) return `${new Intl.NumberFormat(LOCALE, ONE_DIGIT).format(ms / SECOND)} s`;
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} m ${pad(Math.floor((ms % MINUTE) / SECOND))} s`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ${pad(Math.floor((ms % HOUR) / MINUTE))} m`;
  return `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / HOUR)} h`;
}

/** Writes how far a time is from now: `now`, `3 m ago`, `in 4 h`. */
export function formatRelative(at: number, now: number): string {
  const distance = Math.abs(at - now);
  if (distance < 10 * SECOND) return texts.now;
  const text = coarse(distance);
  return at < now ? texts.ago(text) : texts.inTime(text);
}

const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

/** Writes the time of day of today, and the date of other days. Dates and times are written as the reader's browser does. */
export function formatClock(at: number, now: number, locale = LOCALE): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return format(at, isToday ? CLOCK : { ...DATE, ...CLOCK }, locale);
}

export function formatDay(at: number, locale = LOCALE): string {
  return format(at, DATE, locale);
}

/** Writes the exact time, in the reader's zone. */
export function formatExact(at: number, locale = LOCALE): string {
  return format(at, { ...DATE, ...CLOCK, second: '2-digit', fractionalSecondDigits: 3 }, locale);
}

/** Writes a time as the clocks of a zone show it, or those of UTC when the browser does not know the zone. */
export function formatInZone(at: number, timezone: string, locale = LOCALE): string {
  const timeZone = isTimezone(timezone) ? timezone : 'UTC';
  return format(at, { weekday: 'short', ...DATE, ...CLOCK, timeZone, timeZoneName: 'short' }, locale);
}

function format(at: number, options: Intl.DateTimeFormatOptions, locale: string): string {
  return new Intl.DateTimeFormat(locale, options).format(at);
}

function isTimezone(timezone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    return true;
  } catch {
    return false;
  }
}

function coarse(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} m`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
