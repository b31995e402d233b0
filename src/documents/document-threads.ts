/** The heavy part of reading a file, in a thread: with the limits of documents, and errors that name the file. */
import { StepError } from '../nodes/step.ts';
import { ThreadError, type Threads } from '../platform/threads/threads.ts';
import { documentLimits } from './document-limits.ts';
import { notText, unreadable } from './unreadable-file.ts';

export interface WorkOptions {
  filename: string;
  /** The user on whose behalf it is read. */
  owner: string;
  signal: AbortSignal;
  timeoutMs: number;
  longestMs?: number;
  /** Bytes in the input that nobody needs any more. */
  transfer?: readonly Uint8Array<ArrayBuffer>[];
}

export async function work<Result>(
  threads: Threads,
  module: URL,
  input: unknown,
  { filename, owner, signal, timeoutMs, longestMs, transfer = [] }: WorkOptions,
): Promise<Result> {
  const { memoryMb } = documentLimits;
  try {
    return await threads.run<Result>(module, input, {
      owner,
      timeoutMs,
      ...(longestMs !== undefined && { longestMs }),
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
      if (error.thrown === 'BadInput') return unreadable(filename, asReason(error.message), { cause: error });
      return error;
  }
}

/** Some are sentences of their own. */
function asReason(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
