/**
 * A fair semaphore: a fixed amount of something (bytes, threads, connections) that many owners share.
 *
 * Two rules keep one owner from starving the others. No owner holds more than `perOwner`, so a part is always left for
 * somebody else. And what is given back goes to the waiting owner who holds least, and among equals to the one who was
 * served longest ago; only among the requests of one owner does the order of arrival decide. A request that does not fit
 * yet is not overtaken by owners who hold more.
 */
export interface Semaphore {
  /** Waits for the amount. A request for more than `perOwner` waits for all of that instead. */
  acquire(owner: string, amount: number, signal?: AbortSignal): Promise<Release>;
  /** Undefined when the owner would have to wait, or asks for more than `perOwner`. */
  tryAcquire(owner: string, amount: number): Release | undefined;
  /** How many requests wait. */
  readonly waiting: number;
}

/** Gives the amount back. Calling it again does nothing. */
export type Release = () => void;

export interface SemaphoreOptions {
  total: number;
  /** What one owner may hold at a time. */
  perOwner?: number;
}

interface Request {
  amount: number;
  grant(): void;
}

interface Owner {
  held: number;
  /** In the order of arrival. */
  requests: Set<Request>;
}

export function createSemaphore({ total, perOwner = total }: SemaphoreOptions): Semaphore {
  /** Only those that hold something or wait for it. Those served last stand last. */
  const owners = new Map<string, Owner>();
  let free = total;
  let waiting = 0;

  function ownerNamed(name: string): Owner {
    const known = owners.get(name);
    if (known) return known;
    const owner: Owner = { held: 0, requests: new Set() };
    owners.set(name, owner);
    return owner;
  }

  function forgetIfIdle(name: string, owner: Owner): void {
    if (owner.held === 0 && owner.requests.size === 0) owners.delete(name);
  }

  function take(name: string, owner: Owner, amount: number): Release {
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
      forgetIfIdle(name, owner);
      grantWaiting();
    };
  }

  function grantWaiting(): void {
    while (waiting > 0) {
      const request = nextRequest();
      if (!request || request.amount > free) return;
      request.grant();
    }
  }

  /** Of the owners who may hold what they ask for, the first request of the one who holds least. */
  function nextRequest(): Request | undefined {
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
    const owner = ownerNamed(name);
    // Whoever waits already comes first.
    const fits = waiting === 0 ? amount <= free : isNext(owner, amount);
    if (fits && owner.requests.size === 0 && owner.held + amount <= perOwner) return take(name, owner, amount);
    forgetIfIdle(name, owner);
    return undefined;
  }

  /** Whether the owner holds less than all who could be granted something, so that it would be its turn. */
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
      const taken = tryAcquire(name, amount);
      if (taken) return taken;
      const owner = ownerNamed(name);
      const { promise, resolve, reject } = Promise.withResolvers<Release>();
      const request: Request = {
        amount,
        grant() {
          waiting--;
          owner.requests.delete(request);
          resolve(take(name, owner, amount));
        },
      };
      const onAbort = () => {
        if (!owner.requests.delete(request)) return;
        waiting--;
        forgetIfIdle(name, owner);
        reject(signal?.reason);
        // Those behind it may fit.
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
