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
import { createSemaphore, type Release } from '../../platform/semaphore.ts';

interface RunSlotsOptions {
  /** The number of runs that compute at once. */
  atOnce: number;
  /** The number of runs in memory. */
  inMemory: number;
  /** Called when a run has given its slot back, or has left memory, so that there may be room for others. */
  onLeave(): void;
}

export interface RunSlots {
  /** Whether there is memory for one more run of this user. */
  hasRoom(userId: string): boolean;
  /** Adds a run to memory, which is active at first. `isClaimed` says that it was claimed from the queue. */
  add(userId: string, options?: { isClaimed?: boolean }): RunSlot;
  /** How many runs may be claimed from the queue. */
  claimCapacity(): ClaimCapacity;
  /** How many runs may be taken over from dead processes. Unlike queued runs, they may wait for their slots here. */
  takeOverCapacity(): ClaimCapacity;
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

export function createRunSlots({ atOnce, inMemory: maxInMemory, onLeave }: RunSlotsOptions): RunSlots {
  const share = Math.ceil(atOnce * SHARE);
  const semaphore = createSemaphore({ total: atOnce, perOwner: share });
  const users = new Map<string, User>();
  let inMemory = 0;
  /** The number of slots that are occupied or wanted, counting no more than the share of each user. */
  let wanted = 0;
  let activeUsers = 0;
  /** The number of runs that were claimed from the queue and have had no slot so far. */
  let claimsWaiting = 0;

  function getUser(id: string): User {
    const known = users.get(id);
    if (known) return known;
    const user = { ...NOBODY };
    users.set(id, user);
    return user;
  }

  function changeActive(user: User, by: 1 | -1): void {
    wanted -= Math.min(user.active, share);
    if (user.active === 0) activeUsers++;
    user.active += by;
    if (user.active === 0) activeUsers--;
    wanted += Math.min(user.active, share);
  }

  /** How many more runs the user may have in memory: afterwards at least as many must be free as the user has. */
  function memoryRoom(user: User): number {
    return Math.max(0, Math.floor((maxInMemory - inMemory - user.inMemory + 1) / 2));
  }

  function capacityWithin(count: number, roomFor: (user: User) => number): ClaimCapacity {
    return {
      count: Math.min(count, maxInMemory - inMemory),
      room: roomFor(NOBODY),
      users: [...users].map(([userId, user]) => ({ userId, active: user.active, room: roomFor(user) })),
    };
  }

  return {
    hasRoom: userId => memoryRoom(users.get(userId) ?? NOBODY) > 0,
    add(userId, { isClaimed = false } = {}) {
      const user = getUser(userId);
      let isActive = true;
      let isWaitingClaim = isClaimed;
      let release: Release | undefined;
      inMemory++;
      user.inMemory++;
      changeActive(user, 1);
      if (isClaimed) claimsWaiting++;

      function occupy(granted: Release): void {
        release = granted;
        endWaitingClaim();
      }

      function endWaitingClaim(): void {
        if (isWaitingClaim) claimsWaiting--;
        isWaitingClaim = false;
      }

      function leave(): void {
        release?.();
        release = undefined;
        if (!isActive) return;
        isActive = false;
        changeActive(user, -1);
        onLeave();
      }

      return {
        enter(signal) {
          if (!isActive) {
            isActive = true;
            changeActive(user, 1);
          }
          const granted = semaphore.tryAcquire(userId, 1);
          if (!granted) return semaphore.acquire(userId, 1, signal).then(occupy);
          occupy(granted);
          return undefined;
        },
        leave,
        close() {
          inMemory--;
          user.inMemory--;
          endWaitingClaim();
          if (isActive) leave();
          else onLeave();
          if (user.inMemory === 0) users.delete(userId);
        },
      };
    },
    claimCapacity() {
      const free = Math.max(0, atOnce - wanted);
      // A user with fewer active runs gets a slot soon even when all are occupied, as the semaphore prefers such users.
      const fair = Math.max(1, Math.floor(atOnce / (activeUsers + 1)));
      const count = Math.max(free, Math.min(fair, atOnce - claimsWaiting));
      return capacityWithin(count, user => {
        const slots = Math.min(Math.max(free, fair - user.active), share - user.active);
        return Math.max(0, Math.min(slots, memoryRoom(user)));
      });
    },
    takeOverCapacity: () => capacityWithin(TAKE_OVER_BATCH, memoryRoom),
  };
}
