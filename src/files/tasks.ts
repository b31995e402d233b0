/** Gets rid of bytes that nothing refers to: at once of those that are known, and daily of those that are found. */
import { sql } from 'kysely';
import type { Query } from '../database.ts';
import { type BlobKey, type Blobs, requireBlobKey } from '../platform/blobs/blobs.ts';
import { passPoint } from '../platform/crash-points.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import type { ContentServices, FindReferencedKeys } from './accept-content.ts';
import { findFileBlobKeys } from './store.ts';

/** For those who have just looked the blob up: who reads it already reads it to its end. */
const GRACE = '1 minute';
const BATCH = 500;
const DELETIONS_AT_ONCE = 8;
/** No upload takes so long, and no file is prepared for so long before it is inserted. */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;

/** `referenced`: of all tables that name blobs, beside the files themselves. */
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

/** The blob first: a tombstone that is left over does no harm. What can not be deleted is tried again next time. */
export async function deleteTombstonedBlobs(db: Query, blobs: Blobs, signal: AbortSignal): Promise<void> {
  let found: number;
  do {
    signal.throwIfAborted();
    const buried = await db
      .selectFrom('blob_tombstones')
      .select('blob_key')
      .where('created_at', '<', sql<Date>`now() - ${GRACE}::interval`)
      .orderBy('created_at')
      .limit(BATCH)
      .execute();
    found = buried.length;
    const { deleted, problems } = await deleteBlobs(
      blobs,
      buried.map(row => requireBlobKey(row.blob_key)),
    );
    passPoint('blobs.deleted');
    if (deleted.length > 0) await db.deleteFrom('blob_tombstones').where('blob_key', 'in', deleted).execute();
    report(problems);
  } while (found === BATCH);
}

/** Those of processes that died between storing a blob and inserting what names it. */
export async function sweepOrphanedBlobs(
  db: Query,
  blobs: Blobs,
  referenced: readonly FindReferencedKeys[],
  signal: AbortSignal,
): Promise<void> {
  const youngest = Date.now() - ORPHAN_AGE_MS;
  const problems: unknown[] = [];
  let batch: BlobKey[] = [];
  const sweep = async () => {
    signal.throwIfAborted();
    const named = new Set((await Promise.all(referenced.map(keysIn => keysIn(db, batch)))).flat());
    const outcome = await deleteBlobs(
      blobs,
      batch.filter(key => !named.has(key)),
    );
    problems.push(...outcome.problems);
    passPoint('blobs.swept');
    batch = [];
  };
  for await (const { key, modifiedAt } of blobs.list()) {
    if (modifiedAt.getTime() < youngest) batch.push(key);
    if (batch.length === BATCH) await sweep();
  }
  if (batch.length > 0) await sweep();
  report(problems);
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

function report(problems: readonly unknown[]): void {
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} blobs could not be deleted`);
}
