/**
 * Prepares what all tests share: the built console and the bundle, and one PostgreSQL with a migrated database that every
 * file clones.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openSystem } from '../../src/composition/system.ts';
import { readConfig } from '../../src/configuration/config.ts';
import { openEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';
import { findChromium } from '../browser/support/chromium.ts';
import { TEMPLATE, TEST_KEYS, TEST_SERVER, toUrl } from '../support/database.ts';
import { ROOT } from '../support/process.ts';

export interface SetUp {
  /** The process of the PostgreSQL that all tests share. */
  serverPid: number;
  tearDown(): Promise<void>;
  /** Ends the server and deletes its files at once, for a process that exits. */
  abandon(): void;
}

/** The file system in memory that Linux provides. */
const MEMORY = '/dev/shm';
/** The space that the databases of a test run need at the same time, with a wide margin. */
const NEEDED_BYTES = 4 * 2 ** 30;

/** Passes what workers need to know in the environment. */
export async function setUp(): Promise<SetUp> {
  await buildAll();
  // Unpacks the browser that npm brings, once and before several files would do so at the same time.
  await findChromium();
  const folder = await mkdtemp(path.join(await chooseServerFolder(), 'heddle-test-'));
  const server = await openEmbeddedPostgres({
    dataFolder: folder,
    settings: {
      // The machine does not lose power in these tests, and killing the processes of PostgreSQL loses nothing without
      // fsync.
      fsync: 'off',
      full_page_writes: 'off',
      // Nothing replicates this server, so its log needs only what a restart needs.
      wal_level: 'minimal',
      max_wal_senders: 0,
      max_connections: 400,
    },
  });
  const admin = new pg.Client(server.address);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  // The template contains the job queues as well, which every test file would otherwise have to create.
  const config = readConfig({
    HEDDLE_DATABASE_URL: toUrl({ ...server.address, database: TEMPLATE }),
    HEDDLE_DATA: path.join(folder, 'template'),
    HEDDLE_KEYS: path.join(folder, 'keys'),
    HEDDLE_LOG_LEVEL: 'silent',
  });
  await (await openSystem({ config, work: false })).close();
  // Installations on clones of the template make their own keys, as at any first start.
  const template = new pg.Client({ ...server.address, database: TEMPLATE });
  await template.connect();
  await template.query('DELETE FROM encryption_keys');
  await template.end();
  // A database with connections cannot be cloned, so refuse new connections and end those that are just closing.
  await admin.query(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [TEMPLATE]);
  const { rows } = await admin.query<{ data_directory: string }>('SHOW data_directory');
  await admin.end();
  process.env[TEST_SERVER] = JSON.stringify(server.address);
  process.env[TEST_KEYS] = path.join(folder, 'keys');
  const postmaster = await readFile(path.join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8');
  const serverPid = Number.parseInt(postmaster, 10);
  return {
    serverPid,
    async tearDown() {
      await server.release();
      await rm(folder, { recursive: true });
    },
    abandon() {
      process.kill(serverPid, 'SIGQUIT');
      rmSync(folder, { recursive: true, maxRetries: 20 });
    },
  };
}

/** Builds the console for the tests in the browser, and the bundle for the processes that tests start. */
export async function buildAll(): Promise<void> {
  const scripts = ['web', 'packaging'].map(folder => path.join(ROOT, folder, 'build.ts'));
  await Promise.all(scripts.map(script => promisify(execFile)(process.execPath, [script])));
}

/**
 * Every test file has its own database, which means a thousand files to create and to delete. On a disk this takes up
 * to ten times the processor time that it takes in memory.
 */
async function chooseServerFolder(): Promise<string> {
  if (process.availableMemory() < NEEDED_BYTES) return tmpdir();
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize < NEEDED_BYTES ? tmpdir() : MEMORY;
  } catch {
    return tmpdir();
  }
}
