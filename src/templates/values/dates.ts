import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Returns the milliseconds since the epoch for an ISO 8601 text, in UTC unless it names a zone. Undefined for other
 * texts.
 */
export function parseDate(text: string): number | undefined {
  const match = ISO.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(part => Number(part ?? 0));
  const fraction = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000);
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  time.setUTCHours(hour, minute, second, fraction);
  const isReal =
    time.getUTCMonth() === month - 1 && time.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return isReal ? time.getTime() - offsetMinutes(match[8] ?? 'Z') * 60_000 : undefined;
}

function offsetMinutes(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || 0);
  return zone.startsWith('-') ? -minutes : minutes;
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAY_MS = 86_400_000;

/** A point in time as a clock in a time zone shows it. */
interface LocalTime {
  /** The local time as if it were UTC. Its UTC fields are the fields to print. */
  readonly date: Date;
  readonly offsetMinutes: number;
  readonly zone: string;
}

/** C's `strftime` in English. `%-d` omits leading zeros. */
export function formatDate(milliseconds: number, format: string, zone: string, budget: Budget): string {
  const time = localTime(milliseconds, zone, budget);
  budget.allocate(format.length * 4);
  budget.spend(format.length);
  return format.replaceAll(/%(-?)([a-zA-Z%])/g, (whole, dash: string, code: string) => {
    const text = field(time, code);
    if (text === undefined) throw new TemplateError(`strftime does not know '${whole}'`);
    return dash === '-' ? text.replace(/^[0 ]+(?=.)/, '') : text;
  });
}

function localTime(milliseconds: number, zone: string, budget: Budget): LocalTime {
  const instant = Math.floor(milliseconds);
  if (zone.toUpperCase() === 'UTC') return { date: new Date(instant), offsetMinutes: 0, zone: 'UTC' };
  // Creating a formatter loads zone data, which takes about as long as a thousand steps.
  budget.spend(1_000);
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    }).formatToParts(instant);
    const part = (type: string): string => parts.find(each => each.type === type)?.value ?? '';
    const date = new Date(0);
    const year = Number(part('year'));
    date.setUTCFullYear(part('era') === 'BC' ? 1 - year : year, Number(part('month')) - 1, Number(part('day')));
    date.setUTCHours(
      Number(part('hour')),
      Number(part('minute')),
      Number(part('second')),
      ((instant % 1000) + 1000) % 1000,
    );
    return { date, offsetMinutes: Math.round((date.getTime() - instant) / 60_000), zone: part('timeZoneName') };
  } catch (error) {
    if (error instanceof RangeError) throw new TemplateError(`'${zone.slice(0, 60)}' is not a time zone`);
    throw error;
  }
}

function field(time: LocalTime, code: string): string | undefined {
  const { date } = time;
  const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
  switch (code) {
    case '%':
      return '%';
    case 'Y':
      return pad(date.getUTCFullYear(), 4);
    case 'y':
      return pad(((date.getUTCFullYear() % 100) + 100) % 100);
    case 'm':
      return pad(date.getUTCMonth() + 1);
    case 'd':
      return pad(date.getUTCDate());
    case 'e':
      return String(date.getUTCDate()).padStart(2, ' ');
    case 'H':
      return pad(date.getUTCHours());
    case 'I':
      return pad(date.getUTCHours() % 12 || 12);
    case 'M':
      return pad(date.getUTCMinutes());
    case 'S':
      return pad(date.getUTCSeconds());
    case 'f':
      return pad(date.getUTCMilliseconds() * 1000, 6);
    case 'p':
      return date.getUTCHours() < 12 ? 'AM' : 'PM';
    case 'A':
      return DAYS[date.getUTCDay()];
    case 'a':
      return DAYS[date.getUTCDay()]?.slice(0, 3);
    case 'B':
      return MONTHS[date.getUTCMonth()];
    case 'b':
    case 'h':
      return MONTHS[date.getUTCMonth()]?.slice(0, 3);
    case 'z':
      return `${time.offsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(time.offsetMinutes) / 60))}${pad(Math.abs(time.offsetMinutes) % 60)}`;
    case 'Z':
      return time.zone;
    case 's':
      return String(Math.floor((date.getTime() - time.offsetMinutes * 60_000) / 1000));
    default:
      return weekField(date, code, pad) ?? compoundField(time, code);
  }
}

function weekField(date: Date, code: string, pad: (value: number, length?: number) => string): string | undefined {
  const dayOfYear = Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS);
  const weekday = date.getUTCDay();
  switch (code) {
    case 'j':
      return pad(dayOfYear + 1, 3);
    case 'w':
      return String(weekday);
    case 'u':
      return String(weekday || 7);
    case 'U':
      return pad(Math.floor((dayOfYear + 7 - weekday) / 7));
    case 'W':
      return pad(Math.floor((dayOfYear + 7 - ((weekday + 6) % 7)) / 7));
    case 'V':
    case 'G': {
      // A week belongs to the year of its Thursday.
      const thursday = new Date(date.getTime() + (4 - (weekday || 7)) * DAY_MS);
      const year = thursday.getUTCFullYear();
      if (code === 'G') return pad(year, 4);
      return pad(1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS / 7));
    }
    default:
      return undefined;
  }
}

const COMPOUNDS: Readonly<Record<string, string>> = {
  F: '%Y-%m-%d',
  T: '%H:%M:%S',
  R: '%H:%M',
  D: '%m/%d/%y',
  c: '%a %b %e %H:%M:%S %Y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
};

function compoundField(time: LocalTime, code: string): string | undefined {
  const format = Object.hasOwn(COMPOUNDS, code) ? COMPOUNDS[code] : undefined;
  return format?.replaceAll(/%([a-zA-Z])/g, (_, each: string) => field(time, each) ?? '');
}
