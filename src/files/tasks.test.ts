/** Bytes that nothing refers to go away; no others do. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { type Blobs, newBlobKey, requireBlobKey } from '../platform/blobs/blobs.ts';
import { openFiles } from './files-fixture.ts';
import { createFile, findFileBlobKeys } from './store.ts';
import { deleteTombstonedBlobs, sweepOrphanedBlobs } from './tasks.ts';

const files = await openFiles();
const { services, db } = files;
const { blobs } = services;
const { signal } = new AbortController();

async function age(): Promise<void> {
  await sql`UPDATE blob_tombstones SET created_at = now() - interval '61 seconds'`.execute(db);
}

async function storeAndDelete(): Promise<string> {
  const row = await createFile(services, files.given(await files.user()));
  await db.deleteFrom('files').where('id', '=', row.id).execute();
  return row.blob_key;
}

/** As if all blobs had been put that long ago. */
function aged(hours: number): Blobs {
  const list = async function* () {
    for await (const blob of blobs.list()) {
      yield { ...blob, modifiedAt: new Date(blob.modifiedAt.getTime() - hours * 3_600_000) };
    }
  };
  return { ...methodsOf(blobs), list };
}

function methodsOf(of: Blobs): Blobs {
  return {
    put: (...given) => of.put(...given),
    get: (...given) => of.get(...given),
    read: (...given) => of.read(...given),
    stat: key => of.stat(key),
    delete: key => of.delete(key),
    list: () => of.list(),
    sweepTemporary: olderThanMs => of.sweepTemporary(olderThanMs),
    check: options => of.check(options),
    close: () => of.close(),
  };
}

suite('buried blobs', () => {
  test('are deleted after a while, and not before', async () => {
    const kept = await createFile(services, files.given(await files.user()));
    const key = await storeAndDelete();
    await deleteTombstonedBlobs(db, blobs, signal);
    assert.equal(await files.contentOf(key), '0123456789');
    await age();
    await deleteTombstonedBlobs(db, blobs, signal);
    assert.deepEqual([await files.buried(), (await files.kept()).keys], [[], [kept.blob_key]]);
    await deleteTombstonedBlobs(db, blobs, signal);
  });

  test('more than one statement takes, some of which are gone already', async () => {
    const keys = Array.from({ length: 1201 }, () => newBlobKey());
    await db
      .insertInto('blob_tombstones')
      .values(keys.map(blob_key => ({ blob_key })))
      .execute();
    const real = await storeAndDelete();
    await age();
    await deleteTombstonedBlobs(db, blobs, signal);
    assert.deepEqual(await files.buried(), []);
    assert.equal((await files.kept()).keys.includes(real), false);
  });

  test('one that can not be deleted is kept for the next time, and holds up no other', async () => {
    const stuck = await storeAndDelete();
    await storeAndDelete();
    await age();
    const failing: Blobs = {
      ...methodsOf(blobs),
      delete: async key => {
        if (key === stuck) throw new Error('out of reach');
        await blobs.delete(key);
      },
    };
    await assert.rejects(deleteTombstonedBlobs(db, failing, signal), {
      name: 'AggregateError',
      message: '1 blobs could not be deleted',
    });
    assert.deepEqual(await files.buried(), [stuck]);
    await deleteTombstonedBlobs(db, blobs, signal);
    assert.deepEqual(await files.buried(), []);
  });
});

suite('orphaned blobs', () => {
  async function orphan(): Promise<string> {
    const content = async function* () {
      yield Buffer.from('x');
    };
    return (await blobs.put(newBlobKey(), content(), { limitBytes: 10 })).key;
  }

  test('are deleted when they are old, and nobody names them', async () => {
    const row = await createFile(services, files.given(await files.user()));
    const lost = await orphan();
    const elsewhere = await orphan();
    const referenced = [findFileBlobKeys, async () => [elsewhere]];
    await sweepOrphanedBlobs(db, aged(23), referenced, signal);
    assert.ok((await files.kept()).keys.includes(lost));
    await sweepOrphanedBlobs(db, aged(25), referenced, signal);
    const { keys } = await files.kept();
    assert.deepEqual(
      [row.blob_key, elsewhere, lost].map(key => keys.includes(key)),
      [true, true, false],
    );
    await blobs.delete(requireBlobKey(elsewhere));
  });
});
