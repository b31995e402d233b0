/** Measures how fast expired runs are deleted beside as many that stay, and dropped with their partition. */

import type { Schema } from '../src/database.ts';
import { newId } from '../src/platform/ids.ts';
import { type Database, openDatabase } from '../src/platform/postgres/database.ts';
import type { PostgresAddress } from '../src/platform/postgres/embedded.ts';
import { dropExpiredPartitions, firstIdAt, makePartitions } from '../src/runs/store/partitions.ts';
import { deleteOldRuns } from '../src/runs/store/retention.ts';
import { perSecond, type Row } from './report.ts';

const RUNS = 50_000;
const DAYS = 90;
const DAY_MS = 86_400_000;

export async function benchRetention(address: PostgresAddress): Promise<Row[]> {
  const database = openDatabase<Schema>(address, { maxConnections: 2 });
  const { pool } = database;
  const [user, workflow] = [newId(), newId()];
  try {
    await pool.query(`INSERT INTO users (id, email, name) VALUES ($1, $2, 'retention')`, [user, `${user}@example.org`]);
    await pool.query(
      `INSERT INTO workflows (id, name, description, definition, created_by, updated_by) VALUES ($1, 'w', '', '{}', $2, $2)`,
      [workflow, user],
    );
    for (const age of [`${DAYS} days`, '0 days']) {
      await pool.query(
        `INSERT INTO runs (id, workflow_id, workflow_name, trigger_node_id, trigger_type, input, status, finished_at,
           settled_at, created_by, steps)
         SELECT gen_random_uuid(), $1, 'w', 'start', 'trigger.manual', '{}', 'success', ended, ended, $2, repeat('x', 1500)
         FROM (SELECT now() - $3::interval - random() * interval '10 days' AS ended FROM generate_series(1, $4)) AS ends`,
        [workflow, user, age, RUNS],
      );
    }
    await pool.query('ANALYZE runs');
    const begun = performance.now();
    await deleteOldRuns(database.query, DAYS);
    const rate = RUNS / ((performance.now() - begun) / 1000);
    const dropped = await dropRuns(database, { user, workflow });
    return [
      { what: `Expired runs deleted, ${RUNS} among ${2 * RUNS}`, value: perSecond(rate), target: '≥ 5,000/s' },
      { what: `${RUNS} expired runs dropped with their partition`, value: `${Math.round(dropped)} ms` },
    ];
  } finally {
    await pool.query('TRUNCATE runs CASCADE');
    await database.close();
  }
}

/** Returns the milliseconds that it takes to find out that all have expired, and to drop them. */
async function dropRuns(
  { pool, query }: Database<Schema>,
  { user, workflow }: { user: string; workflow: string },
): Promise<number> {
  const fromMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAYS * DAY_MS;
  // The first partition of a table with runs begins after tomorrow.
  await makePartitions(query, 7, fromMs - 2 * DAY_MS);
  const prefix = firstIdAt(fromMs).slice(0, 14);
  await pool.query(
    `INSERT INTO runs (id, workflow_id, workflow_name, trigger_node_id, trigger_type, input, status, finished_at,
       settled_at, created_by, steps)
     SELECT ($3 || substr(gen_random_uuid()::text, 15))::uuid, $1, 'w', 'start', 'trigger.manual', '{}', 'success', $4, $4, $2,
       repeat('x', 1500) FROM generate_series(1, $5)`,
    [workflow, user, prefix, new Date(fromMs), RUNS],
  );
  await pool.query('ANALYZE runs');
  const begun = performance.now();
  await dropExpiredPartitions(query, DAYS);
  return performance.now() - begun;
}
