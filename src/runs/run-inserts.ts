/**
 * Runs that are to be inserted at the same time, inserted together: while a statement is under way, those that come
 * are gathered for the next one. One alone waits for nothing; many share a round trip and a flush to the disk.
 */
import { connectionProblem } from '../platform/postgres/database.ts';
import { type Connection, insertRuns, type NewRun } from './run-store.ts';

export interface RunInserts {
  /** False: it is there already, or the workflow has changed. */
  insert(run: NewRun): Promise<boolean>;
}

interface Waiting {
  run: NewRun;
  resolve(inserted: boolean): void;
  reject(error: unknown): void;
}

const ROWS = 16;

export function createRunInserts(pool: Connection): RunInserts {
  const waiting: Waiting[] = [];
  let isUnderWay = false;

  async function insertNext(): Promise<void> {
    const batch = waiting.splice(0, ROWS);
    isUnderWay = true;
    try {
      const inserted = await insertRuns(
        pool,
        batch.map(({ run }) => run),
      );
      for (const { run, resolve } of batch) resolve(inserted.has(run.facts.id));
    } catch (error) {
      await failed(batch, error);
    } finally {
      isUnderWay = false;
      if (waiting.length > 0) void insertNext();
    }
  }

  /** What is wrong with one of them must not be the others' fault. */
  async function failed(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (batch.length === 1 || connectionProblem(error) !== undefined) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { run, resolve, reject } of batch) {
      await insertRuns(pool, [run]).then(inserted => resolve(inserted.size === 1), reject);
    }
  }

  return {
    insert(run) {
      return new Promise((resolve, reject) => {
        waiting.push({ run, resolve, reject });
        if (!isUnderWay) void insertNext();
      });
    },
  };
}
