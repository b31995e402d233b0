/** Ways to stop waiting for a promise. */
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Resolves with the work, or rejects as soon as the signal aborts. Work that can not be interrupted then runs on
 * unobserved.
 */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    work.catch(() => {}); // after an abort nobody handles its failure
  }
}

/** Waits until all promises are settled, but at most `timeMs`. */
export async function settledWithin(timeMs: number, promises: Iterable<Promise<unknown>>): Promise<void> {
  const settled = new AbortController();
  const all = Promise.allSettled(promises).finally(() => settled.abort());
  await Promise.race([all, delay(timeMs, undefined, { signal: settled.signal }).catch(() => {})]);
}
