/** What a manual trigger asks of the run input. */
import { isObject, type Params } from '../engine/definition.ts';
import { StepError } from '../nodes/step.ts';

/** The input, unless a key is missing that the trigger's schema requires. */
export function requireInput({ input_schema }: Params, input: unknown): unknown {
  const required = isObject(input_schema) && Array.isArray(input_schema.required) ? input_schema.required : [];
  const missing = required.filter(key => typeof key === 'string' && !(isObject(input) && Object.hasOwn(input, key)));
  if (missing.length > 0) throw new StepError(`Missing input: ${missing.join(', ')}`);
  return input;
}
