/** Removes what dead processes left of files, without waiting for the time after which the service does so. */
import assert from 'node:assert/strict';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { releaseExpiredReservations } from '../../src/accounts/reservations.ts';
import { discardExpiredUploads, findUploadBlobKeys } from '../../src/booster/storage/direct.ts';
import { findStoredFileBlobKeys } from '../../src/booster/storage/files.ts';
import type { HeddleDatabase } from '../../src/database.ts';
import { findFileBlobKeys } from '../../src/files/store.ts';
import { deleteTombstonedBlobs, sweepOrphanedBlobs } from '../../src/files/tasks.ts';
import { type Blobs, isBlobKey } from '../../src/platform/blobs/blobs.ts';
import { openDiskBlobs } from '../../src/platform/blobs/disk.ts';
import { referencedStepBlobs } from '../../src/runs/store/runs.ts';
import type { Place } from './disturbed-storage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Fails unless after the sweeps exactly the blobs of rows are left and every account counts exactly its files. Nothing
 * may be in progress.
 */
export async function checkSwept({ database, blobFolder }: Place): Promise<void> {
  const { query: db } = database;
  await agePending(database);
  await discardExpiredUploads(db);
  await releaseExpiredReservations(db);
  await ageTombstones(database);
  await ageOnDisk(blobFolder);
  const blobs = await openDiskBlobs(blobFolder);
  await deleteTombstonedBlobs(db, blobs, AbortSignal.timeout(60_000));
  await sweepAll(database, blobs);
  await blobs.sweepTemporary(DAY_MS);
  assert.deepEqual(await readdir(path.join(blobFolder, 'tmp')), [], 'temporary files');
  await checkBlobs(database, blobs);
  await checkAccounts(database);
}

/** Lets everything that is announced or reserved expire. */
export async function agePending({ pool }: HeddleDatabase): Promise<void> {
  await pool.query("UPDATE booster_uploads SET expires_at = now() - interval '1 second'");
  await pool.query("UPDATE reservations SET expires_at = now() - interval '1 second'");
}

/** Lets deleted blobs reach the age at which no request reads them any more. */
export async function ageTombstones({ pool }: HeddleDatabase): Promise<void> {
  await pool.query("UPDATE blob_tombstones SET created_at = created_at - interval '1 hour'");
}

/** Runs the daily sweep. */
export async function sweepAll({ query: db }: HeddleDatabase, blobs: Blobs): Promise<void> {
  const referenced = [findFileBlobKeys, referencedStepBlobs, findStoredFileBlobKeys, findUploadBlobKeys];
  await sweepOrphanedBlobs(db, blobs, referenced, AbortSignal.timeout(60_000));
}

export async function checkBlobs({ query: db }: HeddleDatabase, blobs: Blobs): Promise<void> {
  const rows = await db.selectFrom('booster_files').select('blob_key').execute();
  const kept = await Array.fromAsync(blobs.list(), ({ key }) => String(key));
  assert.deepEqual(kept.toSorted(), rows.map(row => row.blob_key).toSorted(), 'the blobs, and those of rows');
  assert.deepEqual(await db.selectFrom('blob_tombstones').select('blob_key').execute(), []);
}

async function checkAccounts({ pool }: HeddleDatabase): Promise<void> {
  const { rows } = await pool.query(
    `SELECT email, storage_used AS used,
       (SELECT coalesce(sum(size), 0) FROM booster_files JOIN panels ON panels.id = panel_id
        WHERE created_by = users.id AND organization_id IS NULL) AS stored FROM users
     UNION ALL
     SELECT name, storage_used,
       (SELECT coalesce(sum(size), 0) FROM booster_files JOIN panels ON panels.id = panel_id
        WHERE organization_id = organizations.id) FROM organizations`,
  );
  assert.deepEqual(
    rows.filter(({ used, stored }) => used !== stored),
    [],
  );
}

/** Makes all blobs and temporary files older than any upload in progress can be. */
export async function ageOnDisk(blobFolder: string): Promise<void> {
  const longAgo = new Date(Date.now() - 2 * DAY_MS);
  for (const entry of await readdir(blobFolder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && isBlobKey(entry.name))
      await utimes(path.join(entry.parentPath, entry.name), longAgo, longAgo);
  }
}
