import { setTimeout as delay } from 'node:timers/promises';
import { pauseMs } from '../support/pauses.ts';

/** Only ends a hang: no test may depend on how fast the machine is. */
const HANGS_AFTER_MS = 120_000;

/** Repeats a question until it has an answer, for changes that no event reports. */
export async function poll<Answer>(ask: () => Answer | undefined | Promise<Answer | undefined>): Promise<Answer> {
  const startedAt = performance.now();
  const waitedMs = () => performance.now() - startedAt;
  do {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await delay(pauseMs(waitedMs()));
  } while (waitedMs() < HANGS_AFTER_MS);
  throw new Error(`it did not happen within ${HANGS_AFTER_MS / 1000} seconds`);
}
