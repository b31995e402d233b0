/** `heddle restore`: fills an empty installation from a backup, after the whole backup was checked. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { openTarget } from '../../composition/databases.ts';
import { keyFileOf, openBlobs } from '../../composition/platform.ts';
import { type Config, readConfig } from '../../configuration/config.ts';
import { prepareDatabase } from '../../database.ts';
import { requireBlobKey } from '../../platform/blobs/blobs.ts';
import { createLogger } from '../../platform/logging/log.ts';
import type { Connection } from '../../platform/postgres/connection.ts';
import { openPool, type Pool } from '../../platform/postgres/pool.ts';
import { findKeyFile } from '../../platform/sealing/key-file.ts';
import { Answer, type Invocation } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { filesList, type Manifest, readManifest, type StoredFile, storedFile, tableFile } from './format.ts';
import { hashLines, readLines } from './lines.ts';
import { loadTables } from './load-tables.ts';

export async function restore(invocation: Invocation): Promise<unknown> {
  const folder = path.resolve(invocation.argument('FOLDER'));
  const manifest = await readManifest(folder);
  await verify(folder, manifest);
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  const what = `${rows} rows and ${manifest.files?.count ?? 'no'} files`;
  if (invocation.flag('verify')) {
    return new Answer({ complete: true, ...manifest }, `The backup of ${manifest.created_at} is complete: ${what}.`);
  }
  const config = readConfig(process.env);
  await mkdir(config.service.dataFolder, { recursive: true });
  await using opened = new AsyncDisposableStack();
  const target = await openTarget(config, createLogger('warn', 2), opened);
  const pool = openPool(target, { maxConnections: 1 });
  opened.defer(() => pool.end());
  await requireEmpty(pool, manifest);
  await requireKeys(config, folder, manifest);
  await prepareDatabase(target, manifest.migration);
  const files = await restoreFiles(config, folder, manifest);
  const connection = await pool.connect();
  opened.defer(() => connection.release());
  await inTransaction(connection, () => loadTables(connection, folder, manifest));
  // A newer Heddle continues from the version of the backup.
  const { applied } = await prepareDatabase(target);
  const migrated = applied.length > 0 ? ` The database was brought up to date (${applied.length} steps).` : '';
  return new Answer(
    { rows, files, migrated: applied },
    `Restored ${what}.${migrated} Start the service with 'heddle serve'.`,
  );
}

/** Nothing is changed before every byte was read and found to be what was written. */
async function verify(folder: string, { tables, files }: Manifest): Promise<void> {
  for (const [table, expected] of Object.entries(tables)) {
    const found = await hashLines(tableFile(folder, table)).catch(() => undefined);
    if (found?.sha256 !== expected.sha256) throw new UsageError(`the backup is damaged: table '${table}'`);
  }
  if (files === null) return;
  if ((await hashLines(filesList(folder)).catch(() => undefined))?.sha256 !== files.sha256) {
    throw new UsageError('the backup is damaged: the list of files');
  }
  for await (const { key, sha256 } of listFiles(folder)) {
    const found = await hashFile(storedFile(folder, key)).catch(() => undefined);
    if (found !== sha256) throw new UsageError(`the backup is damaged: file ${key}`);
  }
}

async function requireEmpty(pool: Pool, { migration, heddle }: Manifest): Promise<void> {
  const { rows: found } = await pool.query<{ exists: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
  );
  if (!found[0]?.exists) {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace LIMIT 1`,
    );
    if (rows[0]) throw new UsageError(`the database is not empty: it has a table '${rows[0].name}'`);
    return;
  }
  const { rows: versions } = await pool.query<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM migrations',
  );
  const version = versions[0]?.version ?? 0;
  if (version > migration) {
    throw new UsageError(
      `the database is prepared for a newer version (${version}) than that of the backup (${migration}, Heddle ${heddle}): use a database without tables`,
    );
  }
  if (version === 0) return;
  const { rows: users } = await pool.query<{ exists: boolean }>('SELECT EXISTS (SELECT FROM users) AS exists');
  if (users[0]?.exists) {
    throw new UsageError('this installation is not empty: it has users. Restore into a new data folder and database');
  }
}

/** Secrets can only be read with the keys that they were encrypted with. */
async function requireKeys(config: Config, folder: string, { keys, has_key_file }: Manifest): Promise<void> {
  const file = keyFileOf(config);
  if (has_key_file && !existsSync(file)) {
    await mkdir(path.dirname(file), { recursive: true });
    await copyFile(path.join(folder, 'keys'), file);
  }
  const present = (await findKeyFile(file))?.map(({ id }) => id) ?? [];
  const missing = keys.filter(id => !present.includes(id));
  if (missing.length === 0) return;
  throw new UsageError(
    `the key file ${file} ${present.length === 0 ? 'is missing' : `lacks ${missing.join(', ')}`}: put the copy that you kept of it there, and try again`,
  );
}

async function restoreFiles(config: Config, folder: string, { files }: Manifest): Promise<number> {
  if (files === null) return 0;
  const blobs = await openBlobs(config);
  let count = 0;
  try {
    for await (const { key, size } of listFiles(folder)) {
      await blobs.put(requireBlobKey(key), createReadStream(storedFile(folder, key)), { limitBytes: size });
      count++;
    }
    return count;
  } finally {
    await blobs.close();
  }
}

async function* listFiles(folder: string): AsyncGenerator<StoredFile, void, void> {
  for await (const line of readLines(filesList(folder))) {
    const { key, size, sha256 } = Object(JSON.parse(line));
    // The key becomes part of a path.
    yield { key: requireBlobKey(String(key)), size: Number(size), sha256: String(sha256) };
  }
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

async function inTransaction(connection: Connection, change: () => Promise<void>): Promise<void> {
  await connection.query('BEGIN');
  await connection.query('SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0');
  try {
    await change();
    await connection.query('COMMIT');
  } catch (error) {
    await connection.query('ROLLBACK');
    throw error;
  }
}
