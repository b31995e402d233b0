/** `trigger.poll` calls a tool again and again, and starts a run for each item that it has not seen yet. */
import Type, { type Static } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import type { NodeLimits, NodeType } from '../node.ts';
import { freeObject, namedCredentials, readIdentifier, readToolParams, strict, text } from '../param-schemas.ts';
import { widget } from '../widgets.ts';
import { debounce, FLOW_SCOPES, FLOW_TEXTS, findFlowProblems, throttle, whenParam } from './flow-params.ts';

const limits = fixedLimits.poll;

function expression(title: string, description: string) {
  return Type.String({ title, description, minLength: 1, maxLength: limits.expressionCharacters });
}

export const PollParams = Type.Object(
  {
    tool: text('Tool', 'Name of the tool that lists the items, as the catalog lists it.', widget('tool')),
    params: Type.Optional(
      freeObject(
        'Tool params',
        "What the tool is called with, as the tool's own schema says. Templates see cursor, vars, workflow and now.",
      ),
    ),
    credential: Type.Optional(
      text(
        'Credential',
        'Name of the credential that the tool uses, for tools that have such a param.',
        widget('credential'),
      ),
    ),
    items: Type.Optional(
      expression(
        'Items',
        'An expression on the result of the tool that gives the list of items, such as result.orders. Without it: the ' +
          'result itself if it is a list, or its items, rows or body.',
      ),
    ),
    key: Type.Optional(
      expression(
        'Key',
        'An expression on an item that tells it from all others, such as item.number. Without it: its id, guid, key or ' +
          'uid, or else its whole content.',
      ),
    ),
    cursor: Type.Optional(
      expression(
        'Cursor',
        'An expression that says how far the items were read, for the params of the next call, such as result.cursor. ' +
          'It sees result, items and the cursor before. When it gives nothing, the cursor stays as it was.',
      ),
    ),
    every: Type.Unsafe<number | string>({
      type: ['integer', 'string'],
      title: 'Every',
      description: 'Seconds between two polls, at least 60, or a cron expression of five fields.',
      minimum: limits.everySeconds.least,
      maximum: limits.everySeconds.most,
      minLength: 1,
    }),
    timezone: Type.Optional(
      Type.String({
        title: 'Time zone',
        description: 'IANA name of the zone in which a cron expression is meant, for example Europe/Berlin.',
        minLength: 1,
        default: 'UTC',
        ...widget('timezone'),
      }),
    ),
    first: Type.Optional(
      Type.Enum(['skip', 'all'], {
        type: 'string',
        title: 'First poll',
        description: 'Whether the items that exist at the beginning start no runs, or all of them do.',
        default: 'skip',
      }),
    ),
    batch: Type.Optional(
      Type.Integer({
        title: 'Items per run',
        description: 'How many new items at most one run gets, as a list. Without it, each item starts a run.',
        minimum: 1,
        maximum: limits.batch,
      }),
    ),
    ...whenParam,
    debounce,
    throttle,
  },
  strict,
);
export type PollParams = Static<typeof PollParams>;

const PARAM_SCOPE = ['cursor', 'vars', 'workflow', 'now', 'secrets'];

export function pollTrigger({ cronCharacters }: NodeLimits): NodeType<'trigger.poll'> {
  return {
    type: 'trigger.poll',
    title: 'Poll',
    description:
      'Calls a tool again and again, and starts the published workflow once for each new item of its result: entries ' +
      'of a feed, mails, files of a bucket, rows of a database, or what any other tool lists. Output: {item, key, ' +
      'polled_at}, or {items, polled_at} when several items share a run.',
    category: 'trigger',
    terminal: false,
    handles: [],
    paramsSchema: PollParams,
    texts: {
      tool: 'literal',
      credential: 'literal',
      items: 'expression',
      key: 'expression',
      cursor: 'expression',
      every: 'literal',
      timezone: 'literal',
      first: 'literal',
      ...FLOW_TEXTS,
    },
    scopes: {
      params: PARAM_SCOPE,
      items: ['result', 'cursor'],
      key: ['item'],
      cursor: ['result', 'items', 'cursor'],
      ...FLOW_SCOPES,
    },
    sendsSecrets: true,
    resources: params => ({
      tools: readIdentifier(params, 'tool'),
      panels: readIdentifier(readToolParams(params), 'panel_id'),
      credentials: [...readIdentifier(params, 'credential'), ...namedCredentials(params)],
    }),
    execution: { kind: 'input' },
    schedule: ({ every, timezone = 'UTC' }) =>
      typeof every === 'string' && typeof timezone === 'string' && every.length <= cronCharacters
        ? { cron: every, timezone }
        : undefined,
    problems: params => [
      ...(typeof params.every === 'string' && params.every.length > cronCharacters
        ? [{ message: `'every' must have at most ${cronCharacters} characters`, param: 'every' }]
        : []),
      ...findFlowProblems(params),
    ],
  };
}
