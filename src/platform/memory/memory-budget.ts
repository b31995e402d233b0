/**
 * A budget for memory that is held on behalf of users: bodies of requests, and answers that clients have not read yet.
 * It is bounded in total and for each user, and nobody waits for it: who gets none is refused and may come again.
 */
import { createSemaphore, type Release } from '../semaphore.ts';

export interface MemoryBudget {
  /** Opens an account for one request, which holds nothing yet. */
  open(owner: string): MemoryReservation;
}

export interface MemoryReservation {
  /** Holds more. Throws what `refuse` makes when there is none left for the owner. */
  grow(bytes: number): void;
  /** Gives all of it back. */
  release(): void;
}

export interface MemoryBudgetOptions {
  totalBytes: number;
  /** What one user may hold at a time. */
  perOwnerBytes: number;
  refuse(): Error;
}

/** The semaphore is asked for this much at a time: bodies arrive in many small pieces. */
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
