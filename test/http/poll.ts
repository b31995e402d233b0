import { setTimeout as delay } from 'node:timers/promises';
import { pauseMs } from '../support/pauses.ts';

/** Repeats a question until it has an answer, for changes that no event reports. */
export async function poll<Answer>(
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  { withinMs = 10_000 } = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const waitedMs = () => performance.now() - startedAt;
  do {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await delay(pauseMs(waitedMs()));
  } while (waitedMs() < withinMs);
  throw new Error(`it did not happen within ${withinMs} ms`);
}
