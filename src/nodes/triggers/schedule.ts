import Type from 'typebox';
import { readScheduleDays } from '../../engine/schedule-days.ts';
import type { NodeLimits, NodeType } from '../node.ts';
import { strict } from '../param-schemas.ts';
import { widget } from '../widgets.ts';
import { CONDITION_SCOPES, CONDITION_TEXTS, whenParam } from './flow-params.ts';

const DEFAULT_TIMEZONE = 'UTC';

export function scheduleTrigger(limits: NodeLimits): NodeType<'trigger.schedule'> {
  return {
    type: 'trigger.schedule',
    title: 'Schedule',
    description:
      'Starts the published workflow on a cron schedule. Output: {scheduled_at, cron, timezone}, with the time for ' +
      'which the run was planned.',
    category: 'trigger',
    terminal: false,
    handles: [],
    paramsSchema: createParamsSchema(limits),
    outputSchema: Type.Object({ scheduled_at: Type.Unknown(), cron: Type.String(), timezone: Type.String() }),
    // The schedule is read when the workflow is published, when no run could render a template.
    texts: { cron: 'literal', timezone: 'literal', days: 'literal', missed: 'literal', ...CONDITION_TEXTS },
    scopes: CONDITION_SCOPES,
    execution: { kind: 'input' },
    schedule: ({ cron, timezone = DEFAULT_TIMEZONE, days }) =>
      typeof cron === 'string' && typeof timezone === 'string' && cron.length <= limits.cronCharacters
        ? { cron, timezone, days: readScheduleDays(days) }
        : undefined,
  };
}

export const scheduleDays = Type.Object(
  {
    every: Type.Optional(
      Type.Integer({
        title: 'Every so many',
        description: 'Days or weeks from one time to the next, with the unit and the first date.',
        minimum: 1,
        maximum: 366,
      }),
    ),
    unit: Type.Optional(
      Type.Enum(['days', 'weeks'], { type: 'string', title: 'Unit', description: 'Weeks begin on Monday.' }),
    ),
    from: Type.Optional(
      Type.String({
        title: 'From',
        description: 'The date from which days or weeks are counted, such as 2026-01-31. Before it, no run starts.',
        ...widget('date'),
      }),
    ),
    nth: Type.Optional(
      Type.Integer({
        title: 'Only the nth of the month',
        description:
          'Of the days of the expression in each month, only the first (1), the second (2) and so on, or the last (-1). ' +
          'With 0 9 * * 5, 2 is the second Friday; with 0 9 * * *, -1 is the last day of the month.',
        minimum: -31,
        maximum: 31,
      }),
    ),
    holidays: Type.Optional(
      Type.String({
        title: 'Holidays',
        description:
          'Where the dates are on which no run starts: a variable such as vars.holidays (a list of dates such as ' +
          '2026-12-25, or a text with one on each line), or a file of a panel such as panel:<id>/holidays.ics. With ' +
          '0 9 * * 1-5, only working days are left, and nth counts only these.',
      }),
    ),
  },
  {
    ...strict,
    title: 'Only on these days',
    description: 'Narrows the days of the expression: every second week, the last day of a month, no holidays.',
  },
);

function createParamsSchema(limits: NodeLimits) {
  return Type.Object(
    {
      cron: Type.String({
        title: 'Cron expression',
        description: 'Five fields: minute, hour, day of month, month, day of week. For example 0 8 * * 1-5.',
        minLength: 1,
        maxLength: limits.cronCharacters,
        ...widget('cron'),
      }),
      timezone: Type.Optional(
        Type.String({
          title: 'Time zone',
          description: 'IANA name of the zone in which the schedule is meant, for example Europe/Berlin.',
          minLength: 1,
          default: DEFAULT_TIMEZONE,
          ...widget('timezone'),
        }),
      ),
      days: Type.Optional(scheduleDays),
      missed: Type.Optional(
        Type.Enum(['skip', 'once'], {
          type: 'string',
          title: 'Missed times',
          description: 'Whether one run makes up for the times that were missed while the service was down.',
          default: 'skip',
        }),
      ),
      ...whenParam,
    },
    strict,
  );
}
