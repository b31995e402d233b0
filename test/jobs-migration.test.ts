/** Tests the upgrade of an installation that stored its jobs in the schema of pg-boss. */
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { migrate } from '../src/platform/postgres/migrate.ts';
import { createTestDatabase } from './support/database.ts';
import { ROOT } from './support/process.ts';

const MIGRATIONS = path.join(ROOT, 'migrations');

/** The relevant columns of version 12.34, with their values for jobs in each state. */
const OLD_JOBS = `
  CREATE SCHEMA pgboss;
  CREATE TYPE pgboss.job_state AS ENUM ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
  CREATE TABLE pgboss.job (
    id uuid NOT NULL, name text NOT NULL, data jsonb, state pgboss.job_state NOT NULL, retry_count integer NOT NULL DEFAULT 0,
    singleton_key text, start_after timestamptz NOT NULL DEFAULT '2026-01-02Z', created_on timestamptz NOT NULL DEFAULT '2026-01-01Z',
    started_on timestamptz, output jsonb, source_name text, source_retry_count integer, source_created_on timestamptz
  ) PARTITION BY LIST (name);
  CREATE TABLE pgboss.job_common PARTITION OF pgboss.job DEFAULT;
  INSERT INTO pgboss.job (id, name, data, state, retry_count, singleton_key, started_on) VALUES
    ('00000000-0000-0000-0000-000000000001', 'a', '{"n": 1}', 'created', 0, '00000000-0000-0000-0000-000000000001', NULL),
    ('00000000-0000-0000-0000-000000000002', 'a', '{"n": 2}', 'created', 0, 'key', NULL),
    ('00000000-0000-0000-0000-000000000003', 'a', '{"n": 3}', 'retry', 1, 'key', '2026-01-03Z'),
    ('00000000-0000-0000-0000-000000000004', 'a', '{"n": 4}', 'retry', 1, 'key', NULL),
    ('00000000-0000-0000-0000-000000000005', 'a', '{"n": 5}', 'active', 0, 'key', '2026-01-03Z'),
    ('00000000-0000-0000-0000-000000000006', 'a', '{"n": 6}', 'completed', 0, 'key', '2026-01-03Z'),
    ('00000000-0000-0000-0000-000000000007', 'a', '{"n": 7}', 'failed', 4, 'key', '2026-01-03Z'),
    ('00000000-0000-0000-0000-000000000008', 'repeated', NULL, 'created', 0, NULL, NULL),
    ('00000000-0000-0000-0000-000000000009', '__pgboss__send-it', '{}', 'created', 0, NULL, NULL);
  INSERT INTO pgboss.job (id, name, data, state, output, source_name, source_retry_count, source_created_on) VALUES
    ('00000000-0000-0000-0000-000000000010', '_dead', '{"n": 7}', 'created', '{"message": "broken"}', 'a', 4, '2025-12-31Z');`;

test('jobs that were waiting, in progress or finally failed are migrated', async t => {
  const { address, drop } = await createTestDatabase({ template: 'template0' });
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-migrations-'));
  const client = new pg.Client(address);
  await client.connect();
  t.after(async () => {
    await client.end();
    await drop();
    await rm(folder, { recursive: true });
  });
  for (const name of (await readdir(MIGRATIONS)).filter(name => name < '0016')) {
    await cp(path.join(MIGRATIONS, name), path.join(folder, name));
  }
  await migrate(address, folder);
  await client.query(OLD_JOBS);
  await migrate(address, MIGRATIONS);

  const { rows } = await client.query({
    text: `SELECT right(id::text, 2)::integer, kind, key, payload ->> 'n', state, attempts,
        to_char(start_at AT TIME ZONE 'UTC', 'MM-DD'), to_char(created_at AT TIME ZONE 'UTC', 'MM-DD'), error
      FROM jobs ORDER BY id`,
    rowMode: 'array',
  });
  assert.deepEqual(rows.slice(0, -1), [
    [1, 'a', null, '1', 'waiting', 0, '01-02', '01-01', null],
    [2, 'a', 'key', '2', 'waiting', 0, '01-02', '01-01', null],
    [3, 'a', null, '3', 'waiting', 2, '01-02', '01-01', null],
    [4, 'a', null, '4', 'waiting', 1, '01-02', '01-01', null],
    [5, 'a', null, '5', 'waiting', 1, '01-02', '01-01', null],
    [8, 'repeated', null, null, 'waiting', 0, '01-02', '01-01', null],
  ]);
  assert.deepEqual(rows.at(-1)?.toSpliced(6, 1), [10, 'a', null, '7', 'dead', 5, '12-31', 'broken']);
  const { rows: schemas } = await client.query("SELECT FROM pg_namespace WHERE nspname = 'pgboss'");
  assert.deepEqual(schemas, []);
});
