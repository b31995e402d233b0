/** Days and times of the browser's time zone, as fields for dates write them and as people read them. PURE. */
import { LOCALE } from '../texts/locale.ts';

/** Reads `2026-11-16` as the beginning of that day. */
export function fromDay(text: string): number | undefined {
  const time = new Date(`${text}T00:00:00`).getTime();
  return Number.isNaN(time) || time < 0 ? undefined : time;
}

/** The last millisecond of the day. */
export function toEndOfDay(text: string): number | undefined {
  const begin = fromDay(text);
  if (begin === undefined) return undefined;
  const next = new Date(begin);
  // Days on which clocks change have 23 or 25 hours.
  next.setDate(next.getDate() + 1);
  return next.getTime() - 1;
}

export function toDay(time: number | undefined): string {
  if (time === undefined) return '';
  const date = new Date(time);
  const pad = (number: number, digits: number) => String(number).padStart(digits, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

/** A time to plan with: nobody needs its seconds. */
export function formatMoment(time: number): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}
