/** Runs the heavy part of reading a file in a thread, within the limits of documents. Errors name the file. */
import { StepError } from '../nodes/step.ts';
import { ThreadError, type ThreadPool } from '../platform/threads/thread-pool.ts';
import { documentLimits } from './document-limits.ts';
import { notText, unreadable } from './unreadable-file.ts';

interface DocumentThreadOptions {
  filename: string;
  /** The user on whose behalf the file is read. */
  owner: string;
  signal: AbortSignal;
  timeoutMs: number;
  wallTimeoutMs?: number;
  /** Bytes of the input that move to the thread: the caller can no longer use them. */
  transfer?: readonly Uint8Array<ArrayBuffer>[];
}

export async function runDocumentThread<Result>(
  threads: ThreadPool,
  module: URL,
  input: unknown,
  { filename, owner, signal, timeoutMs, wallTimeoutMs, transfer = [] }: DocumentThreadOptions,
): Promise<Result> {
  const { memoryMb } = documentLimits;
  try {
    return await threads.run<Result>(module, input, {
      owner,
      timeoutMs,
      ...(wallTimeoutMs !== undefined && { wallTimeoutMs }),
      memoryMb,
      signal,
      transfer,
    });
  } catch (error) {
    throw error instanceof ThreadError ? toStepError(error, filename, timeoutMs) : error;
  }
}

function toStepError(error: ThreadError, filename: string, timeoutMs: number): unknown {
  switch (error.reason) {
    case 'timeout':
      return unreadable(filename, `that takes longer than ${timeoutMs / 1000} seconds`, { cause: error });
    case 'memory':
      return unreadable(filename, `that needs more than ${documentLimits.memoryMb} MB of memory`, { cause: error });
    case 'crashed':
      return unreadable(filename, 'it breaks what reads it', { cause: error });
    case 'closed':
      return new StepError(error.message, { retryable: true, cause: error });
    case 'failed':
      if (error.thrown === 'NotText') return notText(filename, error.message);
      if (error.thrown === 'BadInput') return unreadable(filename, toReason(error.message), { cause: error });
      return error;
  }
}

/** Some messages are whole sentences, and begin with a capital letter. */
function toReason(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
