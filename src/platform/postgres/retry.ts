/** What must be done although the database is away for a while, or another transaction is in the way. */
import { setTimeout as delay } from 'node:timers/promises';
import { conflict, connectionProblem } from './connection-error.ts';

export interface RetryOptions {
  /** Ends the retries. */
  signal: AbortSignal;
  /** How long to go on; without it, until the database is back. */
  patienceMs?: number;
}

/** Does it again and again until it is done or refused. What it does must bear being done twice. */
export type Retry = <Result>(act: () => Promise<Result>, options: RetryOptions) => Promise<Result>;

/** What an operator is to hear of: that something has been retried for a while, and why. */
export interface LongRetry {
  problem: string;
  seconds: number;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
/** A connection that broke, or a short restart of the server, is nothing to tell of. */
const LONG_MS = 5_000;
/** However much is being retried at the same time. */
const BETWEEN_REPORTS_MS = 10_000;

export function createRetry(onLongRetry: (retry: LongRetry) => void, longMs = LONG_MS): Retry {
  let reportedAt = Number.NEGATIVE_INFINITY;

  function report(problem: string, retriedMs: number): void {
    if (retriedMs < longMs || performance.now() - reportedAt < BETWEEN_REPORTS_MS) return;
    reportedAt = performance.now();
    onLongRetry({ problem, seconds: Math.round(retriedMs / 1000) });
  }

  return async (act, { signal, patienceMs = Number.POSITIVE_INFINITY }) => {
    const begunAt = performance.now();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await act();
      } catch (error) {
        const problem = connectionProblem(error) ?? conflict(error);
        const retriedMs = performance.now() - begunAt;
        if (problem === undefined || retriedMs > patienceMs || signal.aborted) throw error;
        report(problem, retriedMs);
        await delay(pauseMs, undefined, { signal }).catch(() => {});
      }
    }
  };
}
