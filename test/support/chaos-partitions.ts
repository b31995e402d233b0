/** Makes partitions of runs and drops them beside a load, as tasks do every hour. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Schema } from '../../src/database.ts';
import { databaseProblem } from '../../src/platform/postgres/connection-error.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import type { PostgresAddress } from '../../src/platform/postgres/embedded.ts';
import { dropExpiredPartitions, makePartitions } from '../../src/runs/store/partitions.ts';

const BETWEEN_MS = 1_000;
const DAY_MS = 86_400_000;
const RETENTION_DAYS = 90;
/** So long ago that all of their runs, of which there are none, have expired. */
const BEGIN_DAYS = 120;

/** Goes on until the load is over, and returns how many partitions were dropped. */
export async function changePartitions(address: PostgresAddress, isOver: () => boolean): Promise<number> {
  const database = openDatabase<Schema>(address, { maxConnections: 1 });
  let dropped = 0;
  try {
    for (; !isOver(); await delay(BETWEEN_MS)) {
      try {
        await makePartitions(database.query, 7, Date.now() - BEGIN_DAYS * DAY_MS);
        dropped += (await dropExpiredPartitions(database.query, RETENTION_DAYS)).length;
      } catch (error) {
        // PostgreSQL was killed, or somebody had the tables for all the time. The next round does it.
        if (!databaseProblem(error) && !(error instanceof Error && databaseProblem(error.cause))) throw error;
      }
    }
  } finally {
    await database.close();
  }
  return dropped;
}
