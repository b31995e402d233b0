import Type from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import type { Params as NodeParams } from '../engine/definition.ts';
import type { NodeType } from './node.ts';
import { anyValue, strict, text } from './param-schemas.ts';
import { type Renderer, StepError } from './step.ts';

const Params = Type.Object(
  {
    items: text('Items', 'Expression that gives a list, for example steps.search.output.results.'),
    collect: Type.Optional(
      anyValue(
        'Collect',
        'Evaluated at the end of each item, with loop and the steps of the body: becomes its entry in results.',
      ),
    ),
    concurrency: Type.Optional(
      Type.Integer({
        title: 'Items at once',
        description:
          'How many items are worked on at the same time. With 1 they run one after the other, in their order; without ' +
          'it, as many as the run may execute at once.',
        minimum: 1,
        maximum: fixedLimits.run.openItems,
      }),
    ),
  },
  strict,
);

export const loop: NodeType<'loop'> = {
  type: 'loop',
  title: 'Loop',
  description:
    'Runs the steps behind item once per list item, then continues on done. In the body, loop has item, index (from ' +
    '0), count and parent. Output: {count, results}, with what collect gave for each item.',
  category: 'logic',
  terminal: false,
  handles: ['item', 'done'],
  bodyHandle: 'item',
  openHandles: ['done'],
  paramsSchema: Params,
  outputSchema: Type.Object({ count: Type.Integer(), results: Type.Array(Type.Unknown()) }),
  texts: { items: 'expression', collect: 'item template', concurrency: 'literal' },
  execution: { kind: 'loop', items: evaluateItems, collect: ({ collect }, render) => render.template(collect) },
};

function evaluateItems({ items: expression }: NodeParams, render: Renderer): unknown[] {
  const value = render.expression(String(expression));
  if (!Array.isArray(value)) throw new StepError(`'items' must give a list, but gives ${describeType(value)}`);
  return value;
}

function describeType(value: unknown): string {
  if (value === null) return 'none';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
