import Type from 'typebox';
import { isObject, type Params as NodeParams } from '../engine/definition.ts';
import { isTruthy } from '../templates/template.ts';
import type { NodeType } from './node.ts';
import { names, strict, text } from './param-schemas.ts';
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
  namedHandles: params => names(params.cases),
  openHandles: ['otherwise'],
  paramsSchema: Params,
  texts: { cases: { name: 'literal', expression: 'expression' } },
  execution: { kind: 'pure', evaluate },
};

function evaluate({ cases }: NodeParams, render: Renderer): StepOutcome {
  // Validation lets a template stand for the list, but outputs that edges leave by can not come from a run.
  if (!Array.isArray(cases)) throw new StepError("'cases' must be a list");
  const fitting: unknown = cases.find(each => isObject(each) && isTruthy(render.expression(String(each.expression))));
  const name = isObject(fitting) ? String(fitting.name) : 'otherwise';
  return { output: { case: name }, handle: name };
}
