import Type from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import type { Params as NodeParams } from '../engine/definition.ts';
import type { ParamMessage } from '../engine/node-rules.ts';
import type { NodeType } from './node.ts';
import { anyValue, type FileParam, strict, text } from './param-schemas.ts';
import { type Renderer, StepError } from './step.ts';

export const FILE_FORMATS = ['csv', 'ndjson', 'json'] as const;

const Params = Type.Object(
  {
    items: Type.Optional(
      text('Items', 'Expression that gives a list, for example steps.search.output.results. Either this or a file.'),
    ),
    file: Type.Optional(
      Type.Unsafe<FileParam>({
        type: ['string', 'object'],
        title: 'File',
        description:
          'A file whose rows, lines or elements are the items, instead of a list. They are read as they are needed, so there can ' +
          'be millions. An attachment, or the id of a file.',
      }),
    ),
    format: Type.Optional(
      Type.Enum(FILE_FORMATS, {
        title: 'Format of the file',
        description:
          'csv: each row is an item, an object with the names of the first row. ndjson: each line is an item, as JSON. ' +
          'json: the file is a list, whose elements are the items. ' +
          'Without it, the name and the type of the file decide.',
      }),
    ),
    keep: Type.Optional(
      Type.Enum(['failed', 'all', 'none'], {
        title: 'Keep details of',
        description: `Only with a file: which items keep the details of their steps, at most ${fixedLimits.itemSource.keptItems} of them.`,
        default: 'failed',
      }),
    ),
    on_failure: Type.Optional(
      Type.Enum(['continue', 'stop'], {
        title: 'When an item fails',
        description:
          'Only with a file: continue counts a failed item and goes on with the next one, stop lets the run fail.',
        default: 'continue',
      }),
    ),
    collect: Type.Optional(
      anyValue(
        'Collect',
        'Evaluated at the end of each item, with loop and the steps of the body: becomes its entry in results. Not with a ' +
          'file.',
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
    'Runs the steps behind item once per list item, or once per row of a file, then continues on done. In the body, loop ' +
    'has item, index (from 0), count (null with a file) and parent. Output: {count, results}, with what collect gave ' +
    'for each item; with a file {count, succeeded, failed, failures}, with the first failures as {index, line, step, error}.',
  category: 'logic',
  terminal: false,
  handles: ['item', 'done'],
  bodyHandle: 'item',
  readsSource: ({ file }) => file !== undefined,
  openHandles: ['done'],
  paramsSchema: Params,
  outputSchema: Type.Object({
    count: Type.Integer(),
    results: Type.Optional(Type.Array(Type.Unknown())),
    succeeded: Type.Optional(Type.Integer()),
    failed: Type.Optional(Type.Integer()),
    failures: Type.Optional(
      Type.Array(
        Type.Object({ index: Type.Integer(), line: Type.Integer(), step: Type.String(), error: Type.String() }),
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

function findProblems({ items, file, ...params }: NodeParams): ParamMessage[] {
  if (items === undefined && file === undefined) {
    return [{ param: 'items', message: "'items' or 'file' is required" }];
  }
  if (items !== undefined && file !== undefined) {
    return [{ param: 'file', message: "'file' and 'items' exclude each other" }];
  }
  const others = file === undefined ? ['format', 'keep', 'on_failure'] : ['collect'];
  return others
    .filter(param => params[param] !== undefined)
    .map(param => ({
      param,
      message: file === undefined ? `'${param}' needs 'file'` : `'${param}' needs 'items'`,
    }));
}

/** Returns the list, or the file that is read later. */
function evaluateItems({ items: expression, file }: NodeParams, render: Renderer): unknown {
  if (file !== undefined) return render.template(file);
  const value = render.expression(String(expression));
  if (!Array.isArray(value)) throw new StepError(`'items' must give a list, but gives ${describeType(value)}`);
  return value;
}

function describeType(value: unknown): string {
  if (value === null) return 'none';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
