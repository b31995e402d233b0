/** The params by which triggers decide whether a run is made, merge calls into one run, or spread runs over time. */
import Type from 'typebox';
import type { Params } from '../../engine/definition.ts';
import type { ParamMessage, Texts } from '../../engine/node-rules.ts';
import { settingsLimits } from '../../engine/settings-limits.ts';
import { strict } from '../param-schemas.ts';

const limits = settingsLimits;

const key = Type.Optional(
  Type.String({
    title: 'Key',
    description: 'An expression on the input, such as input.body.customer. Each of its values is treated on its own.',
    minLength: 1,
    maxLength: limits.expressionCharacters,
  }),
);

function seconds(title: string, description: string) {
  return Type.Number({ title, description, minimum: 1, maximum: limits.collectSeconds });
}

/** Of every trigger but the manual one, whose runs somebody asks for. */
export const whenParam = {
  when: Type.Optional(
    Type.String({
      title: 'Only when',
      description:
        'An expression on the input, such as input.body.total > 100. When it is false, no run is made. When it fails, the ' +
        'run starts, and the page for publishing warns.',
      minLength: 1,
      maxLength: limits.expressionCharacters,
    }),
  ),
};

export const debounce = Type.Optional(
  Type.Object(
    {
      seconds: seconds('Quiet time', 'Seconds without a further call after which the run begins.'),
      key,
      most_seconds: Type.Optional(
        seconds('Longest wait', 'Seconds after the first call at which the run begins in any case.'),
      ),
    },
    {
      ...strict,
      title: 'Debounce',
      description: 'Calls that follow each other quickly start one run, with the input of the last of them.',
    },
  ),
);

export const batch = Type.Optional(
  Type.Object(
    {
      size: Type.Integer({
        title: 'Size',
        description: 'Calls with which the run begins at once.',
        minimum: 2,
        maximum: limits.batchedCalls,
      }),
      seconds: seconds('Longest wait', 'Seconds after the first call at which the run begins with what it has.'),
      key,
    },
    {
      ...strict,
      title: 'Batch',
      description: 'Several calls start one run. Its input is {items}, a list of what each of them would have been.',
    },
  ),
);

export const throttle = Type.Optional(
  Type.Object(
    {
      limit: Type.Integer({
        title: 'Runs',
        description: 'How many runs may begin.',
        minimum: 1,
        maximum: limits.throttledRuns,
      }),
      seconds: seconds('Seconds', 'The time in which so many may begin.'),
      key,
    },
    {
      ...strict,
      title: 'Throttle',
      description: 'Runs begin no more often than this. Further ones wait for their turn, and none is dropped.',
    },
  ),
);

export const flowParams = { ...whenParam, debounce, batch, throttle };

/** Only these are evaluated, before there is a run. */
export const CONDITION_TEXTS = { when: 'expression' } as const satisfies Texts;
export const FLOW_TEXTS = {
  ...CONDITION_TEXTS,
  debounce: { key: 'expression' },
  batch: { key: 'expression' },
  throttle: { key: 'expression' },
} as const satisfies Texts;

const SCOPE = ['input', 'trigger', 'workflow'];
export const CONDITION_SCOPES = { when: SCOPE };
export const FLOW_SCOPES = { ...CONDITION_SCOPES, debounce: SCOPE, batch: SCOPE, throttle: SCOPE };

export function findFlowProblems({ debounce, batch, throttle }: Params): ParamMessage[] {
  const given = Object.entries({ debounce, batch: isCollecting(batch) ? batch : undefined, throttle }).flatMap(
    ([name, value]) => (value === undefined ? [] : name),
  );
  const [, second] = given;
  return second === undefined
    ? []
    : [{ message: `only one of 'debounce', 'batch' and 'throttle' can be used`, param: second }];
}

/** Polls have a number of that name. */
function isCollecting(batch: unknown): boolean {
  return typeof batch === 'object';
}
