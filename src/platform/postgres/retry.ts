/** Retries work while the database can not be reached or another transaction conflicts with it. */
import { setTimeout as delay } from 'node:timers/promises';
import { connectionProblem, transactionConflict } from './connection-error.ts';

interface RetryOptions {
  /** Ends the retries. */
  signal: AbortSignal;
  /** How long to retry. Without it, retries continue until the database is back. */
  patienceMs?: number;
}

/** Retries an action until it succeeds or fails for another reason. The action must be idempotent. */
export type Retry = <Result>(act: () => Promise<Result>, options: RetryOptions) => Promise<Result>;

/** Tells an operator that something has been retried for a while, and why. */
export interface LongRetry {
  problem: string;
  seconds: number;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
/** A broken connection, or a short restart of the server, is not worth a report. */
const LONG_MS = 5_000;
/** The time between two reports, however much is being retried. */
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
        const problem = connectionProblem(error) ?? transactionConflict(error);
        const retriedMs = performance.now() - begunAt;
        if (problem === undefined || retriedMs > patienceMs || signal.aborted) throw error;
        report(problem, retriedMs);
        await delay(pauseMs, undefined, { signal }).catch(() => {});
      }
    }
  };
}
