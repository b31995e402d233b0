/**
 * A budget for memory that is used on behalf of users: bodies of requests, and replies that clients have not read yet.
 * It is limited in total and for each user. Nobody waits for memory: a request that gets none is refused and may be
 * repeated.
 */
import { createSemaphore, type Release } from '../concurrency/semaphore.ts';

export interface MemoryBudget {
  /** Opens an empty reservation for one request. */
  open(owner: string): MemoryReservation;
}

export interface MemoryReservation {
  /** Reserves more. Throws the error of `refuse` when nothing is left for the owner. */
  grow(bytes: number): void;
  /** Releases all of it. */
  release(): void;
}

interface MemoryBudgetOptions {
  totalBytes: number;
  /** The most that one user may reserve at a time. */
  perOwnerBytes: number;
  refuse(): Error;
}

/** The amount that is acquired from the semaphore at a time, because bodies arrive in many small pieces. */
const PORTION_BYTES = 256 * 1024;

export function createMemoryBudget({ totalBytes, perOwnerBytes, refuse }: MemoryBudgetOptions): MemoryBudget {
  const semaphore = createSemaphore({ total: totalBytes, perOwner: perOwnerBytes });
  return {
    open(owner) {
      const releases: Release[] = [];
      let left = 0;
      return {
        grow(bytes) {
          left -= bytes;
          if (left >= 0) return;
          const wanted = Math.ceil(-left / PORTION_BYTES) * PORTION_BYTES;
          const release = semaphore.tryAcquire(owner, wanted);
          if (!release) throw refuse();
          releases.push(release);
          left += wanted;
        },
        release() {
          for (const release of releases.splice(0)) release();
          left = 0;
        },
      };
    },
  };
}
