import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '../error-details.ts';
import type { Connection } from './connection.ts';
import { ownDatabaseProblem, transactionConflict } from './connection-error.ts';
import { openPool } from './pool.ts';
import type { PostgresTarget } from './target.ts';

const MIGRATION_LOCK = 0x4845_444d; // 'HEDM'
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

export class DatabaseTooNew extends Error {}

export interface MigrationResult {
  /** The files that this process applied. Others that started at the same time may have applied the rest. */
  applied: string[];
  version: number;
}

/**
 * Applies the forward-only files of a folder, each in one transaction with its record. Processes that start at once wait
 * for each other on an advisory lock, which every transaction takes and gives back by its end: a lock of the session
 * would stay behind on a connection of a pooler. A database that has a later version than this folder is not changed.
 */
export async function migrate(
  target: PostgresTarget,
  folder: string,
  upTo = Number.POSITIVE_INFINITY,
): Promise<MigrationResult> {
  const files = (await listMigrations(folder)).filter(({ version }) => version <= upTo);
  const latest = files.at(-1)?.version ?? 0;
  const pool = openPool(target, { maxConnections: 1 });
  try {
    const client = await pool.connect();
    try {
      // A database that is up to date is not even locked.
      const current = await readVersion(client);
      if (current > latest) throw tooNew(current, latest);
      const pending = files.filter(file => file.version > current);
      const applied: string[] = [];
      for (const file of pending) if (await apply(client, file, latest)) applied.push(file.name);
      return { applied, version: latest };
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/** The version of a database, which is 0 where there was never one. Nothing is changed. */
export async function readDatabaseVersion(target: PostgresTarget): Promise<number> {
  const pool = openPool(target, { maxConnections: 1 });
  try {
    const client = await pool.connect();
    try {
      return await readVersion(client);
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
}

function tooNew(current: number, latest: number): DatabaseTooNew {
  return new DatabaseTooNew(
    `the database is at version ${current}, this Heddle knows versions up to ${latest}: start the newer Heddle that upgraded it`,
  );
}

interface MigrationFile {
  version: number;
  name: string;
  file: string;
}

async function listMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort();
  return names.map((name, index) => {
    const version = Number(FILE_NAME.exec(name)?.[1]);
    if (version !== index + 1) throw new Error(`migration ${name} does not follow the one before it`);
    return { version, name, file: path.join(folder, name) };
  });
}

async function readVersion(client: Connection): Promise<number> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
  );
  if (!found[0]?.exists) return 0;
  const { rows } = await client.query<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM migrations',
  );
  return rows[0]?.version ?? 0;
}

/** An upgrade may take long, and it may wait long for another process: limits of the role do not hold for it. */
const BEGIN = `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`;

/** A transaction of the version before may be in the way of a migration, and then goes first. */
const ATTEMPTS = 20;

/** Returns false when another process has applied the file meanwhile. */
async function apply(client: Connection, file: MigrationFile, latest: number): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, file, latest);
    } catch (error) {
      const isConflict = error instanceof Error && transactionConflict(error.cause) !== undefined;
      if (!isConflict || attempt === ATTEMPTS) throw error;
    }
  }
}

async function applyOnce(client: Connection, { version, name, file }: MigrationFile, latest: number): Promise<boolean> {
  const statements = await readFile(file, 'utf8');
  await client.query(BEGIN);
  try {
    await client.query(
      `CREATE TABLE IF NOT EXISTS migrations (
         version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    const current = await readVersion(client);
    if (current > latest) throw tooNew(current, latest);
    const isPending = current < version;
    if (isPending) {
      await client.query(statements);
      await client.query('INSERT INTO migrations (version, name) VALUES ($1, $2)', [version, name]);
    }
    await client.query('COMMIT');
    return isPending;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}); // the connection is closed in any case
    if (error instanceof DatabaseTooNew || ownDatabaseProblem(error)?.kind === 'unreachable') throw error;
    throw new Error(`migration ${name} failed: ${errorMessage(error)}`, { cause: error });
  }
}
