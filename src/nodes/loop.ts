import Type from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import type { Params as NodeParams } from '../engine/definition.ts';
import type { ParamMessage } from '../engine/node-rules.ts';
import { findGivingProblem, readsSource, sourceParams, sourceResources } from './loop-sources.ts';
import type { NodeType } from './node.ts';
import { anyValue, strict, text } from './param-schemas.ts';
import { type Renderer, StepError } from './step.ts';

const Params = Type.Object(
  {
    items: Type.Optional(
      text(
        'Items',
        'Expression that gives a list, for example steps.search.output.results. Either this or a file, records or a query.',
      ),
    ),
    ...sourceParams,
    keep: Type.Optional(
      Type.Enum(['failed', 'all', 'none'], {
        title: 'Keep details of',
        description: `Only with a file, records or a query: which items keep the details of their steps, at most ${fixedLimits.itemSource.keptItems} of them.`,
        default: 'failed',
      }),
    ),
    on_failure: Type.Optional(
      Type.Enum(['continue', 'stop'], {
        title: 'When an item fails',
        description:
          'Only with a file, records or a query: continue counts a failed item and goes on with the next one, stop lets the run fail.',
        default: 'continue',
      }),
    ),
    collect: Type.Optional(
      anyValue(
        'Collect',
        'Evaluated at the end of each item, with loop and the steps of the body: becomes its entry in results. Only ' +
          'with a list.',
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
    'Runs the steps behind item once per list item, or once per row of a file or a query, or record of a panel, then ' +
    'continues on done. In the body, loop has item, index (from 0), count (null without a list) and parent. Output: ' +
    '{count, results}, with what collect gave for each item; without a list {count, succeeded, failed, failures}, with the ' +
    'first failures as {index, line, step, error}, or with key in the place of line.',
  category: 'logic',
  terminal: false,
  handles: ['item', 'done'],
  bodyHandle: 'item',
  readsSource,
  resources: sourceResources,
  openHandles: ['done'],
  paramsSchema: Params,
  outputSchema: Type.Object({
    count: Type.Integer(),
    results: Type.Optional(Type.Array(Type.Unknown())),
    succeeded: Type.Optional(Type.Integer()),
    failed: Type.Optional(Type.Integer()),
    failures: Type.Optional(
      Type.Array(
        Type.Object({
          index: Type.Integer(),
          line: Type.Optional(Type.Integer()),
          key: Type.Optional(Type.String()),
          step: Type.String(),
          error: Type.String(),
        }),
      ),
    ),
  }),
  texts: {
    items: 'expression',
    collect: 'item template',
    concurrency: 'literal',
    format: 'literal',
    keep: 'literal',
    on_failure: 'literal',
  },
  problems: findProblems,
  execution: { kind: 'loop', items: evaluateItems, collect: ({ collect }, render) => render.template(collect) },
};

function findProblems(params: NodeParams): ParamMessage[] {
  const problem = findGivingProblem(params);
  if (problem) return [problem];
  const needs = (param: string, message: string) =>
    params[param] === undefined ? [] : [{ param, message: `'${param}' needs ${message}` }];
  if (readsSource(params)) {
    return [...(params.file === undefined ? needs('format', "'file'") : []), ...needs('collect', "'items'")];
  }
  const source = "'file', 'records' or 'query'";
  return [...needs('format', "'file'"), ...needs('keep', source), ...needs('on_failure', source)];
}

/** Returns the list, or what names the source that is read later. */
function evaluateItems({ items: expression, ...params }: NodeParams, render: Renderer): unknown {
  if (readsSource(params)) return render.template(params.file ?? params.records ?? params.query);
  const value = render.expression(String(expression));
  if (!Array.isArray(value)) throw new StepError(`'items' must give a list, but gives ${describeType(value)}`);
  return value;
}

function describeType(value: unknown): string {
  if (value === null) return 'none';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
