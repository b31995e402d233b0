import { ModelError } from '../platform/models/model.ts';
import { StepError } from './step.ts';

/** Rethrows the error of a model as the error of the step. */
export function throwStepError(error: unknown): never {
  if (!(error instanceof ModelError)) throw error;
  const { message, retryable, retryAfterMs } = error;
  throw new StepError(message, { retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }), cause: error });
}
