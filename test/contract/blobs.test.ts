/** The contract of blob drivers: every driver passes this suite. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { describe, type TestContext, test } from 'node:test';
import { type BlobKey, BlobNotFound, BlobTooLarge, newBlobKey } from '../../src/platform/blobs/blobs.ts';
import {
  assertNothingLeft,
  assertSameBytes,
  describeOnS3,
  emptyFolder,
  hourMs,
  listed,
  mebibyte,
  openOnDisk,
  partBytes,
  readBytes,
  readContent,
  type Storage,
  sha256,
  toChunks,
  unlimited,
} from './blobs-fixture.ts';

describe('blobs on disk', () => contract(async t => openOnDisk(await emptyFolder(t))));

await describeOnS3('blobs on S3', ({ open, settings }) => contract(t => open(t, settings())));

function contract(open: (t: TestContext) => Promise<Storage>): void {
  for (const sizeBytes of [0, 1, 10 * 1024, partBytes - 1, partBytes, partBytes + 1, 20 * mebibyte + 7]) {
    test(`stores and reads ${sizeBytes} bytes`, async t => {
      const { blobs, leftovers } = await open(t);
      const content = randomBytes(sizeBytes);
      const key = newBlobKey();

      const stored = await blobs.put(key, toChunks(content), unlimited);

      assert.deepEqual(stored, { key, sizeBytes, sha256: sha256(content) });
      assert.deepEqual(await blobs.stat(key), { sizeBytes });
      const reader = await blobs.get(key);
      assert.equal(reader.sizeBytes, sizeBytes);
      assertSameBytes(await readBytes(reader.stream), content);
      assert.deepEqual(await leftovers(), []);
    });
  }

  test('takes chunks of any size', async t => {
    const { blobs } = await open(t);
    const content = randomBytes(12 * mebibyte);
    async function* uneven() {
      for (let at = 0; at < 3_000; at += 1) yield content.subarray(at, at + 1);
      yield new Uint8Array(0);
      yield new Uint8Array(content.subarray(3_000));
    }
    const key = newBlobKey();

    const stored = await blobs.put(key, uneven(), unlimited);

    assert.equal(stored.sha256, sha256(content));
    assertSameBytes(await readContent(blobs, key), content);
  });

  test('takes exactly the limit', async t => {
    const { blobs } = await open(t);
    const stored = await blobs.put(newBlobKey(), toChunks(randomBytes(1_000)), { limitBytes: 1_000 });
    assert.equal(stored.sizeBytes, 1_000);
  });

  for (const limitBytes of [0, 1_000, partBytes + 1_000, 11 * mebibyte]) {
    test(`stops a source at once when it exceeds ${limitBytes} bytes, and leaves nothing`, async t => {
      const storage = await open(t);
      const source = endlessSource();
      const key = newBlobKey();
      const { signal } = new AbortController();

      await assert.rejects(storage.blobs.put(key, source, { limitBytes, signal }), error => {
        assert.ok(error instanceof BlobTooLarge);
        assert.equal(error.limitBytes, limitBytes);
        return true;
      });

      assert.ok(source.givenBytes() <= limitBytes + source.chunkBytes, `read ${source.givenBytes()} bytes`);
      assert.ok(source.closed(), 'the source was not closed');
      await assertNothingLeft(storage, key);
    });
  }

  for (const sizeBytes of [0, 1_000, 12 * mebibyte]) {
    test(`leaves nothing of a source that throws after ${sizeBytes} bytes`, async t => {
      const storage = await open(t);
      const failure = new Error('the client went away');
      async function* failing() {
        yield* toChunks(randomBytes(sizeBytes));
        throw failure;
      }
      const key = newBlobKey();

      await assert.rejects(storage.blobs.put(key, failing(), unlimited), error => error === failure);

      await assertNothingLeft(storage, key);
    });

    test(`leaves nothing when aborted after ${sizeBytes} bytes, while the source waits for more`, async t => {
      const storage = await open(t);
      const aborting = new AbortController();
      async function* stalling() {
        yield* toChunks(randomBytes(sizeBytes));
        setImmediate(() => aborting.abort());
        await new Promise(() => {});
      }
      const key = newBlobKey();

      const putting = storage.blobs.put(key, stalling(), { ...unlimited, signal: aborting.signal });
      await assert.rejects(putting, { name: 'AbortError' });

      await assertNothingLeft(storage, key);
    });
  }

  test('does not start a put that is already aborted', async t => {
    const storage = await open(t);
    const source = endlessSource();
    const key = newBlobKey();
    const signal = AbortSignal.abort();

    await assert.rejects(storage.blobs.put(key, source, { ...unlimited, signal }), { name: 'AbortError' });
    await assert.rejects(storage.blobs.get(key, { signal }), { name: 'AbortError' });
    await assert.rejects(storage.blobs.check({ signal }), { name: 'AbortError' });

    assert.equal(source.givenBytes(), 0);
    await assertNothingLeft(storage, key);
  });

  test('stores with a signal that never aborts, and stops listening to it', async t => {
    const { blobs } = await open(t);
    const { signal } = new AbortController();
    const added = t.mock.method(signal, 'addEventListener').mock;
    const removed = t.mock.method(signal, 'removeEventListener').mock;
    const content = randomBytes(3 * mebibyte);

    const stored = await blobs.put(newBlobKey(), toChunks(content), { ...unlimited, signal });

    assert.equal(stored.sha256, sha256(content));
    assert.equal(removed.callCount(), added.callCount());
  });

  test('reads ranges, both ends inclusive', async t => {
    const { blobs } = await open(t);
    const content = randomBytes(6 * mebibyte);
    const last = content.length - 1;
    const key = newBlobKey();
    await blobs.put(key, toChunks(content), unlimited);
    const ranges: [number, number][] = [
      [0, 0],
      [last, last],
      [1_000, 1_999],
      [partBytes - 1, partBytes],
      [1, last],
      [0, last],
    ];

    for (const [start, end] of ranges) {
      const reader = await blobs.get(key, { range: { start, end } });
      assert.equal(reader.sizeBytes, content.length, 'the size is that of the whole blob');
      assertSameBytes(await readBytes(reader.stream), content.subarray(start, end + 1));
    }
  });

  test('reads a small blob in one piece', async t => {
    const { blobs } = await open(t);
    for (const sizeBytes of [0, 1, 70_000]) {
      const content = randomBytes(sizeBytes);
      const key = newBlobKey();
      await blobs.put(key, toChunks(content), unlimited);
      assertSameBytes(Buffer.from(await blobs.read(key, sizeBytes)), content);
      await assert.rejects(blobs.read(key, sizeBytes + 1), /The blob .* (is shorter|has)/);
    }
    await assert.rejects(blobs.read(newBlobKey(), 1), BlobNotFound);
  });

  test('reports a blob that was never put as missing', async t => {
    const { blobs } = await open(t);
    const key = newBlobKey();
    const isNotFound = (error: unknown) => error instanceof BlobNotFound && error.key === key;
    await assert.rejects(blobs.get(key), isNotFound);
    await assert.rejects(blobs.get(key, { range: { start: 0, end: 0 } }), isNotFound);
    await assert.rejects(blobs.stat(key), isNotFound);
  });

  test('deletes a blob, and accepts a second delete', async t => {
    const { blobs } = await open(t);
    const key = newBlobKey();
    await blobs.put(key, toChunks(randomBytes(10)), unlimited);

    await blobs.delete(key);
    await assert.rejects(blobs.get(key), BlobNotFound);
    await blobs.delete(key);

    assert.deepEqual(await listed(blobs), new Map());
  });

  test('reads a blob to its end although it is deleted meanwhile', async t => {
    const { blobs } = await open(t);
    const content = randomBytes(20 * mebibyte);
    const key = newBlobKey();
    await blobs.put(key, toChunks(content), unlimited);

    const { stream } = await blobs.get(key);
    await once(stream, 'readable');
    await blobs.delete(key);

    assertSameBytes(await readBytes(stream), content);
    await assert.rejects(blobs.stat(key), BlobNotFound);
  });

  test('stops reading when its signal aborts', async t => {
    const { blobs } = await open(t);
    const key = newBlobKey();
    await blobs.put(key, toChunks(randomBytes(20 * mebibyte)), unlimited);
    const aborting = new AbortController();

    const { stream } = await blobs.get(key, { signal: aborting.signal });
    await once(stream, 'readable');
    aborting.abort();

    await assert.rejects(readBytes(stream), { name: 'AbortError' });
  });

  test('lists what is stored, with size and time', async t => {
    const { blobs } = await open(t);
    const expected = new Map<BlobKey, number>();
    for (const sizeBytes of [0, 1, 2, 3, 500]) {
      const key = newBlobKey();
      await blobs.put(key, toChunks(randomBytes(sizeBytes)), unlimited);
      expected.set(key, sizeBytes);
    }

    assert.deepEqual(await listed(blobs), expected);
    for await (const { modifiedAt } of blobs.list()) {
      assert.ok(Math.abs(Date.now() - modifiedAt.getTime()) < hourMs, `${modifiedAt.toISOString()} is not now`);
    }
  });

  test('stores twenty blobs at once', async t => {
    const { blobs } = await open(t);
    const contents = Array.from({ length: 20 }, (_, index) => randomBytes(index * 400_000));

    const stored = await Promise.all(contents.map(content => blobs.put(newBlobKey(), toChunks(content), unlimited)));

    for (const [index, { key, sha256: hash }] of stored.entries()) {
      const read = await readContent(blobs, key);
      assert.equal(hash, sha256(read));
      assertSameBytes(read, contents[index] ?? assert.fail());
    }
    assert.equal((await listed(blobs)).size, 20);
  });

  test('stores one of two blobs completely when both are put under the same key', async t => {
    const { blobs, leftovers } = await open(t);
    const key = newBlobKey();
    const [first, second, third] = [randomBytes(7 * mebibyte), randomBytes(6 * mebibyte), randomBytes(10)];

    await Promise.all([blobs.put(key, toChunks(first), unlimited), blobs.put(key, toChunks(second), unlimited)]);
    const kept = await readContent(blobs, key);
    assert.ok(kept.equals(first) || kept.equals(second));

    await blobs.put(key, toChunks(third), unlimited);
    assertSameBytes(await readContent(blobs, key), third);
    assert.deepEqual(await leftovers(), []);
  });

  test('does not sweep a put that is in progress', async t => {
    const { blobs, leftovers } = await open(t);
    const content = randomBytes(12 * mebibyte);
    const key = newBlobKey();
    async function* swept() {
      yield* toChunks(content.subarray(0, 11 * mebibyte));
      // The S3 driver starts its upload in the background when the second part is full.
      while ((await leftovers()).length === 0) await new Promise(resolve => setImmediate(resolve));
      assert.equal(await blobs.sweepTemporary(hourMs), 0);
      yield* toChunks(content.subarray(11 * mebibyte));
    }

    await blobs.put(key, swept(), unlimited);

    assertSameBytes(await readContent(blobs, key), content);
  });

  test('reports its storage as ready, and leaves no trace of the check', async t => {
    const { blobs, leftovers } = await open(t);
    await blobs.check();
    assert.deepEqual(await listed(blobs), new Map());
    assert.deepEqual(await leftovers(), []);
  });

  test('refuses an invalid key', async t => {
    const { blobs } = await open(t);
    for (const text of ['../../../../etc/passwd', '', newBlobKey().toUpperCase(), `${newBlobKey()}0`]) {
      const forged = text as BlobKey;
      await assert.rejects(blobs.put(forged, toChunks(randomBytes(1)), unlimited), TypeError);
      await assert.rejects(blobs.get(forged), TypeError);
      await assert.rejects(blobs.stat(forged), TypeError);
      await assert.rejects(blobs.delete(forged), TypeError);
    }
  });
}

/** Yields chunks as long as it is asked, and records how much it gave and whether it was closed. */
function endlessSource() {
  const chunkBytes = 64 * 1024;
  let givenBytes = 0;
  let closed = false;
  async function* chunks() {
    try {
      while (true) {
        givenBytes += chunkBytes;
        yield Buffer.alloc(chunkBytes);
      }
    } finally {
      closed = true;
    }
  }
  const iterable = chunks();
  return {
    chunkBytes,
    givenBytes: () => givenBytes,
    closed: () => closed,
    [Symbol.asyncIterator]: () => iterable,
  };
}
