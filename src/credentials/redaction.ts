/** Keeps the values of credentials out of whatever a step or a tool gives back. */
import { StepError } from '../nodes/step.ts';
import type { CredentialUse } from './contract.ts';

type Redacting = Pick<CredentialUse, 'redact'>;

/** Performs something that may use credentials. Neither its result nor its error contains their values. */
export async function withRedaction<Result>(use: Redacting, act: () => Promise<Result>): Promise<Result> {
  try {
    return use.redact(await act());
  } catch (error) {
    throw redactError(use, error);
  }
}

/** An error whose texts are clean stays the same object, because others recognise it. */
export function redactError(use: Redacting, error: unknown): unknown {
  if (!(error instanceof Error)) return use.redact(error);
  const message = use.redact(error.message);
  const stack = use.redact(error.stack);
  if (message === error.message && stack === error.stack) return error;
  if (error instanceof StepError) {
    const { retryable, retryAfterMs, kind, status } = error;
    return new StepError(message, { retryable, retryAfterMs, kind, ...(status !== undefined && { status }) });
  }
  return Object.assign(new Error(message), { name: error.name, stack });
}
