/** The input of a run: how it becomes JSON, and what a manual trigger requires of it. */
import { fixedLimits } from '../../configuration/limits.ts';
import { runInputTooLarge } from '../../errors.ts';
import { StepError } from '../../nodes/step.ts';
import { errorMessage } from '../../platform/error-details.ts';
import { isObject } from '../../platform/is-object.ts';
import { JsonTooLarge } from '../../platform/json/errors.ts';
import { isJsonSmall } from '../../platform/json/head.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import { ThreadError, type ThreadPool } from '../../platform/threads/thread-pool.ts';
import type { InputSchema } from '../plans/input-schema.ts';
import type { CheckedInput, InputCheck } from './input-check-thread.ts';
import type { RunFacts } from './run-state.ts';

interface InputServices {
  /** The threads that check what the event loop must not. */
  computeThreads: Pick<ThreadPool, 'run'>;
}

const CHECK = new URL('./input-check-thread.ts', import.meta.url);

/**
 * Returns the input, or a promise of it when a thread checks it. Throws when it lacks a key that the schema of the trigger
 * requires, or does not fit the schema.
 */
export function requireInput(
  schema: InputSchema | undefined,
  { input, inputText, user }: Pick<RunFacts, 'input' | 'inputText' | 'user'>,
  { computeThreads }: InputServices,
  signal: AbortSignal,
): unknown {
  if (!schema) return input;
  const missing = schema.required.filter(key => !(isObject(input) && Object.hasOwn(input, key)));
  if (missing.length > 0) throw new StepError(`Missing input: ${missing.join(', ')}`);
  if (schema.isQuick(inputText.length)) {
    const problem = checkQuickly(schema, input);
    if (problem) throw problem;
    return input;
  }
  const check: InputCheck = { schema: schema.text, input: inputText };
  return computeThreads
    .run<CheckedInput>(CHECK, check, { owner: user.id, signal, ...fixedLimits.schemaCheck })
    .catch(throwThreadError)
    .then(checked => {
      if (checked) throw toInputError(checked);
      return input;
    });
}

function checkQuickly(schema: InputSchema, input: unknown): StepError | undefined {
  try {
    const problem = schema.findProblem(input);
    return problem === undefined ? undefined : toInputError({ of: 'input', problem });
  } catch (error) {
    return toInputError({ of: 'schema', problem: errorMessage(error) });
  }
}

function toInputError({ of, problem }: NonNullable<CheckedInput>): StepError {
  const what = of === 'schema' ? 'The input schema can not be used' : 'The input is not valid';
  return new StepError(`${what}: ${problem}`);
}

function throwThreadError(error: unknown): never {
  if (!(error instanceof ThreadError) || error.reason === 'closed' || error.reason === 'failed') throw error;
  throw new StepError('The input schema can not be used: it takes too long to check the input', { cause: error });
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
