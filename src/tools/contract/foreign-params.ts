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
  const validators = new WeakMap<Tool, BoundedValidator | 'not checked'>();
  return (tool, rendered) => {
    const validator = validators.get(tool) ?? compile(tool.inputSchema);
    validators.set(tool, validator);
    const params = validator === 'not checked' ? undefined : fitWithin(validator, rendered);
    if (validator === 'not checked' || params === undefined) return { params: rendered.params, problems: [] };
    const { validate } = validator;
    const problems = (validate.errors ?? [])
      .slice(0, SHOWN_PROBLEMS)
      .map(error => describeParamProblem(error, tool.name));
    return { params, problems: problems.map(problem => problem.replace(/^'' /, 'together they ')) };
  };
}

/**
 * A schema that refers to itself by two ways at once doubles the work with each level of the value. Every reference
 * becomes a function, so that the number of their calls bounds the work; 50,000 take some 0.1 s.
 */
const MOST_CALLS = 50_000;

interface BoundedValidator {
  validate: ValidateFunction;
  calls: { count: number };
}

class TooManyCalls extends Error {
  override readonly name = 'TooManyCalls';
}

/** Returns undefined when the check takes too much. */
function fitWithin({ validate, calls }: BoundedValidator, rendered: RenderedParams): Params | undefined {
  calls.count = 0;
  try {
    return fitToSchema(validate, rendered);
  } catch (error) {
    if (error instanceof TooManyCalls) return undefined;
    throw error;
  }
}

/** Takes every name for one that a pattern allows, because a pattern can be written to take forever. */
const everyName = Object.assign(() => ({ test: () => true, toString: () => 'every name' }), { code: 'every name' });

const OPTIONS: Options = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateFormats: false,
  validateSchema: false,
  meta: false,
  logger: false,
  // In the functions that Ajv writes, `self` is their Ajv.
  code: {
    regExp: everyName,
    process: code => code.replace('let vErrors = null;', 'self.countCall();let vErrors = null;'),
  },
};

/** Patterns, and the comparison of each element with each other. */
const COSTLY = ['pattern', 'patternProperties', 'uniqueItems'];

/** Each schema gets its own Ajv, because two schemas may have the same `$id`. */
function compile(schema: object): BoundedValidator | 'not checked' {
  const { $schema = '', ...rest } = schema as { $schema?: unknown };
  const ajv = /draft-0[4-7]/.test(String($schema)) ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  for (const keyword of COSTLY) ajv.removeKeyword(keyword);
  // What patterns would have evaluated is not known.
  if (JSON.stringify(schema).includes('"patternProperties"')) ajv.removeKeyword('unevaluatedProperties');
  const calls = { count: 0 };
  const countCall = () => {
    if (++calls.count > MOST_CALLS) throw new TooManyCalls();
  };
  try {
    return { validate: Object.assign(ajv, { countCall }).compile(rest), calls };
  } catch {
    return 'not checked';
  }
}
