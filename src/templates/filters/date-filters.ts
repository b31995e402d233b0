import { TemplateError } from '../template-error.ts';
import type { Operation, Operations } from '../values/callable.ts';
import { formatDate, parseDate } from '../values/dates.ts';
import { isNumber, toFloat, truncate } from '../values/numbers.ts';
import { textArgument } from '../values/text-changes.ts';
import { describeKind, isText, plainText, Undefined, type Value } from '../values/values.ts';

/** Filters on points in time, which are ISO 8601 texts or milliseconds since the epoch. */
export const DATE_FILTERS: Operations = new Map<string, Operation>([
  [
    'strftime',
    {
      parameters: ['format', 'timezone?'],
      run: (value, [format = '', timezone = 'UTC'], { budget }) =>
        formatDate(toMilliseconds(value), textArgument(format), textArgument(timezone), budget),
    },
  ],
  ['timestamp', { parameters: [], run: value => truncate(toMilliseconds(value)) }],
]);

/** The largest distance of a date from the epoch, in both directions. */
const MAX_MILLISECONDS = 8.64e15;

function toMilliseconds(value: Value): number {
  if (value instanceof Undefined) throw value.error();
  const time = isText(value) ? parseDate(plainText(value)) : isNumber(value) ? toFloat(value) : undefined;
  if (time === undefined || !(Math.abs(time) <= MAX_MILLISECONDS))
    throw new TemplateError(
      isText(value) || isNumber(value)
        ? 'not a point in time: an ISO 8601 text such as 2026-01-31T12:00:00Z or milliseconds are needed'
        : `a point in time is a text or a number, not ${describeKind(value)}`,
    );
  return time;
}
