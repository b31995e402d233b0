import { ModelError } from '../platform/models/model.ts';
import { StepError } from './step.ts';

/** What a model says of its failure, as that of the step. */
export function asStepError(error: unknown): never {
  if (!(error instanceof ModelError)) throw error;
  const { message, retryable, retryAfterMs } = error;
  throw new StepError(message, { retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }), cause: error });
}
