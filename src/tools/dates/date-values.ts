/** Points in time as params and results of the date tools. */
import Type from 'typebox';
import { StepError } from '../../nodes/step.ts';
import { widget } from '../../nodes/widgets.ts';

type TimeParam = string | number;

export function timeParam(title: string, description: string) {
  return Type.Unsafe<TimeParam>({
    type: ['string', 'number'],
    title,
    description: `${description} An ISO 8601 text, such as 2026-01-31T12:00:00Z or 2026-01-31, or milliseconds since 1970.`,
  });
}

export function timezoneParam(description: string) {
  return Type.String({
    title: 'Time zone',
    description: `${description} An IANA name, such as Europe/Berlin.`,
    default: 'UTC',
    ...widget('timezone'),
  });
}

/** Reads a text without a zone as a wall-clock time in `timezone`, and a date without a time as the start of the day. */
export function readTime(name: string, value: TimeParam, timezone: string): Temporal.ZonedDateTime {
  checkTimezone(timezone);
  const time = typeof value === 'number' ? fromMilliseconds(value, timezone) : fromText(value.trim(), timezone);
  if (time) return time;
  throw new StepError(`'${name}' is not a point in time: ${JSON.stringify(value).slice(0, 100)}`);
}

/** The result of every tool that returns a point in time. */
export function toTimeFields(time: Temporal.ZonedDateTime) {
  return {
    iso: time.toString({ timeZoneName: 'never' }),
    utc: time.toInstant().toString(),
    timestamp: time.epochMilliseconds,
    date: time.toPlainDate().toString(),
    time: time.toPlainTime().toString({ smallestUnit: 'second' }),
    year: time.year,
    month: time.month,
    day: time.day,
    hour: time.hour,
    minute: time.minute,
    second: time.second,
    weekday: time.dayOfWeek,
    weekday_name: WEEKDAYS[time.dayOfWeek - 1],
    week: time.weekOfYear,
    day_of_year: time.dayOfYear,
    timezone: time.timeZoneId,
  };
}

/** The schema of what `toTimeFields` returns. */
export const timeSchema = Type.Object({
  ...Object.fromEntries(['iso', 'utc', 'date', 'time', 'weekday_name', 'timezone'].map(name => [name, Type.String()])),
  ...Object.fromEntries(
    ['timestamp', 'year', 'month', 'day', 'hour', 'minute', 'second', 'weekday', 'week', 'day_of_year'].map(name => [
      name,
      Type.Integer(),
    ]),
  ),
});

export const TIME_DESCRIPTION =
  'iso (with the offset of the time zone), utc, timestamp (milliseconds), date, time, year, month, day, hour, minute, ' +
  'second, weekday (1 is Monday), weekday_name, week (ISO), day_of_year, timezone';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function checkTimezone(timezone: string): void {
  // Temporal accepts offsets as zones, but these have no name and no daylight saving time.
  if (/^[a-z]/i.test(timezone) && attempt(() => new Temporal.ZonedDateTime(0n, timezone))) return;
  throw new StepError(`'${timezone.slice(0, 100)}' is not a time zone: it needs an IANA name such as Europe/Berlin`);
}

function fromMilliseconds(value: number, timezone: string): Temporal.ZonedDateTime | undefined {
  return attempt(() => Temporal.Instant.fromEpochMilliseconds(Math.round(value)).toZonedDateTimeISO(timezone));
}

function fromText(text: string, timezone: string): Temporal.ZonedDateTime | undefined {
  // Digits alone may be seconds, milliseconds or a date, so the author has to say which.
  if (/^\d+$/.test(text)) return undefined;
  return (
    attempt(() => Temporal.Instant.from(text).toZonedDateTimeISO(timezone)) ??
    attempt(() => Temporal.PlainDateTime.from(text).toZonedDateTime(timezone))
  );
}

/** Returns undefined for RangeErrors, which Temporal throws for invalid times and for those beyond its range. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
