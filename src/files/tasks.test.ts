/** Blobs that nothing refers to are deleted, and no others. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { openFiles } from '../../test/fixtures/files.ts';
import { type Blobs, newBlobKey, requireBlobKey } from '../platform/blobs/blobs.ts';
import { createFile, findFileBlobKeys } from './store.ts';
import { BACKUP_LOCK, deleteTombstonedBlobs, sweepOrphanedBlobs } from './tasks.ts';

const files = await openFiles();
const { services, db } = files;
const { blobs } = services;
const { signal } = new AbortController();

async function age(): Promise<void> {
  await sql`UPDATE blob_tombstones SET created_at = now() - interval '61 seconds'`.execute(db);
}

async function storeAndDelete(): Promise<string> {
  const row = await createFile(services, files.incoming(await files.user()));
  await db.deleteFrom('files').where('id', '=', row.id).execute();
  return row.blob_key;
}

/** Lists all blobs as if they had been stored so many hours ago. */
function aged(hours: number): Blobs {
  const list = async function* () {
    for await (const blob of blobs.list()) {
      yield { ...blob, modifiedAt: new Date(blob.modifiedAt.getTime() - hours * 3_600_000) };
    }
  };
  return { ...copyMethods(blobs), list };
}

function copyMethods(original: Blobs): Blobs {
  return {
    put: (...args) => original.put(...args),
    get: (...args) => original.get(...args),
    read: (...args) => original.read(...args),
    stat: key => original.stat(key),
    delete: key => original.delete(key),
    list: () => original.list(),
    sweepTemporary: olderThanMs => original.sweepTemporary(olderThanMs),
    check: options => original.check(options),
    close: () => original.close(),
  };
}

suite('blobs with a tombstone', () => {
  test('are deleted after a minute and not before', async () => {
    const kept = await createFile(services, files.incoming(await files.user()));
    const key = await storeAndDelete();
    await deleteTombstonedBlobs(db, blobs, signal);
    assert.equal(await files.readContent(key), '0123456789');
    await age();
    await deleteTombstonedBlobs(db, blobs, signal);
    assert.deepEqual([await files.tombstones(), (await files.storedBlobs()).keys], [[], [kept.blob_key]]);
    await deleteTombstonedBlobs(db, blobs, signal);
  });

  test('are kept while a backup copies them', async () => {
    const key = requireBlobKey(await storeAndDelete());
    await age();
    await db.transaction().execute(async transaction => {
      await sql`SELECT pg_advisory_xact_lock_shared(${BACKUP_LOCK}::bigint)`.execute(transaction);
      await deleteTombstonedBlobs(db, blobs, signal);
      await sweepOrphanedBlobs(db, aged(25), [], signal);
      await blobs.stat(key);
    });
    await deleteTombstonedBlobs(db, blobs, signal);
    await assert.rejects(blobs.stat(key));
  });

  test('are deleted even if there are more than one batch and some do not exist', async () => {
    const keys = Array.from({ length: 1201 }, () => newBlobKey());
    await db
      .insertInto('blob_tombstones')
      .values(keys.map(blob_key => ({ blob_key })))
      .execute();
    const real = await storeAndDelete();
    await age();
    await deleteTombstonedBlobs(db, blobs, signal);
    assert.deepEqual(await files.tombstones(), []);
    assert.equal((await files.storedBlobs()).keys.includes(real), false);
  });

  test('that can not be deleted are retried the next time and do not block others', async () => {
    const stuck = await storeAndDelete();
    await storeAndDelete();
    await age();
    const failing: Blobs = {
      ...copyMethods(blobs),
      delete: async key => {
        if (key === stuck) throw new Error('out of reach');
        await blobs.delete(key);
      },
    };
    await assert.rejects(deleteTombstonedBlobs(db, failing, signal), {
      name: 'AggregateError',
      message: '1 blobs could not be deleted',
    });
    assert.deepEqual(await files.tombstones(), [stuck]);
    await deleteTombstonedBlobs(db, blobs, signal);
    assert.deepEqual(await files.tombstones(), []);
  });
});

suite('orphaned blobs', () => {
  async function orphan(): Promise<string> {
    const content = async function* () {
      yield Buffer.from('x');
    };
    return (await blobs.put(newBlobKey(), content(), { limitBytes: 10 })).key;
  }

  test('are deleted when they are old and nothing refers to them', async () => {
    const row = await createFile(services, files.incoming(await files.user()));
    const lost = await orphan();
    const elsewhere = await orphan();
    const referenced = [findFileBlobKeys, async () => [elsewhere]];
    await sweepOrphanedBlobs(db, aged(23), referenced, signal);
    assert.ok((await files.storedBlobs()).keys.includes(lost));
    await sweepOrphanedBlobs(db, aged(25), referenced, signal);
    const { keys } = await files.storedBlobs();
    assert.deepEqual(
      [row.blob_key, elsewhere, lost].map(key => keys.includes(key)),
      [true, true, false],
    );
    await blobs.delete(requireBlobKey(elsewhere));
  });
});
