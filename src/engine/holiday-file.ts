// The holidays in a file: a text with one date on each line, a list of dates in JSON, or a calendar (RFC 5545), whose
// events are the holidays.
//
// A problem names the place and not what is there: whoever changes a schedule need not be allowed to read the file.

import { ScheduleError } from './cron-fields.ts';
import { readDate, readEntryDay } from './schedule-days.ts';

/** Nothing is off for longer, and a mistake in a year must not make a list of millions of days. */
const MOST_DAYS = 366;

/** Throws `ScheduleError`. */
export function parseHolidayFile(text: string): ReadonlySet<number> {
  const content = text.replace(/^\uFEFF/, '').trim();
  if (/^BEGIN:VCALENDAR/i.test(content)) return parseCalendar(content);
  return content.startsWith('[') ? parseList(content) : parseEntries(content.split('\n'), 'line');
}

function parseList(content: string): ReadonlySet<number> {
  try {
    return parseEntries(JSON.parse(content), 'entry');
  } catch (error) {
    if (error instanceof SyntaxError) throw new ScheduleError('is not valid JSON', 'days');
    throw error;
  }
}

function parseEntries(entries: readonly unknown[], place: string): ReadonlySet<number> {
  const days = new Set<number>();
  for (const [index, entry] of entries.entries()) {
    if (typeof entry === 'string' && entry.trim() === '') continue;
    const day = readEntryDay(entry);
    if (day === undefined) {
      throw new ScheduleError(`has no date such as 2026-12-25 in ${place} ${index + 1}`, 'days');
    }
    days.add(day);
  }
  return days;
}

interface CalendarEvent {
  start?: number | undefined;
  /** Not part of the event. */
  end?: number | undefined;
  isCancelled?: boolean;
}

function parseCalendar(content: string): ReadonlySet<number> {
  const days = new Set<number>();
  let event: CalendarEvent | undefined;
  let count = 0;
  // A line that begins with a space continues the one before it.
  for (const line of content.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([A-Za-z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
    const property = name.toUpperCase();
    if (property === 'BEGIN' && value.toUpperCase() === 'VEVENT') {
      event = {};
      count++;
    } else if (property === 'END' && value.toUpperCase() === 'VEVENT') {
      addDays(days, event ?? {}, count);
      event = undefined;
    } else if (event) {
      readProperty(event, property, value, count);
    }
  }
  return days;
}

function readProperty(event: CalendarEvent, property: string, value: string, count: number): void {
  if (property === 'DTSTART') event.start = readCalendarDay(value);
  if (property === 'DTEND') event.end = readCalendarDay(value);
  if (property === 'STATUS') event.isCancelled = value.trim().toUpperCase() === 'CANCELLED';
  if (property === 'RRULE' || property === 'RDATE') {
    throw new ScheduleError(`repeats event ${count}: a calendar of holidays must name each of their dates`, 'days');
  }
}

function addDays(days: Set<number>, { start, end, isCancelled }: CalendarEvent, count: number): void {
  if (isCancelled) return;
  if (start === undefined) throw new ScheduleError(`has no date in event ${count}`, 'days');
  // An event that names a time of day ends on the day on which it begins, unless it says more.
  const last = Math.max(start + 1, end ?? 0);
  if (last - start > MOST_DAYS) throw new ScheduleError(`has more than ${MOST_DAYS} days in event ${count}`, 'days');
  for (let day = start; day < last; day++) days.add(day);
}

/** Reads 20261225, also where a time of day follows. */
function readCalendarDay(value: string): number | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(value.trim()) ?? [];
  return year === undefined ? undefined : readDate(`${year}-${month}-${day}`);
}
