/** What must be done although the database is away for a while. */
import { setTimeout as delay } from 'node:timers/promises';
import { connectionProblem } from './database.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** Again and again until the database answers. What it does must bear being done twice. */
export async function persistently<Result>(
  act: () => Promise<Result>,
  { signal, patienceMs = Number.POSITIVE_INFINITY }: { signal: AbortSignal; patienceMs?: number },
): Promise<Result> {
  const begunAt = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await act();
    } catch (error) {
      const isHopeless = connectionProblem(error) === undefined || performance.now() - begunAt > patienceMs;
      if (isHopeless || signal.aborted) throw error;
      await delay(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
}
