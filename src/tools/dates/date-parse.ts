import Type from 'typebox';
import { strict, text } from '../../nodes/param-schemas.ts';
import { StepError } from '../../nodes/step.ts';
import { defineTool } from '../contract/tool.ts';
import { readByPattern } from './date-pattern.ts';
import {
  checkTimezone,
  readTime,
  TIME_DESCRIPTION,
  timeParam,
  timeSchema,
  timezoneParam,
  toTimeFields,
} from './date-values.ts';

export const dateParse = defineTool({
  name: 'date_parse',
  title: 'Read a date',
  description: `Reads a date or a point in time. Result: ${TIME_DESCRIPTION}.`,
  outputSchema: timeSchema,
  inputSchema: Type.Object(
    {
      value: timeParam('Value', 'The date, or a text in the given format.'),
      format: Type.Optional(
        text('Format', 'How the text is written, with the codes of strftime: %d.%m.%Y %H:%M. Without it: ISO 8601.'),
      ),
      timezone: Type.Optional(timezoneParam('Zone of the result, and of a text that names none.')),
    },
    strict,
  ),
  call: async ({ value, format, timezone = 'UTC' }) => {
    checkTimezone(timezone);
    if (format !== undefined && typeof value === 'number') {
      throw new StepError("'value' must be a string when a format is given");
    }
    const time =
      format === undefined ? readTime('value', value, timezone) : readByPattern(`${value}`, format, timezone);
    return { output: toTimeFields(time), text: time.toString() };
  },
});
