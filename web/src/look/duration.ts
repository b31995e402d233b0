/** Writes durations and times in the unit that reads best. */

import * as texts from '../texts/look.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Writes `812 ms`, `3.4 s`, `2 m 05 s`, `2 h 04 m` or `3 d 4 h`. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return texts.ms(Math.max(0, Math.round(ms)));
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} m ${pad(Math.floor((ms % MINUTE) / SECOND))} s`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ${pad(Math.floor((ms % HOUR) / MINUTE))} m`;
  return `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / HOUR)} h`;
}

/** Writes how far a time is from now: `now`, `3 m ago`, `in 4 h`. */
export function formatRelative(at: number, now: number): string {
  const distance = Math.abs(at - now);
  if (distance < 10 * SECOND) return 'now';
  const text = coarse(distance);
  return at < now ? texts.ago(text) : texts.inIt(text);
}

/** Writes the time of day of today, and the date of other days. */
export function formatClock(at: number, now: number): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(now).toDateString();
  const clock = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  return isToday ? clock : `${formatDay(at)} ${clock}`;
}

export function formatDay(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Writes the exact time, in the reader's zone. */
export function formatExact(at: number): string {
  const date = new Date(at);
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(pad).join(':');
  return `${formatDay(at)} ${clock}.${String(date.getMilliseconds()).padStart(3, '0')}`;
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
