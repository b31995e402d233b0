import Type from 'typebox';
import { strict } from '../../nodes/param-schemas.ts';
import { StepError } from '../../nodes/step.ts';
import { defineTool } from '../contract/tool.ts';
import { integer } from '../contract/tool-params.ts';
import {
  attempt,
  readTime,
  TIME_DESCRIPTION,
  timeParam,
  timeSchema,
  timezoneParam,
  toTimeFields,
} from './date-values.ts';

function amount(title: string, note = '') {
  return Type.Optional(
    integer(title, `How many to add; negative ones are taken away.${note}`, {
      minimum: -1_000_000,
      maximum: 1_000_000,
    }),
  );
}

export const dateAdd = defineTool({
  name: 'date_add',
  title: 'Add to a date',
  description:
    'Adds years, months, days and so on to a date, by the calendar and the clock of the time zone: a day is a day, also ' +
    `when the clocks change, and a month after 31 January is the end of February. Result: ${TIME_DESCRIPTION}.`,
  outputSchema: timeSchema,
  inputSchema: Type.Object(
    {
      value: timeParam('Value', 'The date.'),
      timezone: Type.Optional(timezoneParam('Zone of the calendar, and of a value that names none.')),
      years: amount('Years'),
      months: amount('Months'),
      weeks: amount('Weeks'),
      days: amount('Days'),
      working_days: amount('Working days', ' Mondays to Fridays, without regard to holidays.'),
      hours: amount('Hours'),
      minutes: amount('Minutes'),
      seconds: amount('Seconds'),
    },
    strict,
  ),
  call: async ({ value, timezone = 'UTC', working_days = 0, ...amounts }) => {
    const start = readTime('value', value, timezone);
    const { years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = amounts;
    const end = attempt(() =>
      addWorkingDays(start.add({ years }).add({ months }).add({ weeks }).add({ days }), working_days)
        .add({ hours })
        .add({ minutes })
        .add({ seconds }),
    );
    if (!end) throw new StepError('The result lies beyond the dates that can be reckoned with');
    return { output: toTimeFields(end), text: end.toString() };
  },
});

/** On a weekend, counting starts at its edge: one day forward is Monday, one day back is Friday. */
function addWorkingDays(start: Temporal.ZonedDateTime, count: number): Temporal.ZonedDateTime {
  if (count === 0) return start;
  const edge = count > 0 ? 5 : 8;
  const first = start.dayOfWeek > 5 ? start.add({ days: edge - start.dayOfWeek }) : start;
  let time = first.add({ weeks: Math.trunc(count / 5) });
  for (let remaining = Math.abs(count % 5); remaining > 0; ) {
    time = time.add({ days: Math.sign(count) });
    if (time.dayOfWeek <= 5) remaining--;
  }
  return time;
}
