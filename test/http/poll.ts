import { setTimeout as delay } from 'node:timers/promises';
import { pauseMs } from '../support/pauses.ts';

/** Asks until there is an answer, for what tells of itself by no event. */
export async function poll<Answer>(
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  { withinMs = 10_000 } = {},
): Promise<Answer> {
  const begun = performance.now();
  const waitedMs = () => performance.now() - begun;
  do {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await delay(pauseMs(waitedMs()));
  } while (waitedMs() < withinMs);
  throw new Error(`it did not happen within ${withinMs} ms`);
}
