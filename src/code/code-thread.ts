/** Runs the code of a step in a thread. */
import { createProcessorClock } from '../platform/concurrency/processor-clock.ts';
import type { ThreadContext } from '../platform/threads/thread-pool.ts';
import type { CodeResult, CodeTask } from './contract.ts';
import { BROKEN } from './messages.ts';
import { runCode } from './run-code.ts';

const clock = createProcessorClock();

export default async function run(task: CodeTask, context: ThreadContext): Promise<CodeResult> {
  const result = await runCode(task, clock);
  if ('error' in result && result.error === BROKEN) context.retire();
  return result;
}
