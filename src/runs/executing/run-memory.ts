/**
 * The memory that the open runs of a process take for values, in all and for each user. It has two halves:
 *
 *   kept ─── outputs that runs have at hand. Nobody waits for it: a run that gets none evicts its outputs instead.
 *   loaded ─ outputs that were evicted and are in use, or are written with the end of their run. Whoever needs it waits.
 *
 * They are apart because a run that keeps something may wait for what it loads, and must not wait for itself.
 */
import { MEGABYTE } from '../../configuration/limits.ts';
import { createSemaphore, type Semaphore } from '../../platform/concurrency/semaphore.ts';

export interface RunMemory {
  /** Counts the characters that runs keep. */
  readonly kept: Pick<Semaphore, 'tryAcquire'>;
  /** Counts the characters that were loaded. */
  readonly loaded: Pick<Semaphore, 'acquire' | 'tryAcquire'>;
}

/** While a value is processed, each character of its JSON takes some 8 bytes. */
const BYTES_PER_CHARACTER = 8;

/** One user gets at most half of it. */
export function createRunMemory(megabytes: number): RunMemory {
  const total = Math.floor((megabytes * MEGABYTE) / 2 / BYTES_PER_CHARACTER);
  const half = { total, perOwner: Math.floor(total / 2) };
  return { kept: createSemaphore(half), loaded: createSemaphore(half) };
}
