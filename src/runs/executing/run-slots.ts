/**
 * How users share a process that executes runs. Two things are counted:
 *
 *   in memory ── from the beginning of a run, or its claim, until it ends or pauses
 *   active    ── those of them that compute, each in a place, or wait for a place
 *
 * A run that only waits for its effects (a slow server, a model, a thread) gives its place back, so however many wait,
 * others go on. Places are handed out by a fair semaphore. What waits takes memory instead, and for long: there a user
 * may have as many runs as are free. So one user gets half of it, two get a third each, and some is always left for
 * the next one who comes.
 */
import { createSemaphore, type Release } from '../../platform/semaphore.ts';

export interface RunSlotsOptions {
  /** Runs that compute at once. */
  atOnce: number;
  /** Runs in memory. */
  inMemory: number;
  /** A run has given its place back, or is gone from memory: there may be room for others. */
  onLeave(): void;
}

export interface RunSlots {
  /** Whether there is memory for one more run of this user. */
  hasRoom(userId: string): boolean;
  /** One more run in memory. It is active from the beginning. `isClaimed`: from the queue. */
  add(userId: string, options?: { isClaimed?: boolean }): RunSlot;
  /** What may be claimed from the queue. */
  claimCapacity(): ClaimCapacity;
  /** What may be taken over from dead processes. It was in memory before, and may wait for its place here. */
  takeOverCapacity(): ClaimCapacity;
}

/** The place of one run. */
export interface RunSlot {
  /** Undefined: it has its place at once. */
  enter(signal: AbortSignal): Promise<void> | undefined;
  /** While it only waits. */
  leave(): void;
  /** It is gone from memory. */
  close(): void;
}

export interface ClaimCapacity {
  /** In all. */
  count: number;
  /** For a user who is not named below. */
  room: number;
  users: { userId: string; room: number; active: number }[];
}

interface User {
  inMemory: number;
  active: number;
}

/** Of all places, what one user may have: the rest is for who comes next. */
const SHARE = 3 / 4;

/** Taken over at once; after that, more. */
const TAKEN_AT_ONCE = 200;

const NOBODY: User = { inMemory: 0, active: 0 };

export function createRunSlots({ atOnce, inMemory: mostInMemory, onLeave }: RunSlotsOptions): RunSlots {
  const share = Math.ceil(atOnce * SHARE);
  const semaphore = createSemaphore({ total: atOnce, perOwner: share });
  const users = new Map<string, User>();
  let inMemory = 0;
  /** Places that are taken or wanted, where no user wants more than the share. */
  let wanted = 0;
  let activeUsers = 0;
  /** Claimed from the queue, and without a place so far. */
  let claimsWaiting = 0;

  function userWithId(id: string): User {
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

  /** So many more of the user's runs that afterwards the user has no more of them than are free. */
  function memoryRoom(user: User): number {
    return Math.max(0, Math.floor((mostInMemory - inMemory - user.inMemory + 1) / 2));
  }

  function capacityWithin(count: number, roomOf: (user: User) => number): ClaimCapacity {
    return {
      count: Math.min(count, mostInMemory - inMemory),
      room: roomOf(NOBODY),
      users: [...users].map(([userId, user]) => ({ userId, active: user.active, room: roomOf(user) })),
    };
  }

  return {
    hasRoom: userId => memoryRoom(users.get(userId) ?? NOBODY) > 0,
    add(userId, { isClaimed = false } = {}) {
      const user = userWithId(userId);
      let isActive = true;
      let isWaitingClaim = isClaimed;
      let release: Release | undefined;
      inMemory++;
      user.inMemory++;
      changeActive(user, 1);
      if (isClaimed) claimsWaiting++;

      function beginWith(granted: Release): void {
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
          if (!granted) return semaphore.acquire(userId, 1, signal).then(beginWith);
          beginWith(granted);
          return undefined;
        },
        leave,
        close() {
          inMemory--;
          user.inMemory--;
          endWaitingClaim();
          leave();
          if (user.inMemory === 0) users.delete(userId);
        },
      };
    },
    claimCapacity() {
      const free = Math.max(0, atOnce - wanted);
      // Who has fewer than this gets a place soon, even when all are taken: the semaphore prefers who holds least.
      const fair = Math.max(1, Math.floor(atOnce / (activeUsers + 1)));
      const count = Math.max(free, Math.min(fair, atOnce - claimsWaiting));
      return capacityWithin(count, user => {
        const places = Math.min(Math.max(free, fair - user.active), share - user.active);
        return Math.max(0, Math.min(places, memoryRoom(user)));
      });
    },
    takeOverCapacity: () => capacityWithin(TAKEN_AT_ONCE, memoryRoom),
  };
}
