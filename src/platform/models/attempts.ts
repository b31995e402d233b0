/** How often a model is tried, how long it may be silent, and how long all of it may take. */
import { setTimeout as delay } from 'node:timers/promises';
import { tookTooLong, wasSilent } from './failures.ts';
import { ModelError, type ModelSettings } from './model.ts';

const MOST_TRIES = 3;
const FIRST_WAIT_MS = 500;
/** An endpoint that wants a longer pause is not waited for: whoever asked is told how long it would be. */
const LONGEST_WAIT_MS = 30_000;
const WHOLE_LIMIT_MS = 600_000;

export interface Attempt {
  /** Aborts when the caller does, when the endpoint was silent for too long, or the whole took too long. */
  signal: AbortSignal;
  /** Something came: the silence begins anew. */
  progressed(): void;
}

/** Tries again after ModelErrors that allow it. Rejects with the last of them, or the reason of the signal. */
export async function attempting<Result>(
  settings: ModelSettings,
  signal: AbortSignal,
  act: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  const whole = follow(signal);
  const timer = setTimeout(() => whole.abort(tookTooLong(settings, WHOLE_LIMIT_MS)), WHOLE_LIMIT_MS);
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await once(settings, whole.signal, act);
      } catch (error) {
        const waitMs = whole.signal.aborted ? undefined : waitAfter(error, tries);
        if (waitMs === undefined) throw error;
        await delay(waitMs, undefined, { signal: whole.signal }).catch(() => whole.signal.throwIfAborted());
      }
    }
  } finally {
    clearTimeout(timer);
    whole.stopFollowing();
  }
}

async function once<Result>(
  settings: ModelSettings,
  signal: AbortSignal,
  act: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  const trying = follow(signal);
  const timer = setTimeout(() => trying.abort(wasSilent(settings)), settings.timeoutSeconds * 1000);
  try {
    trying.signal.throwIfAborted();
    return await act({ signal: trying.signal, progressed: () => timer.refresh() });
  } catch (error) {
    // Whatever broke after the abort, broke because of it.
    trying.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    trying.stopFollowing();
    trying.abort(); // nothing of a try outlives it
  }
}

function waitAfter(error: unknown, tries: number): number | undefined {
  if (!(error instanceof ModelError) || !error.retryable || tries === MOST_TRIES) return undefined;
  if (error.retryAfterMs !== undefined) return error.retryAfterMs <= LONGEST_WAIT_MS ? error.retryAfterMs : undefined;
  return FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random());
}

/** An end of its own that the other signal brings too. Not AbortSignal.any: callers' signals live long. */
function follow(signal: AbortSignal) {
  const own = new AbortController();
  const onAbort = () => own.abort(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return {
    signal: own.signal,
    abort: (reason?: unknown) => own.abort(reason),
    stopFollowing: () => signal.removeEventListener('abort', onAbort),
  };
}
