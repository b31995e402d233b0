/** Keeps the values of credentials out of whatever a step or a tool gives back. */
import { StepError, type StepFiles } from '../../nodes/step.ts';
import type { CredentialUse } from '../contract.ts';

type Redacting = Pick<CredentialUse, 'redact'>;

/** Performs something that may use credentials. Neither its result nor its error contains their values. */
export async function withRedaction<Result>(use: Redacting, act: () => Promise<Result>): Promise<Result> {
  let result: Result;
  try {
    result = await act();
  } catch (error) {
    throw await redactError(use, error);
  }
  return use.redact(result);
}

/** An error whose texts are clean stays the same object, because others recognise it. */
async function redactError(use: Redacting, error: unknown): Promise<unknown> {
  if (!(error instanceof Error)) return use.redact(error);
  const message = await use.redact(error.message);
  const stack = await use.redact(error.stack);
  if (message === error.message && stack === error.stack) return error;
  if (error instanceof StepError) {
    const { retryable, retryAfterMs, kind, status, headers } = error;
    return new StepError(message, { retryable, retryAfterMs, kind, status, headers });
  }
  return Object.assign(new Error(message), { name: error.name, stack });
}

/** A server may repeat in a file what it was sent. */
export function withRedactedFiles(
  files: StepFiles,
  use: Pick<CredentialUse, 'redactBytes' | 'redactStream'>,
): StepFiles {
  return {
    ...files,
    async save(file) {
      const { content } = file;
      const isWhole = content instanceof Uint8Array;
      return files.save({ ...file, content: isWhole ? await use.redactBytes(content) : use.redactStream(content) });
    },
  };
}
