/**
 * Shares one call between all who ask at the same time. Callers that arrive while it is in progress, or within
 * `cacheMs` after it, get its result. A failure is not cached.
 */
export function singleFlight<Result>(act: () => Promise<Result>, { cacheMs = 0 } = {}): () => Promise<Result> {
  let current: Promise<Result> | undefined;
  let validUntil = 0;
  return () => {
    if (current && performance.now() < validUntil) return current;
    const call = act();
    current = call;
    validUntil = Number.POSITIVE_INFINITY;
    const finish = (until: number) => {
      if (current === call) validUntil = until;
    };
    call.then(
      () => finish(performance.now() + cacheMs),
      () => finish(0),
    );
    return call;
  };
}
