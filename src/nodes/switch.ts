import Type from 'typebox';
import type { NodeType } from './node.ts';
import { names, strict, text } from './param-schemas.ts';

const Params = Type.Object(
  {
    cases: Type.Array(
      Type.Object(
        {
          name: Type.String({
            title: 'Name',
            description: 'Name of the output.',
            minLength: 1,
            maxLength: 100,
          }),
          expression: text('Expression', "When true, the run continues on the case's output."),
        },
        strict,
      ),
      { title: 'Cases', description: 'Looked at from the first on: the first that is true wins.', minItems: 1 },
    ),
  },
  strict,
);

export const switchNode: NodeType<'switch'> = {
  type: 'switch',
  title: 'Switch',
  description:
    'Continues on the output of the first case whose expression is true, or on otherwise. Output: {case}, the name ' +
    'of the case or otherwise.',
  category: 'logic',
  terminal: false,
  handles: ['otherwise'],
  namedHandles: params => names(params.cases),
  openHandles: ['otherwise'],
  paramsSchema: Params,
  texts: { cases: { name: 'literal', expression: 'expression' } },
};
