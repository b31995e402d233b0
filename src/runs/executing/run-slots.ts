/**
 * Decides how users share a process that executes runs. Two numbers are limited:
 *
 *   in memory ── runs from their beginning, or their claim, until they end or pause
 *   active    ── those of them that compute, each in a slot, or wait for a slot
 *
 * A run that only waits for its effects (a slow server, a model, a thread) gives its slot back, so that others continue
 * however many runs wait. A fair semaphore hands out the slots. A waiting run takes memory instead, and for long. A user
 * may have as many runs in memory as are free. So one user gets half of the memory, two users get a third each, and some
 * is always left for the next user.
 */
import { createSemaphore, type Release, type Semaphore } from '../../platform/concurrency/semaphore.ts';

interface RunSlotsOptions {
  /** The number of runs that compute at once. */
  atOnce: number;
  /** The number of runs in memory. */
  inMemory: number;
  /** Called when a run has given its slot back, or has left memory, so that there may be room for others. */
  onLeave(): void;
}

/** The slot of one run. */
export interface RunSlot {
  /** Waits for a slot. Returns undefined when the run gets one at once. */
  enter(signal: AbortSignal): Promise<void> | undefined;
  /** Gives the slot back while the run only waits. */
  leave(): void;
  /** Removes the run from memory. */
  close(): void;
}

export interface ClaimCapacity {
  /** The number of runs in all. */
  count: number;
  /** The number of runs of a user who is not listed below. */
  room: number;
  users: { userId: string; room: number; active: number }[];
}

interface User {
  inMemory: number;
  active: number;
}

/** The share of all slots that one user may have. The rest is for the next user. */
const SHARE = 3 / 4;

/** The number of runs that are taken over with one statement. */
const TAKE_OVER_BATCH = 200;

const NOBODY: User = { inMemory: 0, active: 0 };

export class RunSlots {
  readonly #options: RunSlotsOptions;
  /** The number of slots that one user may have. */
  readonly #share: number;
  readonly #semaphore: Semaphore;
  readonly #users = new Map<string, User>();
  #inMemory = 0;
  /** The number of slots that are occupied or wanted, counting no more than the share of each user. */
  #wanted = 0;
  #activeUsers = 0;
  /** The number of runs that were claimed from the queue and have had no slot so far. */
  #claimsWaiting = 0;

  constructor(options: RunSlotsOptions) {
    this.#options = options;
    this.#share = Math.ceil(options.atOnce * SHARE);
    this.#semaphore = createSemaphore({ total: options.atOnce, perOwner: this.#share });
  }

  /** Whether there is memory for one more run of this user. */
  hasRoom(userId: string): boolean {
    return this.#memoryRoom(this.#users.get(userId) ?? NOBODY) > 0;
  }

  /** Adds a run to memory, which is active at first. `isClaimed` says that it was claimed from the queue. */
  add(userId: string, { isClaimed = false } = {}): RunSlot {
    const user = this.#getUser(userId);
    let isActive = true;
    let isWaitingClaim = isClaimed;
    let release: Release | undefined;
    this.#inMemory++;
    user.inMemory++;
    this.#changeActive(user, 1);
    if (isClaimed) this.#claimsWaiting++;

    const endWaitingClaim = () => {
      if (isWaitingClaim) this.#claimsWaiting--;
      isWaitingClaim = false;
    };
    const occupy = (granted: Release) => {
      release = granted;
      endWaitingClaim();
    };
    const leave = () => {
      release?.();
      release = undefined;
      if (!isActive) return;
      isActive = false;
      this.#changeActive(user, -1);
      this.#options.onLeave();
    };
    return {
      enter: signal => {
        if (!isActive) {
          isActive = true;
          this.#changeActive(user, 1);
        }
        const granted = this.#semaphore.tryAcquire(userId, 1);
        if (!granted) return this.#semaphore.acquire(userId, 1, signal).then(occupy);
        occupy(granted);
        return undefined;
      },
      leave,
      close: () => {
        this.#inMemory--;
        user.inMemory--;
        endWaitingClaim();
        if (isActive) leave();
        else this.#options.onLeave();
        if (user.inMemory === 0) this.#users.delete(userId);
      },
    };
  }

  /** How many runs may be claimed from the queue. */
  claimCapacity(): ClaimCapacity {
    const { atOnce } = this.#options;
    const free = Math.max(0, atOnce - this.#wanted);
    // A user with fewer active runs gets a slot soon even when all are occupied, as the semaphore prefers such users.
    const fair = Math.max(1, Math.floor(atOnce / (this.#activeUsers + 1)));
    const count = Math.max(free, Math.min(fair, atOnce - this.#claimsWaiting));
    return this.#capacityWithin(count, user => {
      const slots = Math.min(Math.max(free, fair - user.active), this.#share - user.active);
      return Math.max(0, Math.min(slots, this.#memoryRoom(user)));
    });
  }

  /** How many runs may be taken over from dead processes. Unlike queued runs, they may wait for their slots here. */
  takeOverCapacity(): ClaimCapacity {
    return this.#capacityWithin(TAKE_OVER_BATCH, user => this.#memoryRoom(user));
  }

  #getUser(id: string): User {
    const known = this.#users.get(id);
    if (known) return known;
    const user = { ...NOBODY };
    this.#users.set(id, user);
    return user;
  }

  #changeActive(user: User, by: 1 | -1): void {
    this.#wanted -= Math.min(user.active, this.#share);
    if (user.active === 0) this.#activeUsers++;
    user.active += by;
    if (user.active === 0) this.#activeUsers--;
    this.#wanted += Math.min(user.active, this.#share);
  }

  /** How many more runs the user may have in memory: afterwards at least as many must be free as the user has. */
  #memoryRoom(user: User): number {
    return Math.max(0, Math.floor((this.#options.inMemory - this.#inMemory - user.inMemory + 1) / 2));
  }

  #capacityWithin(count: number, roomFor: (user: User) => number): ClaimCapacity {
    return {
      count: Math.min(count, this.#options.inMemory - this.#inMemory),
      room: roomFor(NOBODY),
      users: [...this.#users].map(([userId, user]) => ({ userId, active: user.active, room: roomFor(user) })),
    };
  }
}
