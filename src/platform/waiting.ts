/** Waiting for work, but not for ever. */
import { setTimeout as delay } from 'node:timers/promises';

/** What the work gives, unless the signal comes first: work that can not be interrupted is then not waited for. */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    work.catch(() => {}); // told to nobody any more
  }
}

/** Waits until all are settled, but no longer than given. */
export async function settledWithin(timeMs: number, promises: Iterable<Promise<unknown>>): Promise<void> {
  const settled = new AbortController();
  const all = Promise.allSettled(promises).finally(() => settled.abort());
  await Promise.race([all, delay(timeMs, undefined, { signal: settled.signal }).catch(() => {})]);
}
