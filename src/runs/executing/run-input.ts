/** The input of a run: how it becomes JSON, and what a manual trigger requires of it. */
import type { Params } from '../../engine/definition.ts';
import { runInputTooLarge } from '../../errors.ts';
import { StepError } from '../../nodes/step.ts';
import { isObject } from '../../platform/is-object.ts';
import { JsonTooLarge } from '../../platform/json/errors.ts';
import { isJsonSmall } from '../../platform/json/head.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';

/** Returns the input. Throws when it lacks a key that the schema of the trigger requires. */
export function requireInput({ input_schema }: Params, input: unknown): unknown {
  const required = isObject(input_schema) && Array.isArray(input_schema.required) ? input_schema.required : [];
  const missing = required.filter(key => typeof key === 'string' && !(isObject(input) && Object.hasOwn(input, key)));
  if (missing.length > 0) throw new StepError(`Missing input: ${missing.join(', ')}`);
  return input;
}

/** Longer inputs are serialised in slices, and only up to the limit, because others share the event loop. */
const SMALL_CHARACTERS = 20_000;

/** Serialises the input. Throws when it is too large. */
export async function serialiseInput(input: unknown, limitCharacters: number, owner: string): Promise<string> {
  if (isJsonSmall(input, Math.min(SMALL_CHARACTERS, limitCharacters / 8))) return JSON.stringify(input);
  try {
    return await stringifyJson(input, { limitCharacters, owner });
  } catch (error) {
    throw error instanceof JsonTooLarge ? runInputTooLarge(limitCharacters) : error;
  }
}
