/** The schemas of `definition.settings`. They are apart from what checks them, because forms need only the schemas. */
import Type, { type Static } from 'typebox';
import { settingsLimits as limits } from './settings-limits.ts';

const strict = { additionalProperties: false };

/** An expression that sees only what is known before the run starts: `input`, `trigger` and `workflow`. */
function expression(title: string, description: string) {
  return Type.String({ title, description, minLength: 1, maxLength: limits.expressionCharacters });
}

const Concurrency = Type.Object(
  {
    limit: Type.Integer({
      title: 'Limit',
      description: 'How many runs execute at once.',
      minimum: 1,
      maximum: limits.concurrency,
    }),
    key: Type.Optional(expression('Key', 'An expression on the input. The limit counts for each of its values.')),
    scope: Type.Optional(
      Type.Enum(['workflow', 'organization'], {
        type: 'string',
        title: 'Scope',
        description:
          'Whether the workflow has the limit alone, or all workflows of the organization with the same name.',
        default: 'workflow',
      }),
    ),
    name: Type.Optional(
      Type.String({
        title: 'Name',
        description: 'What the workflows of an organization that share the limit call it.',
        minLength: 1,
        maxLength: limits.nameCharacters,
      }),
    ),
    on_full: Type.Optional(
      Type.Enum(['queue', 'skip', 'replace', 'cancel'], {
        type: 'string',
        title: 'When full',
        description:
          'What happens to a further run: it waits, it is not made, it replaces the one that waits, or it cancels the oldest.',
        default: 'queue',
      }),
    ),
    queued: Type.Optional(
      Type.Integer({
        title: 'Queue',
        description: 'How many runs may wait for each key.',
        minimum: 1,
        maximum: limits.heldRuns,
        default: limits.defaultHeldRuns,
      }),
    ),
    while_waiting: Type.Optional(
      Type.Enum(['release', 'hold'], {
        type: 'string',
        title: 'While it waits',
        description: 'Whether a run that waits for a person or a time gives its place to another.',
        default: 'release',
      }),
    ),
  },
  strict,
);

const Retry = Type.Object(
  {
    attempts: Type.Integer({
      title: 'Attempts',
      description: 'Tries in all, the first one included.',
      minimum: 1,
      maximum: limits.retryAttempts,
    }),
    delay_seconds: Type.Optional(
      Type.Number({
        title: 'Delay',
        description: 'Seconds to wait before the second try.',
        minimum: 0,
        maximum: limits.retryDelaySeconds,
        default: 60,
      }),
    ),
    backoff: Type.Optional(
      Type.Number({
        title: 'Backoff',
        description: 'Factor by which the wait grows from try to try.',
        minimum: 1,
        maximum: 10,
        default: 2,
      }),
    ),
  },
  { ...strict, title: 'Retry', description: 'How often a failed automatic run is tried again from the failed step.' },
);

const Alert = Type.Unsafe<boolean | AlertSettings>({
  type: ['boolean', 'object'],
  title: 'Alert',
  description: 'Who is told when automatic runs fail. By default the owner, at once and then once an hour.',
  properties: {
    users: {
      type: 'array',
      title: 'Users',
      description: 'E-mail addresses or ids of users, who get a notification.',
      items: { type: 'string', minLength: 1, maxLength: limits.receiverCharacters },
      maxItems: limits.alertReceivers,
    },
    emails: {
      type: 'array',
      title: 'E-mail addresses',
      description: 'Addresses that get a mail.',
      items: { type: 'string', minLength: 3, maxLength: limits.receiverCharacters, pattern: '^[^@\\s]+@[^@\\s]+$' },
      maxItems: limits.alertReceivers,
    },
    after: {
      type: 'integer',
      title: 'After',
      description: 'Failures in a row before anybody is told.',
      minimum: 1,
      maximum: 100,
      default: 1,
    },
    every_minutes: {
      type: 'integer',
      title: 'Every',
      description: 'Minutes between two messages while it keeps failing.',
      minimum: 5,
      maximum: 10_080,
      default: 60,
    },
  },
  additionalProperties: false,
});

export interface AlertSettings {
  users?: string[];
  emails?: string[];
  after?: number;
  every_minutes?: number;
}

const Tool = Type.Object(
  {
    offered: Type.Optional(
      Type.Boolean({
        title: 'Offered',
        description: 'Whether assistants, and programs that use Heddle as an MCP server, get the workflow as a tool.',
        default: false,
      }),
    ),
    description: Type.Optional(
      Type.String({
        title: 'Description',
        description:
          'What the tool does and when to use it, for the model. By default, the description of the workflow.',
        minLength: 1,
        maxLength: limits.toolDescriptionCharacters,
      }),
    ),
  },
  { ...strict, title: 'Tool', description: 'How the workflow is offered as a tool.' },
);

/** The statuses with which runs end. */
export const ENDED_STATUSES = ['success', 'failed', 'cancelled'] as const;

export type EndedStatus = (typeof ENDED_STATUSES)[number];

function daysOf(title: string, description: string) {
  return { type: 'integer', title, description, minimum: 1, maximum: limits.keepDays };
}

const KeepDays = Type.Unsafe<number | KeepDaysByStatus>({
  ...daysOf('Keep runs', 'Days for which ended runs are kept, at most as long as the installation keeps them.'),
  type: ['integer', 'object'],
  properties: {
    success: daysOf('Successful runs', 'Days for which runs that succeeded are kept.'),
    failed: daysOf('Failed runs', 'Days for which runs that failed are kept.'),
    cancelled: daysOf('Cancelled runs', 'Days for which cancelled runs are kept.'),
  } satisfies Record<EndedStatus, object>,
  additionalProperties: false,
});

/** Runs of a status that is not named are kept as long as the installation keeps them. */
export type KeepDaysByStatus = { [Status in EndedStatus]?: number };

export const Settings = Type.Object({
  concurrency: Type.Optional(
    Type.Array(Concurrency, {
      title: 'Concurrency',
      description: 'Limits on how many runs execute at once.',
      maxItems: limits.concurrencyRules,
    }),
  ),
  priority: Type.Optional(
    Type.Unsafe<number | string>({
      type: ['number', 'string'],
      title: 'Priority',
      description:
        'Seconds of head start in the queue, as a number or an expression on the input. A negative one lets others pass.',
      minimum: -limits.headStartSeconds,
      maximum: limits.headStartSeconds,
      minLength: 1,
      maxLength: limits.expressionCharacters,
    }),
  ),
  retry: Type.Optional(Retry),
  alert: Type.Optional(Alert),
  tests: Type.Optional(
    Type.Enum(['optional', 'required'], {
      type: 'string',
      title: 'Tests',
      description: 'Whether all stored tests must pass before the workflow can be published.',
      default: 'optional',
    }),
  ),
  tool: Type.Optional(Tool),
  runs: Type.Optional(
    Type.Enum(['team', 'own'], {
      type: 'string',
      title: 'Who sees runs',
      description:
        'Whether everybody who may change the workflow sees all its runs, or each person only those that execute on their behalf.',
      default: 'team',
    }),
  ),
  keep_days: Type.Optional(KeepDays),
  labels: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' }),
      expression('Label', 'An expression on the input.'),
      {
        title: 'Labels',
        description: 'Labels by which runs are found, each with an expression on the input. Names are like order_id.',
        maxProperties: limits.labels,
        additionalProperties: false,
      },
    ),
  ),
});

export type WorkflowSettings = Static<typeof Settings>;
export type ConcurrencySettings = Static<typeof Concurrency>;
