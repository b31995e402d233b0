import Type from 'typebox';
import type { NodeType } from './node.ts';
import { anyValue, strict } from './param-schemas.ts';

const Params = Type.Object({ value: anyValue('Value', 'Any JSON; the strings in it are templates.') }, strict);

export const transform: NodeType<'transform'> = {
  type: 'transform',
  title: 'Transform',
  description: 'Builds a value from earlier results. Output: the value.',
  category: 'logic',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  execution: { kind: 'pure', evaluate: ({ value }, render) => ({ output: render.template(value) }) },
};
