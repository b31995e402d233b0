import Type from 'typebox';
import { isTruthy } from '../templates/template.ts';
import type { NodeType } from './node.ts';
import { strict, text } from './param-schemas.ts';

const Params = Type.Object(
  { expression: text('Expression', 'Decides the output, for example steps.check.output.total > 100.') },
  strict,
);

export const condition: NodeType<'condition'> = {
  type: 'condition',
  title: 'Condition',
  description: 'Continues on true or false by an expression. Output: {result}.',
  category: 'logic',
  terminal: false,
  handles: ['true', 'false'],
  paramsSchema: Params,
  outputSchema: Type.Object({ result: Type.Boolean() }),
  texts: { expression: 'expression' },
  execution: {
    kind: 'pure',
    evaluate: ({ expression }, render) => {
      const result = isTruthy(render.expression(String(expression)));
      return { output: { result }, handle: String(result) };
    },
  },
};
