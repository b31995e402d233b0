/**
 * Brings the key file of a process and the database together. The database knows the ids of the keys that its secrets
 * were sealed with, and a process that lacks one of them does not start: it would seal what others can not open, and
 * fail in the middle of their work.
 *
 *   database without keys ── first start: makes the key file if there is none ──▶ database with keys
 *   database with keys    ── every start: the file must have all of them, and is never made
 */
import type { Pool } from '../postgres/pool.ts';
import { type InstallationKey, type KeyRing, newInstallationKey } from './installation-keys.ts';
import { createKeyFile, findKeyFile, KeyFileError, watchKeyFile } from './key-file.ts';

const FIRST_KEY_LOCK = 0x4845_444b; // 'HEDK'

export interface KeyOptions {
  pool: Pool;
  file: string;
  onError(error: unknown): void;
}

export async function openKeys({ pool, file, onError }: KeyOptions): Promise<KeyRing> {
  const used = await readUsedKeys(pool);
  const keys = used.length > 0 ? await readKeys(file, used) : await agreeOnFirstKey(pool, file);
  const [newest] = keys;
  if (newest && used.length > 0 && !used.includes(newest.id)) await recordKey(pool, newest);
  return watchKeyFile(file, keys, key => void recordKey(pool, key).catch(onError));
}

/** The ids of the keys that secrets of the database are sealed with, oldest first. */
export async function readUsedKeys(db: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM encryption_keys ORDER BY created_at, id');
  return rows.map(({ id }) => id);
}

/** From now on, processes without this key do not start. */
export async function recordKey(db: Pick<Pool, 'query'>, { id }: InstallationKey): Promise<void> {
  await db.query('INSERT INTO encryption_keys (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
}

async function readKeys(file: string, used: readonly string[]): Promise<InstallationKey[]> {
  const keys = await findKeyFile(file);
  const missing = used.filter(id => !keys?.some(key => key.id === id));
  if (keys && missing.length === 0) return keys;
  const needed = missing.length === 1 ? `the key ${missing[0]}` : `the keys ${missing.join(' and ')}`;
  throw new KeyFileError(
    `${keys ? `the key file ${file} lacks` : `there is no key file ${file} with`} ${needed} of this database: ` +
      'give every process the same key file with HEDDLE_KEYS, or restore it from a backup',
  );
}

/** Of the processes that start at once on a new database, one decides, and the others must have its key. */
async function agreeOnFirstKey(pool: Pool, file: string): Promise<InstallationKey[]> {
  const connection = await pool.connect();
  let isDone = false;
  try {
    await connection.query('BEGIN');
    await connection.query('SELECT pg_advisory_xact_lock($1)', [FIRST_KEY_LOCK]);
    const used = await readUsedKeys(connection);
    if (used.length === 0 && (await findKeyFile(file)) === undefined) await createKeyFile(file, newInstallationKey());
    const keys = await readKeys(file, used);
    const [newest] = keys;
    if (newest) await recordKey(connection, newest);
    await connection.query('COMMIT');
    isDone = true;
    return keys;
  } finally {
    connection.release(!isDone);
  }
}
