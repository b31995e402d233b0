/** Retries work while the database can not be reached or another transaction conflicts with it. */
import { setTimeout as delay } from 'node:timers/promises';
import { ConnectionError, DatabaseBusy, type DatabaseProblem, databaseProblem } from './connection-error.ts';

interface RetryOptions {
  /** Ends the retries. */
  signal: AbortSignal;
  /** How long to retry, and to wait for an attempt. Without it, retries continue until the database is back. */
  patienceMs?: number;
}

/**
 * Retries an action until it succeeds or fails for another reason. The action must be idempotent. When patience ends, the
 * last attempt may still succeed without anybody learning of it, as when the answer to a commit is lost.
 */
export type Retry = <Result>(act: () => Promise<Result>, options: RetryOptions) => Promise<Result>;

/** Tells an operator that something has been retried for a while, and why. */
export interface LongRetry {
  problem: DatabaseProblem;
  seconds: number;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
/** The server's own limits are as long as the patience of requests, and have better reasons. */
const GRACE_MS = 500;
/** A broken connection, or a short restart of the server, is not worth a report. */
const LONG_MS = 5_000;
/** The time between two reports, however much is being retried. */
const BETWEEN_REPORTS_MS = 10_000;

interface RetriesOptions {
  onLongRetry?: ((retry: LongRetry) => void) | undefined;
  longMs?: number;
  /** Whether attempts take long because they wait for connections, while the server answers others. */
  isBusy?: () => boolean;
}

export function createRetry({
  onLongRetry = () => {},
  longMs = LONG_MS,
  isBusy = () => false,
}: RetriesOptions = {}): Retry {
  let reportedAt = Number.NEGATIVE_INFINITY;

  function report(problem: DatabaseProblem, retriedMs: number): void {
    if (retriedMs < longMs || performance.now() - reportedAt < BETWEEN_REPORTS_MS) return;
    reportedAt = performance.now();
    onLongRetry({ problem, seconds: Math.round(retriedMs / 1000) });
  }

  return async (act, { signal, patienceMs }) => {
    const begunAt = performance.now();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        if (patienceMs === undefined) return await act();
        return await answeredBy(act(), begunAt + patienceMs + GRACE_MS, isBusy);
      } catch (error) {
        const problem = databaseProblem(error);
        const retriedMs = performance.now() - begunAt;
        if (!problem || retriedMs > (patienceMs ?? Number.POSITIVE_INFINITY) || signal.aborted) throw error;
        report(problem, retriedMs);
        await delay(pauseMs, undefined, { signal }).catch(() => {});
      }
    }
  };
}

/** A server that hangs, as in a commit that waits for standbys, must not let a request hang with it. */
async function answeredBy<Result>(attempt: Promise<Result>, deadline: number, isBusy: () => boolean): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(isBusy() ? new DatabaseBusy() : new ConnectionError('the server did not answer in time'));
  const timer = setTimeout(giveUp, Math.max(0, deadline - performance.now()));
  try {
    return await Promise.race([attempt, promise]);
  } finally {
    clearTimeout(timer);
  }
}
