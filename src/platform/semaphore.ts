/**
 * A fair semaphore: it divides a fixed amount of something (bytes, threads, connections) between many owners.
 *
 * Two rules keep one owner from starving the others. First, no owner holds more than `perOwner`, so a part is always
 * left for somebody else. Second, what is released goes to the waiting owner who holds least, and among equals to the
 * one who was served longest ago. The order of arrival counts only among the requests of one owner. Owners who hold
 * more do not overtake a request that does not fit yet.
 */
export interface Semaphore {
  /** Waits for the amount. A request for more than `perOwner` is reduced to `perOwner`. */
  acquire(owner: string, amount: number, signal?: AbortSignal): Promise<Release>;
  /** Undefined when the owner would have to wait, or asks for more than `perOwner`. */
  tryAcquire(owner: string, amount: number): Release | undefined;
  /** The number of requests that wait. */
  readonly waiting: number;
}

/** Releases the amount. Calling it again does nothing. */
export type Release = () => void;

interface SemaphoreOptions {
  total: number;
  /** The most that one owner may hold at a time; the default is `total`. */
  perOwner?: number;
}

interface Request {
  amount: number;
  grant(): void;
}

interface Owner {
  held: number;
  /** The waiting requests in the order of arrival. */
  requests: Set<Request>;
}

export function createSemaphore({ total, perOwner = total }: SemaphoreOptions): Semaphore {
  /** The owners that hold or wait for something. The one served last stands at the end. */
  const owners = new Map<string, Owner>();
  let free = total;
  let waiting = 0;

  function findOrAddOwner(name: string): Owner {
    const known = owners.get(name);
    if (known) return known;
    const owner: Owner = { held: 0, requests: new Set() };
    owners.set(name, owner);
    return owner;
  }

  function removeIfIdle(name: string, owner: Owner): void {
    if (owner.held === 0 && owner.requests.size === 0) owners.delete(name);
  }

  function grant(name: string, owner: Owner, amount: number): Release {
    free -= amount;
    owner.held += amount;
    owners.delete(name);
    owners.set(name, owner);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      free += amount;
      owner.held -= amount;
      removeIfIdle(name, owner);
      grantWaiting();
    };
  }

  function grantWaiting(): void {
    while (waiting > 0) {
      const request = findNextRequest();
      if (!request || request.amount > free) return;
      request.grant();
    }
  }

  /** Finds the first request of the owner who holds least, among the owners who may hold what they ask for. */
  function findNextRequest(): Request | undefined {
    let next: Request | undefined;
    let leastHeld = Number.POSITIVE_INFINITY;
    for (const { held, requests } of owners.values()) {
      if (requests.size === 0 || held >= leastHeld) continue;
      const [request] = requests;
      if (!request || held + request.amount > perOwner) continue;
      next = request;
      leastHeld = held;
    }
    return next;
  }

  function tryAcquire(name: string, amount: number): Release | undefined {
    const owner = findOrAddOwner(name);
    // Requests that already wait come first.
    const fits = waiting === 0 ? amount <= free : isNext(owner, amount);
    if (fits && owner.requests.size === 0 && owner.held + amount <= perOwner) return grant(name, owner, amount);
    removeIfIdle(name, owner);
    return undefined;
  }

  /** Whether the owner holds less than every waiting owner whose request may be granted, so that it is served next. */
  function isNext(owner: Owner, amount: number): boolean {
    if (amount > free) return false;
    for (const { held, requests } of owners.values()) {
      const [request] = requests;
      if (request && held + request.amount <= perOwner && held <= owner.held) return false;
    }
    return true;
  }

  return {
    tryAcquire,
    async acquire(name, wanted, signal) {
      signal?.throwIfAborted();
      const amount = Math.min(wanted, perOwner);
      const release = tryAcquire(name, amount);
      if (release) return release;
      const owner = findOrAddOwner(name);
      const { promise, resolve, reject } = Promise.withResolvers<Release>();
      const request: Request = {
        amount,
        grant() {
          waiting--;
          owner.requests.delete(request);
          resolve(grant(name, owner, amount));
        },
      };
      const onAbort = () => {
        if (!owner.requests.delete(request)) return;
        waiting--;
        removeIfIdle(name, owner);
        reject(signal?.reason);
        // The requests behind it may fit now.
        grantWaiting();
      };
      owner.requests.add(request);
      waiting++;
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        return await promise;
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
    get waiting() {
      return waiting;
    },
  };
}
