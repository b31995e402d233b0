import Type from 'typebox';
import type { NodeType } from './node.ts';
import { anyValue, strict } from './param-schemas.ts';

const Params = Type.Object(
  { value: anyValue('Value', 'The result: any JSON; the strings in it are templates.') },
  strict,
);

export const output: NodeType<'output'> = {
  type: 'output',
  title: 'Output',
  description: 'Sets the run result and ends its branch. The last one reached counts. Output: the value.',
  category: 'logic',
  terminal: true,
  handles: [],
  paramsSchema: Params,
  execution: { kind: 'pure', evaluate: ({ value }, render) => ({ output: render.template(value) }) },
};
