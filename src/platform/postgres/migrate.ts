import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '../error-details.ts';
import { type Connection, openPool, type PostgresTarget } from './pool.ts';

const MIGRATION_LOCK = 0x4845_444d; // 'HEDM'
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

export class DatabaseTooNew extends Error {}

export interface MigrationResult {
  applied: string[];
  version: number;
}

/**
 * Applies the forward-only files of a folder, each in one transaction with its record. Processes that start at once
 * wait for each other on an advisory lock. A database that has a later version than this folder is not changed.
 */
export async function migrate(
  target: PostgresTarget,
  folder: string,
  upTo = Number.POSITIVE_INFINITY,
): Promise<MigrationResult> {
  const files = (await listMigrations(folder)).filter(({ version }) => version <= upTo);
  const latest = files.at(-1)?.version ?? 0;
  const pool = openPool(target, { maxConnections: 1 });
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      `CREATE TABLE IF NOT EXISTS migrations (
         version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    const { rows } = await client.query('SELECT coalesce(max(version), 0) AS version FROM migrations');
    const current: number = rows[0].version;
    if (current > latest) {
      throw new DatabaseTooNew(
        `the database is at version ${current}, this Heddle knows versions up to ${latest}: start the newer Heddle that upgraded it`,
      );
    }
    const pending = files.filter(file => file.version > current);
    for (const file of pending) await apply(client, file);
    return { applied: pending.map(file => file.name), version: latest };
  } finally {
    client.release(true); // closing the connection releases the lock
    await pool.end();
  }
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

async function apply(client: Connection, { version, name, file }: MigrationFile): Promise<void> {
  const statements = await readFile(file, 'utf8');
  await client.query('BEGIN');
  try {
    await client.query(statements);
    await client.query('INSERT INTO migrations (version, name) VALUES ($1, $2)', [version, name]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`migration ${name} failed: ${errorMessage(error)}`, { cause: error });
  }
}
