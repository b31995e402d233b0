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

export function createSemaphore(options: SemaphoreOptions): Semaphore {
  return new FairSemaphore(options);
}

class FairSemaphore implements Semaphore {
  readonly #perOwner: number;
  /** The owners that hold or wait for something. The one served last stands at the end. */
  readonly #owners = new Map<string, Owner>();
  #free: number;
  #waiting = 0;

  constructor({ total, perOwner = total }: SemaphoreOptions) {
    this.#perOwner = perOwner;
    this.#free = total;
  }

  async acquire(name: string, wanted: number, signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted();
    const amount = Math.min(wanted, this.#perOwner);
    const release = this.tryAcquire(name, amount);
    if (release) return release;
    const owner = this.#findOrAddOwner(name);
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    const request: Request = {
      amount,
      grant: () => {
        this.#waiting--;
        owner.requests.delete(request);
        resolve(this.#grant(name, owner, amount));
      },
    };
    const onAbort = () => {
      if (!owner.requests.delete(request)) return;
      this.#waiting--;
      this.#removeIfIdle(name, owner);
      reject(signal?.reason);
      // The requests behind it may fit now.
      this.#grantWaiting();
    };
    owner.requests.add(request);
    this.#waiting++;
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  tryAcquire(name: string, amount: number): Release | undefined {
    const owner = this.#findOrAddOwner(name);
    // Requests that already wait come first.
    const fits = this.#waiting === 0 ? amount <= this.#free : this.#isNext(owner, amount);
    if (fits && owner.requests.size === 0 && owner.held + amount <= this.#perOwner) {
      return this.#grant(name, owner, amount);
    }
    this.#removeIfIdle(name, owner);
    return undefined;
  }

  get waiting(): number {
    return this.#waiting;
  }

  #findOrAddOwner(name: string): Owner {
    const known = this.#owners.get(name);
    if (known) return known;
    const owner: Owner = { held: 0, requests: new Set() };
    this.#owners.set(name, owner);
    return owner;
  }

  #removeIfIdle(name: string, owner: Owner): void {
    if (owner.held === 0 && owner.requests.size === 0) this.#owners.delete(name);
  }

  #grant(name: string, owner: Owner, amount: number): Release {
    this.#free -= amount;
    owner.held += amount;
    this.#owners.delete(name);
    this.#owners.set(name, owner);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#free += amount;
      owner.held -= amount;
      this.#removeIfIdle(name, owner);
      this.#grantWaiting();
    };
  }

  #grantWaiting(): void {
    while (this.#waiting > 0) {
      const request = this.#findNextRequest();
      if (!request || request.amount > this.#free) return;
      request.grant();
    }
  }

  /** Finds the first request of the owner who holds least, among the owners who may hold what they ask for. */
  #findNextRequest(): Request | undefined {
    let next: Request | undefined;
    let leastHeld = Number.POSITIVE_INFINITY;
    for (const { held, requests } of this.#owners.values()) {
      if (requests.size === 0 || held >= leastHeld) continue;
      const [request] = requests;
      if (!request || held + request.amount > this.#perOwner) continue;
      next = request;
      leastHeld = held;
    }
    return next;
  }

  /** Whether the owner holds less than every waiting owner whose request may be granted, so that it is served next. */
  #isNext(owner: Owner, amount: number): boolean {
    if (amount > this.#free) return false;
    for (const { held, requests } of this.#owners.values()) {
      const [request] = requests;
      if (request && held + request.amount <= this.#perOwner && held <= owner.held) return false;
    }
    return true;
  }
}
