/** Checks the params of tools of other servers, whose schemas were not written for this service. */
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Params } from '../../engine/definition.ts';
import { describeParamProblem, SHOWN_PROBLEMS } from '../../engine/node-types.ts';
import { fitToSchema, type RenderedParams } from '../../engine/printed-params.ts';
import type { Tool } from './tool.ts';

export type ForeignCheck = (tool: Tool, rendered: RenderedParams) => { params: Params; problems: string[] };

/**
 * The check finds what is plainly wrong, so that authors read about it in the words of this service. Whatever it does
 * not understand of a schema is left to the tool itself.
 */
export function createForeignCheck(): ForeignCheck {
  const validators = new WeakMap<Tool, ValidateFunction | 'not checked'>();
  return (tool, rendered) => {
    const validate = validators.get(tool) ?? compile(tool.inputSchema);
    validators.set(tool, validate);
    if (validate === 'not checked') return { params: rendered.params, problems: [] };
    const params = fitToSchema(validate, rendered);
    const problems = (validate.errors ?? [])
      .slice(0, SHOWN_PROBLEMS)
      .map(error => describeParamProblem(error, tool.name));
    return { params, problems: problems.map(problem => problem.replace(/^'' /, 'together they ')) };
  };
}

const OPTIONS: Options = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateFormats: false,
  validateSchema: false,
  meta: false,
  logger: false,
};

/** Each schema gets its own Ajv, because two schemas may have the same `$id`. */
function compile(schema: object): ValidateFunction | 'not checked' {
  const { $schema = '', ...rest } = schema as { $schema?: unknown };
  const ajv = /draft-0[4-7]/.test(String($schema)) ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  // Patterns, and the comparison of each element with each other, can be written to take forever.
  ajv.removeKeyword('pattern').removeKeyword('uniqueItems');
  try {
    return ajv.compile(rest);
  } catch {
    return 'not checked';
  }
}
