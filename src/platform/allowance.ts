/** So much of something, shared by all who need a part of it for a while. Who came first is served first. */
export interface Allowance {
  /** Waits until there is so much left; who asks for more than there is waits until it has all. Give it back once. */
  take(amount: number, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  amount: number;
  start(): void;
}

export function createAllowance(total: number): Allowance {
  const waiting = new Set<Waiting>();
  let left = total;

  function serve(): void {
    for (const next of waiting) {
      if (next.amount > left) return;
      waiting.delete(next);
      left -= next.amount;
      next.start();
    }
  }

  return {
    async take(wanted, signal) {
      signal.throwIfAborted();
      const amount = Math.min(wanted, total);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const entry = { amount, start: resolve };
      const onAbort = () => {
        if (waiting.delete(entry)) reject(signal.reason);
        serve();
      };
      waiting.add(entry);
      signal.addEventListener('abort', onAbort, { once: true });
      serve();
      try {
        await promise;
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
      let isGiven = true;
      return () => {
        if (!isGiven) return;
        isGiven = false;
        left += amount;
        serve();
      };
    },
  };
}
