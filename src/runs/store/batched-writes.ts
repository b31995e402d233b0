/** Inserts and ends runs in batches: those that come at the same time share a round trip and a flush to the disk. */
import { createBatcher } from '../../platform/concurrency/batching.ts';
import { connectionFailure } from '../../platform/postgres/connection-error.ts';
import type { RunEnd } from '../executing/saved-run.ts';
import { type DirectRun, endRuns, insertRuns, type RunToEnd, type StatementRunner } from './run-store.ts';

export interface BatchedWrites {
  /** Returns false when the run exists already, or when the workflow has changed. */
  insert(run: DirectRun): Promise<boolean>;
  /** Returns false when the lease is lost. */
  end(run: RunToEnd): Promise<boolean>;
}

const MAX_INSERTS = 16;
const MAX_ENDS = 64;
/** A run can have tens of megabytes, and PostgreSQL closes the connection of a message with more than a gigabyte. */
export const MAX_BATCH_CHARACTERS = 4_000_000;
// One batch at a time: two at once were measured to be smaller ones, which cost both sides more than the wait for the disk.

export function createBatchedWrites(pool: StatementRunner): BatchedWrites {
  const failsWholeBatch = (error: unknown) => connectionFailure(error) !== undefined;
  return {
    insert: createBatcher<DirectRun, boolean>({
      maxBatchSize: MAX_INSERTS,
      maxBatchWeight: MAX_BATCH_CHARACTERS,
      weigh: ({ facts, definition, end }) => facts.inputText.length + (definition?.length ?? 0) + weighEnd(end),
      async execute(runs) {
        const inserted = await insertRuns(pool, runs);
        return runs.map(({ facts }) => inserted.has(facts.id));
      },
      failsWholeBatch,
    }),
    end: createBatcher<RunToEnd, boolean>({
      maxBatchSize: MAX_ENDS,
      maxBatchWeight: MAX_BATCH_CHARACTERS,
      weigh: ({ end }) => weighEnd(end),
      // Runs that were claimed together mostly end together.
      gathers: true,
      async execute(runs) {
        const ended = await endRuns(pool, runs);
        return runs.map(({ id }) => ended.has(id));
      },
      failsWholeBatch,
    }),
  };
}

export function weighEnd(end: RunEnd | undefined): number {
  return end ? end.stepsText.length + end.output.length : 0;
}
