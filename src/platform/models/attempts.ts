/** Decides how often a model is asked, how long it may be silent, and how long all attempts together may take. */
import { setTimeout as delay } from 'node:timers/promises';
import { modelTimedOut, modelTookTooLong } from './failures.ts';
import { ModelError, type ModelSettings } from './model.ts';

const MOST_ATTEMPTS = 3;
const FIRST_DELAY_MS = 500;
/** When an endpoint asks for a longer delay, the caller gets the error with that delay instead of waiting. */
const LONGEST_DELAY_MS = 30_000;
const TOTAL_LIMIT_MS = 600_000;

export interface ModelAttempt {
  /** Aborts when the caller aborts, when the endpoint was silent for too long, or when everything took too long. */
  signal: AbortSignal;
  /** Says that data has arrived, so that the time of silence starts again. */
  reportProgress(): void;
}

/** Retries after ModelErrors that allow it. Rejects with the last of them, or with the reason of the signal. */
export async function withRetries<Result>(
  settings: ModelSettings,
  signal: AbortSignal,
  act: (attempt: ModelAttempt) => Promise<Result>,
): Promise<Result> {
  const total = linkAbort(signal);
  const timer = setTimeout(() => total.abort(modelTookTooLong(settings, TOTAL_LIMIT_MS)), TOTAL_LIMIT_MS);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await tryOnce(settings, total.signal, act);
      } catch (error) {
        const delayMs = total.signal.aborted ? undefined : retryDelayMs(error, attempt);
        if (delayMs === undefined) throw error;
        await delay(delayMs, undefined, { signal: total.signal }).catch(() => total.signal.throwIfAborted());
      }
    }
  } finally {
    clearTimeout(timer);
    total.unlink();
  }
}

async function tryOnce<Result>(
  settings: ModelSettings,
  signal: AbortSignal,
  act: (attempt: ModelAttempt) => Promise<Result>,
): Promise<Result> {
  const attempt = linkAbort(signal);
  const timer = setTimeout(() => attempt.abort(modelTimedOut(settings)), settings.timeoutSeconds * 1000);
  try {
    attempt.signal.throwIfAborted();
    return await act({ signal: attempt.signal, reportProgress: () => timer.refresh() });
  } catch (error) {
    // Any error after the abort is a consequence of it.
    attempt.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    attempt.unlink();
    attempt.abort(); // ends everything that the attempt started
  }
}

/** Returns undefined when there must be no further attempt. */
function retryDelayMs(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof ModelError) || !error.retryable || attempt === MOST_ATTEMPTS) return undefined;
  if (error.retryAfterMs !== undefined) return error.retryAfterMs <= LONGEST_DELAY_MS ? error.retryAfterMs : undefined;
  return FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
}

/**
 * Creates an abort controller that also aborts with the given signal. AbortSignal.any would not do, because the signals
 * of callers live long and would collect listeners.
 */
function linkAbort(signal: AbortSignal) {
  const own = new AbortController();
  const onAbort = () => own.abort(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return {
    signal: own.signal,
    abort: (reason?: unknown) => own.abort(reason),
    unlink: () => signal.removeEventListener('abort', onAbort),
  };
}
