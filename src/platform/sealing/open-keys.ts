/**
 * Brings the key file of a process and the database together. The database records the ids of the keys that its
 * secrets may be sealed with, and a process that lacks one of them does not start: it would seal what others can not
 * open, and fail in the middle of its work.
 *
 *   no key is recorded ── first start: makes the key file if there is none ──▶ its newest key is recorded
 *   keys are recorded  ── every start: the file must have them, and is never made
 *
 * An older key that no secret needs any more may be missing: it was removed after a rotation, and is forgotten.
 */
import type { Pool } from '../postgres/pool.ts';
import { type InstallationKey, type KeyRing, newInstallationKey } from './installation-keys.ts';
import { createKeyFile, findKeyFile, KeyFileError, watchKeyFile } from './key-file.ts';

const FIRST_KEY_LOCK = 0x4845_444b; // 'HEDK'

export interface KeyOptions {
  pool: Pool;
  file: string;
  /** Counts the secrets by the id of the key that wraps them. */
  countSecrets(pool: Pool): Promise<ReadonlyMap<string, number>>;
  onError(error: unknown): void;
}

export async function openKeys({ pool, file, countSecrets, onError }: KeyOptions): Promise<KeyRing> {
  const recorded = await readRecordedKeys(pool);
  const keys =
    recorded.length > 0 ? await readKeys(file, recorded, () => countSecrets(pool)) : await agreeOnFirstKey(pool, file);
  const [newest] = keys;
  if (newest && recorded.length > 0 && !recorded.includes(newest.id)) await recordKey(pool, newest);
  const dropped = recorded.filter(id => !keys.some(key => key.id === id));
  if (dropped.length > 0) await pool.query('DELETE FROM encryption_keys WHERE id = ANY ($1)', [dropped]);
  return watchKeyFile(file, keys, key => void recordKey(pool, key).catch(onError));
}

/** The ids of the keys that secrets may be sealed with, oldest first. */
async function readRecordedKeys(db: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM encryption_keys ORDER BY created_at, id');
  return rows.map(({ id }) => id);
}

/** From now on, processes without this key do not start. */
export async function recordKey(db: Pick<Pool, 'query'>, { id }: InstallationKey): Promise<void> {
  await db.query('INSERT INTO encryption_keys (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
}

/** The file must have the newest key that the database knows, and of the older ones those that secrets still need. */
async function readKeys(
  file: string,
  recorded: readonly string[],
  countSecrets: () => Promise<ReadonlyMap<string, number>>,
): Promise<InstallationKey[]> {
  const keys = await findKeyFile(file);
  const missing = recorded.filter(id => !keys?.some(key => key.id === id));
  if (keys && missing.length === 0) return keys;
  const counts = await countSecrets();
  const needed = missing.filter(id => counts.has(id) || id === recorded.at(-1));
  if (keys && needed.length === 0) return keys;
  const what = needed.length === 1 ? `the key ${needed[0]}` : `the keys ${needed.join(' and ')}`;
  throw new KeyFileError(
    `${keys ? `the key file ${file} lacks` : `there is no key file ${file} with`} ${what} of this database: ` +
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
    const recorded = await readRecordedKeys(connection);
    if (recorded.length === 0 && !(await findKeyFile(file))) await createKeyFile(file, newInstallationKey());
    // Nothing is sealed before a key is recorded, so there is nothing to count yet.
    const keys = await readKeys(file, recorded, async () => new Map());
    const [newest] = keys;
    if (newest) await recordKey(connection, newest);
    await connection.query('COMMIT');
    isDone = true;
    return keys;
  } finally {
    connection.release(!isDone);
  }
}
