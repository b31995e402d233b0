import Type from 'typebox';
import { strict, text } from '../../nodes/param-schemas.ts';
import { StepError } from '../../nodes/step.ts';
import { compileExpression, TemplateError } from '../../templates/template.ts';
import { defineTool } from '../contract/tool.ts';
import { choice } from '../contract/tool-params.ts';
import { attempt, readTime, timeParam, timezoneParam } from './date-values.ts';

const STYLES = ['medium', 'full', 'long', 'short', 'none'] as const;

export const dateFormat = defineTool({
  name: 'date_format',
  title: 'Write a date',
  description:
    'Writes a date or a point in time as text: by a format, or as people write it in a language. Result: text.',
  outputSchema: Type.Object({ text: Type.String() }),
  inputSchema: Type.Object(
    {
      value: timeParam('Value', 'The date.'),
      timezone: Type.Optional(timezoneParam('Zone of the text, and of a value that names none.')),
      format: Type.Optional(
        text('Format', 'Codes of strftime, as in templates: %d.%m.%Y %H:%M. Without it the language decides.'),
      ),
      language: Type.Optional(
        Type.String({ title: 'Language', description: 'Language tag, such as de or en-GB.', default: 'en' }),
      ),
      date_style: Type.Optional(choice('Date style', STYLES, 'How much of the date is written.')),
      time_style: Type.Optional(
        choice('Time style', ['none', 'short', 'medium', 'long', 'full'], 'How much of the time is written.'),
      ),
    },
    strict,
  ),
  call: async ({ value, timezone = 'UTC', format, language = 'en', date_style = 'medium', time_style = 'none' }) => {
    const time = readTime('value', value, timezone);
    const written =
      format === undefined
        ? formatInLanguage(time, language, date_style, time_style)
        : formatByPattern(time.epochMilliseconds, format, timezone);
    return { output: { text: written }, text: written };
  },
});

/** Uses the filter of the templates, so that formats mean the same everywhere. */
function formatByPattern(milliseconds: number, format: string, timezone: string): string {
  try {
    return String(
      compileExpression('time|strftime(format, zone)').evaluate(
        { time: milliseconds, format, zone: timezone },
        { now: () => performance.now(), random: Math.random },
      ),
    );
  } catch (error) {
    if (error instanceof TemplateError) throw new StepError(`'format' can not be used: ${error.message}`);
    throw error;
  }
}

type Style = Intl.DateTimeFormatOptions['dateStyle'];

function formatInLanguage(
  time: Temporal.ZonedDateTime,
  language: string,
  dateStyle: NonNullable<Style> | 'none',
  timeStyle: NonNullable<Style> | 'none',
): string {
  if (dateStyle === 'none' && timeStyle === 'none') {
    throw new StepError("One of 'date_style' and 'time_style' must not be none");
  }
  const styles: Intl.DateTimeFormatOptions = { timeZone: time.timeZoneId };
  if (dateStyle !== 'none') styles.dateStyle = dateStyle;
  if (timeStyle !== 'none') styles.timeStyle = timeStyle;
  const format = attempt(() => new Intl.DateTimeFormat(language, styles));
  if (!format) throw new StepError(`'${language.slice(0, 100)}' is not a language tag such as de or en-GB`);
  return format.format(time.epochMilliseconds);
}
