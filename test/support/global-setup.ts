/** One PostgreSQL for the whole test run, with a migrated database to clone per test file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openSystem } from '../../src/composition/system.ts';
import { readConfig } from '../../src/configuration/config.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';
import { TEMPLATE, TEST_SERVER, urlOf } from './database.ts';

let folder: string;
let server: EmbeddedPostgres;

export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'heddle-test-'));
  // The machine does not lose power in these tests, and killing PostgreSQL's processes loses nothing without fsync.
  server = await openEmbeddedPostgres({
    dataFolder: folder,
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: 400 },
  });
  const admin = new pg.Client(server.address);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  // Also with the queues of jobs, which every file would have to make otherwise.
  const config = readConfig({
    HEDDLE_DATABASE_URL: urlOf({ ...server.address, database: TEMPLATE }),
    HEDDLE_DATA: path.join(folder, 'template'),
    HEDDLE_LOG_LEVEL: 'silent',
  });
  await (await openSystem({ config, work: false })).close();
  // Nobody may be connected to what is cloned: not by mistake, and not a connection that is just being closed.
  await admin.query(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [TEMPLATE]);
  await admin.end();
  process.env[TEST_SERVER] = JSON.stringify(server.address);
}

export async function globalTeardown(): Promise<void> {
  await server.release();
  await rm(folder, { recursive: true });
}
