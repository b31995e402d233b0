import Type from 'typebox';
import type { Params as NodeParams } from '../engine/definition.ts';
import { isObject } from '../platform/is-object.ts';
import { isTruthy } from '../templates/template.ts';
import type { NodeType } from './node.ts';
import { readNames, strict, text } from './param-schemas.ts';
import { type Renderer, StepError, type StepOutcome } from './step.ts';

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
  namedHandles: params => readNames(params.cases),
  openHandles: ['otherwise'],
  paramsSchema: Params,
  outputSchema: Type.Object({ case: Type.String() }),
  texts: { cases: { name: 'literal', expression: 'expression' } },
  execution: { kind: 'pure', evaluate },
};

function evaluate({ cases }: NodeParams, render: Renderer): StepOutcome {
  // Validation accepts a template instead of the list, but a run cannot define the outputs of a node.
  if (!Array.isArray(cases)) throw new StepError("'cases' must be a list");
  const match: unknown = cases.find(each => isObject(each) && isTruthy(render.expression(String(each.expression))));
  const name = isObject(match) ? String(match.name) : 'otherwise';
  return { output: { case: name }, handle: name };
}
