/** Deletes blobs that nothing refers to: every minute those with a tombstone, and daily those that a sweep finds. */
import { sql } from 'kysely';
import type { Query } from '../database.ts';
import { type BlobKey, type Blobs, requireBlobKey } from '../platform/blobs/blobs.ts';
import { passPoint } from '../platform/crash-points.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import type { ContentServices, FindReferencedKeys } from './accept-content.ts';
import { findFileBlobKeys } from './store.ts';

/** The time that a reader has between finding a blob and opening it. Once opened, it can be read to its end. */
const GRACE = '1 minute';
const BATCH = 500;
const DELETIONS_AT_ONCE = 8;
/** No upload takes so long, and no prepared file waits so long for its insertion. */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;

/** `referenced` has one function for each table that refers to blobs, except `files`. */
export function fileTasks(
  { database: { query: db }, blobs }: ContentServices,
  referenced: readonly FindReferencedKeys[] = [],
): Task[] {
  return [
    defineTask({
      kind: defineJob('files.delete-buried-blobs', { repeat: { everyMinutes: 1 } }),
      concurrency: 1,
      run: (_payload, { signal }) => deleteTombstonedBlobs(db, blobs, signal),
    }),
    defineTask({
      kind: defineJob('files.sweep-orphaned-blobs', { repeat: { everyMinutes: 24 * 60, offsetMinutes: 3 * 60 + 17 } }),
      concurrency: 1,
      run: async (_payload, { signal }) => {
        await sweepOrphanedBlobs(db, blobs, [findFileBlobKeys, ...referenced], signal);
        await blobs.sweepTemporary(ORPHAN_AGE_MS);
      },
    }),
  ];
}

/** Held by a backup while it copies blobs, which must not be deleted meanwhile. */
export const BACKUP_LOCK = 0x4845_4442; // 'HEDB'

/**
 * A backup that begins after this query misses nothing: the blobs that are deleted then got their tombstones before it
 * began.
 */
async function isBackupRunning(db: Query): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`SELECT EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = ${BACKUP_LOCK} AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Deletes the blob first, because a leftover tombstone does no harm. A failed deletion is retried the next time. */
export async function deleteTombstonedBlobs(db: Query, blobs: Blobs, signal: AbortSignal): Promise<void> {
  let found: number;
  do {
    signal.throwIfAborted();
    if (await isBackupRunning(db)) return;
    const tombstones = await db
      .selectFrom('blob_tombstones')
      .select('blob_key')
      .where('created_at', '<', sql<Date>`now() - ${GRACE}::interval`)
      .orderBy('created_at')
      .limit(BATCH)
      .execute();
    found = tombstones.length;
    const { deleted, problems } = await deleteBlobs(
      blobs,
      tombstones.map(row => requireBlobKey(row.blob_key)),
    );
    passPoint('blobs.deleted');
    if (deleted.length > 0) await db.deleteFrom('blob_tombstones').where('blob_key', 'in', deleted).execute();
    throwIfAny(problems);
  } while (found === BATCH);
}

/** Deletes the blobs of processes that died between storing a blob and inserting the row that refers to it. */
export async function sweepOrphanedBlobs(
  db: Query,
  blobs: Blobs,
  referenced: readonly FindReferencedKeys[],
  signal: AbortSignal,
): Promise<void> {
  if (await isBackupRunning(db)) return;
  const youngest = Date.now() - ORPHAN_AGE_MS;
  const problems: unknown[] = [];
  let batch: BlobKey[] = [];
  const sweep = async () => {
    signal.throwIfAborted();
    const referencedKeys = new Set((await Promise.all(referenced.map(keysIn => keysIn(db, batch)))).flat());
    const result = await deleteBlobs(
      blobs,
      batch.filter(key => !referencedKeys.has(key)),
    );
    problems.push(...result.problems);
    passPoint('blobs.swept');
    batch = [];
  };
  for await (const { key, modifiedAt } of blobs.list()) {
    if (modifiedAt.getTime() < youngest) batch.push(key);
    if (batch.length === BATCH) await sweep();
  }
  if (batch.length > 0) await sweep();
  throwIfAny(problems);
}

async function deleteBlobs(blobs: Blobs, keys: readonly BlobKey[]) {
  const deleted: BlobKey[] = [];
  const problems: unknown[] = [];
  const waiting = [...keys];
  const deleteNext = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      try {
        await blobs.delete(key);
        deleted.push(key);
      } catch (error) {
        problems.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: DELETIONS_AT_ONCE }, deleteNext));
  return { deleted, problems };
}

function throwIfAny(problems: readonly unknown[]): void {
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} blobs could not be deleted`);
}
