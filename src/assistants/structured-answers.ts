/** Checks answers against a JSON Schema. */
import { fixedLimits } from '../configuration/limits.ts';
import { answerViolatesSchema, serviceStopping } from '../errors.ts';
import { StepError } from '../nodes/step.ts';
import type { SchemaProblem } from '../platform/json/schema-validation.ts';
import { ThreadError, type ThreadPool } from '../platform/threads/thread-pool.ts';
import type { AnswerCheck } from './answer-check-thread.ts';

const CHECK = new URL('./answer-check-thread.ts', import.meta.url);

export type AnswerSchema = Readonly<Record<string, unknown>>;

/** Returns what is wrong with an answer, in words for the model, or undefined when the answer fits. */
export async function answerProblem(
  threads: ThreadPool,
  schema: AnswerSchema,
  answer: string,
  { owner, signal }: { owner: string; signal: AbortSignal },
): Promise<string | undefined> {
  const check: AnswerCheck = { schema: JSON.stringify(schema), answer };
  const problem = await threads
    .run<SchemaProblem | null>(CHECK, check, { owner, ...fixedLimits.schemaCheck, signal })
    .catch(throwThreadError);
  if (problem?.of === 'schema') throw new StepError(`The output schema can not be used: ${problem.what}`);
  return problem ? `${problem.where.join('.')} ${problem.what}` : undefined;
}

/** The message that asks the model to answer again. */
export function correction(problem: string): string {
  return `Your answer does not fit the schema: ${problem}. Answer again, with JSON alone that fits it.`;
}

function throwThreadError(error: unknown): never {
  if (!(error instanceof ThreadError)) throw error;
  if (error.reason === 'closed') throw serviceStopping();
  if (error.reason === 'failed') throw error;
  throw answerViolatesSchema('it takes too long to check');
}
