import Type from 'typebox';
import type { NodeLimits, NodeType } from './node.ts';
import { strict } from './param-schemas.ts';
import { widget } from './widgets.ts';

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
    texts: 'literal',
    execution: { kind: 'input' },
    schedule: ({ cron, timezone = DEFAULT_TIMEZONE }) =>
      typeof cron === 'string' && typeof timezone === 'string' && cron.length <= limits.cronCharacters
        ? { cron, timezone }
        : undefined,
  };
}

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
      missed: Type.Optional(
        Type.Enum(['skip', 'once'], {
          type: 'string',
          title: 'Missed times',
          description: 'Whether one run makes up for the times that were missed while the service was down.',
          default: 'skip',
        }),
      ),
    },
    strict,
  );
}
