/** The input of a run: its JSON, and what a manual trigger asks of it. */
import type { Params } from '../../engine/definition.ts';
import { runInputTooLarge } from '../../errors.ts';
import { StepError } from '../../nodes/step.ts';
import { isObject } from '../../platform/is-object.ts';
import { JsonTooLarge } from '../../platform/json/errors.ts';
import { jsonIsSmall } from '../../platform/json/head.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';

/** The input, unless a key is missing that the trigger's schema requires. */
export function requireInput({ input_schema }: Params, input: unknown): unknown {
  const required = isObject(input_schema) && Array.isArray(input_schema.required) ? input_schema.required : [];
  const missing = required.filter(key => typeof key === 'string' && !(isObject(input) && Object.hasOwn(input, key)));
  if (missing.length > 0) throw new StepError(`Missing input: ${missing.join(', ')}`);
  return input;
}

/** Longer ones are written in slices, and no further than to the limit: others share the event loop. */
const AT_ONCE_CHARACTERS = 20_000;

/** The input as JSON, made once. Throws when it is too large. */
export async function inputText(input: unknown, limitCharacters: number, owner: string): Promise<string> {
  if (jsonIsSmall(input, Math.min(AT_ONCE_CHARACTERS, limitCharacters / 8))) return JSON.stringify(input);
  try {
    return await stringifyJson(input, { limitCharacters, owner });
  } catch (error) {
    throw error instanceof JsonTooLarge ? runInputTooLarge(limitCharacters) : error;
  }
}
