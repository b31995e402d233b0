/**
 * Runs that are inserted, or end, at the same time, written together: they share a round trip and a flush to the disk.
 */
import { createBatcher } from '../../platform/batching.ts';
import { connectionProblem } from '../../platform/postgres/connection-error.ts';
import { type Connection, type EndedRun, endRuns, insertRuns, type NewRun } from './run-store.ts';

export interface BatchedWrites {
  /** False: it is there already, or the workflow has changed. */
  insert(run: NewRun): Promise<boolean>;
  /** False: the run is another's by now. */
  end(run: EndedRun): Promise<boolean>;
}

/** In one statement. */
const INSERTS = 16;
const ENDS = 32;

export function createBatchedWrites(pool: Connection): BatchedWrites {
  const failsWholeBatch = (error: unknown) => connectionProblem(error) !== undefined;
  return {
    insert: createBatcher<NewRun, boolean>({
      maxBatchSize: INSERTS,
      async execute(runs) {
        const inserted = await insertRuns(pool, runs);
        return runs.map(({ facts }) => inserted.has(facts.id));
      },
      failsWholeBatch,
    }),
    end: createBatcher<EndedRun, boolean>({
      maxBatchSize: ENDS,
      async execute(runs) {
        const ended = await endRuns(pool, runs);
        return runs.map(({ id }) => ended.has(id));
      },
      failsWholeBatch,
    }),
  };
}
