/** Runs that are to be inserted at the same time, inserted together: they share a round trip and a flush to the disk. */
import { gathering } from '../platform/gathering.ts';
import { connectionProblem } from '../platform/postgres/database.ts';
import { type Connection, insertRuns, type NewRun } from './run-store.ts';

export interface RunInserts {
  /** False: it is there already, or the workflow has changed. */
  insert(run: NewRun): Promise<boolean>;
}

export function createRunInserts(pool: Connection): RunInserts {
  const insert = gathering<NewRun, boolean>({
    most: 16,
    async act(runs) {
      const inserted = await insertRuns(pool, runs);
      return runs.map(({ facts }) => inserted.has(facts.id));
    },
    isForAll: error => connectionProblem(error) !== undefined,
  });
  return { insert };
}
