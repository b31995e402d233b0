/**
 * `heddle backup`: the database and the files of this machine's installation, also while the service runs.
 *
 * All tables are read in one snapshot. A file is stored before the row that refers to it and deleted after it, and the
 * service deletes none while a backup holds its lock; so the files that are listed after the snapshot was taken are at
 * least those that its rows refer to.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { openTarget } from '../../composition/databases.ts';
import { keyFileOf, openBlobs } from '../../composition/platform.ts';
import { VERSION } from '../../composition/version.ts';
import { type Config, readConfig } from '../../configuration/config.ts';
import { BACKUP_LOCK } from '../../files/tasks.ts';
import { BlobNotFound, type Blobs } from '../../platform/blobs/blobs.ts';
import { diskProblem } from '../../platform/disk-problem.ts';
import { errorCode } from '../../platform/error-details.ts';
import { createLogger } from '../../platform/logging/log.ts';
import type { Connection } from '../../platform/postgres/connection.ts';
import { openPool } from '../../platform/postgres/pool.ts';
import { Answer, type Invocation } from '../command.ts';
import { note } from '../output.ts';
import { bytes } from '../print.ts';
import { requireInstallation } from '../require-installation.ts';
import { UsageError } from '../usage-error.ts';
import { FORMAT, filesList, type Manifest, quoteName, type StoredFile, storedFile, tableFile } from './format.ts';
import { writeLines } from './lines.ts';

export async function backup(invocation: Invocation): Promise<unknown> {
  const config = readConfig(process.env);
  await requireInstallation(config);
  const folder = path.resolve(invocation.argument('FOLDER'));
  const made = await makeEmptyFolder(folder);
  try {
    return await backUpInto(folder, config, invocation);
  } catch (error) {
    // Half a backup helps nobody, and takes space that may be what is missing.
    await removeBackup(folder, made);
    throw diskRefusal(error, folder) ?? error;
  }
}

async function backUpInto(folder: string, config: Config, invocation: Invocation): Promise<Answer> {
  await mkdir(path.join(folder, 'tables'), { mode: 0o700 });
  await using opened = new AsyncDisposableStack();
  const pool = openPool(await openTarget(config, createLogger('warn', 2), opened), { maxConnections: 1 });
  opened.defer(() => pool.end());
  const connection = await pool.connect();
  opened.defer(() => connection.release());
  const migration = await readVersion(connection);
  // It is held as long as the connection lives.
  await connection.query('SELECT pg_advisory_lock_shared($1)', [BACKUP_LOCK]);
  await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // Files are copied within the transaction, and a role may have limits that are right for the service.
  await connection.query('SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0');
  const tables = await backUpTables(connection, folder);
  const sequences = await readSequences(connection);
  const { rows: keys } = await connection.query<{ id: string }>(
    'SELECT id FROM encryption_keys ORDER BY created_at, id',
  );
  const files = invocation.flag('without-files') ? null : await backUpFiles(config, folder);
  await connection.query('COMMIT');
  await connection.query('SELECT pg_advisory_unlock_shared($1)', [BACKUP_LOCK]);
  const hasKeys = invocation.flag('with-keys');
  if (hasKeys) await copyFile(keyFileOf(config), path.join(folder, 'keys'));
  const manifest: Manifest = {
    format: FORMAT,
    heddle: VERSION,
    migration,
    created_at: new Date().toISOString(),
    tables,
    sequences,
    files,
    keys: keys.map(({ id }) => id),
    has_key_file: hasKeys,
  };
  await writeFile(path.join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return report(manifest, folder, keyFileOf(config));
}

/** Returns the first folder that it had to make, if any. */
async function makeEmptyFolder(folder: string): Promise<string | undefined> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 }).catch(error => {
    throw diskRefusal(error, folder) ?? error;
  });
  if ((await readdir(folder)).length > 0) throw new UsageError(`${folder} is not empty: name a new folder`);
  return made;
}

/** Removes what this command made, and nothing else: the folder itself may have been there before. */
async function removeBackup(folder: string, made: string | undefined): Promise<void> {
  const written = made === undefined ? (await readdir(folder)).map(name => path.join(folder, name)) : [made];
  for (const each of written) await rm(each, { recursive: true, force: true }).catch(() => {});
}

/** Only the folder of the backup is written to. Whatever the database could not write is said by its own code. */
function diskRefusal(error: unknown, folder: string): UsageError | undefined {
  const problem = error instanceof pg.DatabaseError ? undefined : diskProblem(error);
  if (problem === 'full') return new UsageError(`there is no space left in ${folder}: name a folder on another disk`);
  return problem && new UsageError(`${folder} can not be written to (${errorCode(error)}): name another folder`);
}

async function readVersion(connection: Connection): Promise<number> {
  const { rows } = await connection
    .query<{ version: number | null }>('SELECT max(version) AS version FROM migrations')
    .catch(error => {
      if (errorCode(error) === '42P01') return { rows: [] };
      throw error;
    });
  const version = rows[0]?.version;
  if (!version)
    throw new UsageError('there is nothing to back up: this installation was never started', 'installation');
  return version;
}

/** Unlogged tables hold what a crash may lose too. */
async function backUpTables(connection: Connection, folder: string): Promise<Manifest['tables']> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relpersistence = 'p'
       AND relnamespace = current_schema()::regnamespace AND relname <> 'migrations' ORDER BY relname`,
  );
  const tables: Manifest['tables'] = {};
  for (const { name } of rows) tables[name] = await writeLines(tableFile(folder, name), readRows(connection, name));
  return tables;
}

async function* readRows(connection: Connection, table: string): AsyncGenerator<string, void, void> {
  const statement = `SELECT row_to_json(backed_up)::text AS line FROM ${quoteName(table)} AS backed_up`;
  // A column of the type json keeps its line breaks, which mean nothing there.
  for await (const line of connection.stream(statement)) yield line.replaceAll(/[\r\n]+/g, ' ');
}

async function readSequences(connection: Connection): Promise<Record<string, string>> {
  const { rows } = await connection.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY sequencename`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

async function backUpFiles(config: Config, folder: string): Promise<NonNullable<Manifest['files']>> {
  const blobs = await openBlobs(config);
  const sum = { count: 0, bytes: 0 };
  async function* copyAll() {
    for await (const { key } of blobs.list()) {
      const stored = await copyBlob(blobs, key, folder);
      if (!stored) continue;
      sum.count++;
      sum.bytes += stored.size;
      yield JSON.stringify(stored);
    }
  }
  try {
    const { sha256 } = await writeLines(filesList(folder), copyAll());
    return { ...sum, sha256 };
  } finally {
    await blobs.close();
  }
}

/** An upload that was given up between listing and reading is not there any more, and nothing refers to it. */
async function copyBlob(blobs: Blobs, key: StoredKey, folder: string): Promise<StoredFile | undefined> {
  const file = storedFile(folder, key);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    const { stream, sizeBytes } = await blobs.get(key);
    const hash = createHash('sha256');
    stream.on('data', chunk => hash.update(chunk));
    await pipeline(stream, createWriteStream(file, { mode: 0o600 }));
    return { key, size: sizeBytes, sha256: hash.digest('hex') };
  } catch (error) {
    if (error instanceof BlobNotFound) return undefined;
    throw error;
  }
}

type StoredKey = Parameters<Blobs['get']>[0];

function report(manifest: Manifest, folder: string, keyFile: string): Answer {
  const { tables, files, has_key_file, keys } = manifest;
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  if (has_key_file) note('The folder contains the key file: whoever has it can read all secrets.');
  else if (keys.length > 0)
    note(`The key file ${keyFile} is not in it. Keep a copy elsewhere: without it, secrets can not be read.`);
  if (files === null) note('The files are not in it.');
  const stored = files === null ? '' : `, ${files.count} files (${bytes(files.bytes)})`;
  return new Answer(
    { folder, rows, files, has_key_file },
    `Backed up ${rows} rows of ${Object.keys(tables).length} tables${stored} into ${folder}.`,
  );
}
