import Type from 'typebox';
import { strict } from '../../nodes/param-schemas.ts';
import { defineTool } from '../contract/tool.ts';
import { readTime, timeParam, timezoneParam } from './date-values.ts';

export const dateDifference = defineTool({
  name: 'date_difference',
  title: 'Time between two dates',
  description:
    'Counts the time from one date to another; negative when the second is earlier. Result: milliseconds, seconds, ' +
    'minutes, hours and days as totals (days by the calendar of the time zone, with fractions), working_days (Mondays ' +
    'to Fridays from the first date up to the second, which is not counted), and calendar: the same time as years, ' +
    'months, days, hours, minutes, seconds, and as an ISO 8601 duration.',
  outputSchema: Type.Object({
    milliseconds: Type.Number(),
    seconds: Type.Number(),
    minutes: Type.Number(),
    hours: Type.Number(),
    days: Type.Number(),
    working_days: Type.Integer(),
    calendar: Type.Unknown(),
  }),
  inputSchema: Type.Object(
    {
      start: timeParam('Start', 'The first date.'),
      end: timeParam('End', 'The second date.'),
      timezone: Type.Optional(timezoneParam('Zone of the calendar, and of dates that name none.')),
    },
    strict,
  ),
  call: async ({ start, end, timezone = 'UTC' }) => {
    const from = readTime('start', start, timezone);
    const to = readTime('end', end, timezone);
    const milliseconds = to.epochMilliseconds - from.epochMilliseconds;
    const days = from.until(to, { largestUnit: 'day' }).total({ unit: 'days', relativeTo: from });
    const span = from.until(to, { largestUnit: 'year', smallestUnit: 'second' });
    return {
      output: {
        milliseconds,
        seconds: milliseconds / 1000,
        minutes: milliseconds / 60_000,
        hours: milliseconds / 3_600_000,
        days,
        working_days: workingDays(from.toPlainDate(), to.toPlainDate()),
        calendar: toFields(span),
      },
      text: span.blank ? '0 seconds' : span.toLocaleString('en', { style: 'long' }),
    };
  },
});

function toFields(span: Temporal.Duration) {
  const { years, months, days, hours, minutes, seconds } = span;
  return { years, months, days, hours, minutes, seconds, iso: span.toString() };
}

function workingDays(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  const days = from.until(to, { largestUnit: 'day' }).days;
  if (days < 0) return -workingDays(to, from);
  const weeks = Math.floor(days / 7);
  let count = weeks * 5;
  for (let day = from.add({ weeks }); Temporal.PlainDate.compare(day, to) < 0; day = day.add({ days: 1 })) {
    if (day.dayOfWeek <= 5) count++;
  }
  return count;
}
