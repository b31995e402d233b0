/**
 * Answers many who ask for the same with one call: those who ask while it is under way get its answer, and so do those
 * who come within `keepMs` after it. What it threw is not kept.
 */
export function sharedCall<Answer>(act: () => Promise<Answer>, { keepMs = 0 } = {}): () => Promise<Answer> {
  let current: Promise<Answer> | undefined;
  let keptUntil = 0;
  return () => {
    if (current && performance.now() < keptUntil) return current;
    const call = act();
    current = call;
    keptUntil = Number.POSITIVE_INFINITY;
    const end = (until: number) => {
      if (current === call) keptUntil = until;
    };
    call.then(
      () => end(performance.now() + keepMs),
      () => end(0),
    );
    return call;
  };
}
