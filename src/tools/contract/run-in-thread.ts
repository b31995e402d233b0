/** Runs the heavy part of a tool in a thread, within the limits of tools. Errors of the thread become StepErrors. */
import { StepError } from '../../nodes/step.ts';
import { ThreadError, type ThreadPool } from '../../platform/threads/thread-pool.ts';
import type { ToolContext } from './tool.ts';
import { toolLimits } from './tool-limits.ts';

interface ThreadTaskOptions {
  timeoutMs?: number;
  /** Bytes of the input that move to the thread: the caller can no longer use them. */
  transfer?: readonly Uint8Array<ArrayBuffer>[];
}

export async function runInThread<Result>(
  threads: ThreadPool,
  module: URL,
  input: unknown,
  { signal, user }: Pick<ToolContext, 'signal' | 'user'>,
  { timeoutMs = toolLimits.thread.timeoutMs, transfer = [] }: ThreadTaskOptions = {},
): Promise<Result> {
  try {
    const { memoryMb } = toolLimits.thread;
    return await threads.run<Result>(module, input, { owner: user.id, timeoutMs, memoryMb, signal, transfer });
  } catch (error) {
    throw toStepError(error, timeoutMs);
  }
}

function toStepError(error: unknown, timeoutMs: number): unknown {
  if (!(error instanceof ThreadError)) return error;
  const { reason, thrown, message } = error;
  if (reason === 'failed' && thrown === 'BadInput') return new StepError(message);
  if (reason === 'timeout') {
    return new StepError(`The tool took longer than ${timeoutMs / 1000} seconds with this input`, { cause: error });
  }
  if (reason === 'memory') {
    return new StepError(`The tool needs more than ${toolLimits.thread.memoryMb} MB of memory for this input`, {
      cause: error,
    });
  }
  if (reason === 'closed') return new StepError(message, { retryable: true, cause: error });
  return error;
}
