import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import type { Params as NodeParams } from '../engine/definition.ts';
import { isTruthy } from '../templates/template.ts';
import type { NodeType } from './node.ts';
import { anyValue, strict, text } from './param-schemas.ts';

const { rounds, roundDelaySeconds } = fixedLimits.run;

const Params = Type.Object(
  {
    until: text(
      'Until',
      'Expression that is evaluated at the end of each round, with last (what result gave for this round), round and ' +
        'the steps of the body. The last round is the one for which it is true.',
    ),
    result: Type.Optional(
      anyValue('Result', 'Evaluated at the end of each round, with the steps of the body: becomes last.'),
    ),
    most: Type.Optional(
      Type.Integer({
        title: 'Most rounds',
        description: 'The number of rounds after which it ends, even if until was never true.',
        minimum: 1,
        maximum: rounds.most,
        default: rounds.default,
      }),
    ),
    delay_seconds: Type.Optional(
      Type.Number({
        title: 'Delay',
        description: 'Seconds to wait between two rounds.',
        minimum: 0,
        maximum: roundDelaySeconds,
        default: 0,
      }),
    ),
    backoff: Type.Optional(
      Type.Number({
        title: 'Backoff',
        description: 'Factor by which the delay grows from round to round, up to a day.',
        minimum: 1,
        maximum: 10,
        default: 1,
      }),
    ),
  },
  strict,
);

type Params = Static<typeof Params>;

export const repeat: NodeType<'repeat'> = {
  type: 'repeat',
  title: 'Repeat until',
  description:
    'Runs the steps behind round again and again until an expression is true, then continues on done. In the body, ' +
    'round counts from 1, and last is the result of the round before (null in the first). Output: {rounds, last, ' +
    'ended}, where ended is until or most.',
  category: 'logic',
  terminal: false,
  handles: ['round', 'done'],
  bodyHandle: 'round',
  isRepeat: true,
  openHandles: ['done'],
  paramsSchema: Params,
  outputSchema: Type.Object({
    rounds: Type.Integer(),
    last: Type.Unknown(),
    ended: Type.Enum(['until', 'most']),
  }),
  texts: {
    until: 'item expression',
    result: 'item template',
    most: 'literal',
    delay_seconds: 'literal',
    backoff: 'literal',
  },
  execution: {
    kind: 'repeat',
    mostRounds: params => readPace(params).most,
    delaySeconds: (params, round) => {
      const { delay_seconds, backoff } = readPace(params);
      return Math.min(delay_seconds * backoff ** (round - 1), roundDelaySeconds);
    },
    result: ({ result }, render) => (result === undefined ? null : render.template(result)),
    isOver: ({ until }, render) => isTruthy(render.expression(String(until))),
  },
};

/** None of them is a template, so what validation has accepted is a number. */
function readPace({
  most,
  delay_seconds,
  backoff,
}: NodeParams): Required<Pick<Params, 'most' | 'delay_seconds' | 'backoff'>> {
  const number = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);
  return { most: number(most, rounds.default), delay_seconds: number(delay_seconds, 0), backoff: number(backoff, 1) };
}
