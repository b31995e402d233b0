/** Answers that must fit a JSON Schema. */

import { limits } from '../configuration/limits.ts';
import { answerViolatesSchema, serviceStopping } from '../errors.ts';
import { StepError } from '../nodes/step.ts';
import type { FitProblem } from '../platform/json/schema-fit.ts';
import { ThreadError, type Threads } from '../platform/threads/threads.ts';
import type { AnswerCheck } from './answer-check-thread.ts';

const CHECK = new URL('./answer-check-thread.ts', import.meta.url);

export type AnswerSchema = Readonly<Record<string, unknown>>;

/** What is wrong with an answer, for the model to hear; undefined when it fits. */
export async function answerProblem(
  threads: Threads,
  schema: AnswerSchema,
  answer: string,
  { owner, signal }: { owner: string; signal: AbortSignal },
): Promise<string | undefined> {
  const check: AnswerCheck = { schema: JSON.stringify(schema), answer };
  const problem = await threads
    .run<FitProblem | null>(CHECK, check, { owner, ...limits.schemaCheck, signal })
    .catch(explain);
  if (problem?.of === 'schema') throw new StepError(`The output schema can not be used: ${problem.what}`);
  return problem ? `${problem.where} ${problem.what}` : undefined;
}

/** What a model is told that has to answer again. */
export function correction(problem: string): string {
  return `Your answer does not fit the schema: ${problem}. Answer again, with JSON alone that fits it.`;
}

function explain(error: unknown): never {
  if (!(error instanceof ThreadError)) throw error;
  if (error.reason === 'closed') throw serviceStopping();
  if (error.reason === 'failed') throw error;
  throw answerViolatesSchema('it takes too long to check');
}
