import { setTimeout as delay } from 'node:timers/promises';

/** Looking again at once would take the time of those who are looked at. */
const LOOK_AGAIN_MS = 10;

/** Asks until there is an answer, for what tells of itself by no event. */
export async function poll<Answer>(
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  { withinMs = 10_000 } = {},
): Promise<Answer> {
  const deadline = performance.now() + withinMs;
  do {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await delay(LOOK_AGAIN_MS);
  } while (performance.now() < deadline);
  throw new Error(`it did not happen within ${withinMs} ms`);
}
