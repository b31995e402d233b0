import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import {
  type BlobKey,
  BlobNotFound,
  type Blobs,
  BlobTooLarge,
  newBlobKey,
  type PostConditions,
  type PostForm,
} from '../../src/platform/blobs/blobs.ts';
import { openDiskBlobs } from '../../src/platform/blobs/disk.ts';
import { openS3Blobs, type S3Settings } from '../../src/platform/blobs/s3.ts';
import { type S3Bucket, s3Client, startS3 } from '../support/s3.ts';

const mebibyte = 1024 * 1024;
const partBytes = 5 * mebibyte;
const unlimited = { limitBytes: 1024 * mebibyte };
const hourMs = 60 * 60 * 1000;

/** A driver on empty storage of its own. */
interface Storage {
  blobs: Blobs;
  /** What a put that failed might have left behind the driver: temporary files, unfinished uploads. */
  leftovers(): Promise<string[]>;
}

/** What every driver promises. */
function contract(open: (t: TestContext) => Promise<Storage>): void {
  for (const sizeBytes of [0, 1, 10 * 1024, partBytes - 1, partBytes, partBytes + 1, 20 * mebibyte + 7]) {
    test(`stores and reads ${sizeBytes} bytes`, async t => {
      const { blobs, leftovers } = await open(t);
      const content = randomBytes(sizeBytes);
      const key = newBlobKey();

      const stored = await blobs.put(key, chunksOf(content), unlimited);

      assert.deepEqual(stored, { key, sizeBytes, sha256: sha256(content) });
      assert.deepEqual(await blobs.stat(key), { sizeBytes });
      const reader = await blobs.get(key);
      assert.equal(reader.sizeBytes, sizeBytes);
      assertSameBytes(await bytesOf(reader.stream), content);
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
    assertSameBytes(await contentOf(blobs, key), content);
  });

  test('takes exactly the limit', async t => {
    const { blobs } = await open(t);
    const stored = await blobs.put(newBlobKey(), chunksOf(randomBytes(1_000)), { limitBytes: 1_000 });
    assert.equal(stored.sizeBytes, 1_000);
  });

  for (const limitBytes of [0, 1_000, partBytes + 1_000, 11 * mebibyte]) {
    test(`stops a source at once that goes over ${limitBytes} bytes, and leaves nothing`, async t => {
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
        yield* chunksOf(randomBytes(sizeBytes));
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
        yield* chunksOf(randomBytes(sizeBytes));
        setImmediate(() => aborting.abort());
        await new Promise(() => {});
      }
      const key = newBlobKey();

      const putting = storage.blobs.put(key, stalling(), { ...unlimited, signal: aborting.signal });
      await assert.rejects(putting, { name: 'AbortError' });

      await assertNothingLeft(storage, key);
    });
  }

  test('does not begin what is already aborted', async t => {
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

    const stored = await blobs.put(newBlobKey(), chunksOf(content), { ...unlimited, signal });

    assert.equal(stored.sha256, sha256(content));
    assert.equal(removed.callCount(), added.callCount());
  });

  test('reads ranges, both ends inclusive', async t => {
    const { blobs } = await open(t);
    const content = randomBytes(6 * mebibyte);
    const last = content.length - 1;
    const key = newBlobKey();
    await blobs.put(key, chunksOf(content), unlimited);
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
      assertSameBytes(await bytesOf(reader.stream), content.subarray(start, end + 1));
    }
  });

  test('reads a small blob in one piece', async t => {
    const { blobs } = await open(t);
    for (const sizeBytes of [0, 1, 70_000]) {
      const content = randomBytes(sizeBytes);
      const key = newBlobKey();
      await blobs.put(key, chunksOf(content), unlimited);
      assertSameBytes(Buffer.from(await blobs.read(key, sizeBytes)), content);
      await assert.rejects(blobs.read(key, sizeBytes + 1), /The blob .* (is shorter|has)/);
    }
    await assert.rejects(blobs.read(newBlobKey(), 1), BlobNotFound);
  });

  test('knows nothing of a blob that was never put', async t => {
    const { blobs } = await open(t);
    const key = newBlobKey();
    const isNotFound = (error: unknown) => error instanceof BlobNotFound && error.key === key;
    await assert.rejects(blobs.get(key), isNotFound);
    await assert.rejects(blobs.get(key, { range: { start: 0, end: 0 } }), isNotFound);
    await assert.rejects(blobs.stat(key), isNotFound);
  });

  test('deletes, once and again', async t => {
    const { blobs } = await open(t);
    const key = newBlobKey();
    await blobs.put(key, chunksOf(randomBytes(10)), unlimited);

    await blobs.delete(key);
    await assert.rejects(blobs.get(key), BlobNotFound);
    await blobs.delete(key);

    assert.deepEqual(await listed(blobs), new Map());
  });

  test('reads a blob to its end that is deleted meanwhile', async t => {
    const { blobs } = await open(t);
    const content = randomBytes(20 * mebibyte);
    const key = newBlobKey();
    await blobs.put(key, chunksOf(content), unlimited);

    const { stream } = await blobs.get(key);
    await once(stream, 'readable');
    await blobs.delete(key);

    assertSameBytes(await bytesOf(stream), content);
    await assert.rejects(blobs.stat(key), BlobNotFound);
  });

  test('ends a reading when its signal aborts', async t => {
    const { blobs } = await open(t);
    const key = newBlobKey();
    await blobs.put(key, chunksOf(randomBytes(20 * mebibyte)), unlimited);
    const aborting = new AbortController();

    const { stream } = await blobs.get(key, { signal: aborting.signal });
    await once(stream, 'readable');
    aborting.abort();

    await assert.rejects(bytesOf(stream), { name: 'AbortError' });
  });

  test('lists what is stored, with size and time', async t => {
    const { blobs } = await open(t);
    const expected = new Map<BlobKey, number>();
    for (const sizeBytes of [0, 1, 2, 3, 500]) {
      const key = newBlobKey();
      await blobs.put(key, chunksOf(randomBytes(sizeBytes)), unlimited);
      expected.set(key, sizeBytes);
    }

    assert.deepEqual(await listed(blobs), expected);
    for await (const { modifiedAt } of blobs.list()) {
      assert.ok(Math.abs(Date.now() - modifiedAt.getTime()) < hourMs, `${modifiedAt.toISOString()} is not now`);
    }
  });

  test('takes twenty blobs at once', async t => {
    const { blobs } = await open(t);
    const contents = Array.from({ length: 20 }, (_, index) => randomBytes(index * 400_000));

    const stored = await Promise.all(contents.map(content => blobs.put(newBlobKey(), chunksOf(content), unlimited)));

    for (const [index, { key, sha256: hash }] of stored.entries()) {
      const read = await contentOf(blobs, key);
      assert.equal(hash, sha256(read));
      assertSameBytes(read, contents[index] ?? assert.fail());
    }
    assert.equal((await listed(blobs)).size, 20);
  });

  test('keeps one of two blobs whole that are put under the same key', async t => {
    const { blobs, leftovers } = await open(t);
    const key = newBlobKey();
    const [first, second, third] = [randomBytes(7 * mebibyte), randomBytes(6 * mebibyte), randomBytes(10)];

    await Promise.all([blobs.put(key, chunksOf(first), unlimited), blobs.put(key, chunksOf(second), unlimited)]);
    const kept = await contentOf(blobs, key);
    assert.ok(kept.equals(first) || kept.equals(second));

    await blobs.put(key, chunksOf(third), unlimited);
    assertSameBytes(await contentOf(blobs, key), third);
    assert.deepEqual(await leftovers(), []);
  });

  test('does not sweep a put that is under way', { timeout: 60_000 }, async t => {
    const { blobs, leftovers } = await open(t);
    const content = randomBytes(12 * mebibyte);
    const key = newBlobKey();
    async function* swept() {
      yield* chunksOf(content.subarray(0, 11 * mebibyte));
      // The S3 driver begins its upload when the second part is full, and does so on its own time.
      while ((await leftovers()).length === 0) await new Promise(resolve => setImmediate(resolve));
      assert.equal(await blobs.sweepTemporary(hourMs), 0);
      yield* chunksOf(content.subarray(11 * mebibyte));
    }

    await blobs.put(key, swept(), unlimited);

    assertSameBytes(await contentOf(blobs, key), content);
  });

  test('finds its storage ready, and leaves no trace of having looked', async t => {
    const { blobs, leftovers } = await open(t);
    await blobs.check();
    assert.deepEqual(await listed(blobs), new Map());
    assert.deepEqual(await leftovers(), []);
  });

  test('refuses a key that is none', async t => {
    const { blobs } = await open(t);
    for (const text of ['../../../../etc/passwd', '', newBlobKey().toUpperCase(), `${newBlobKey()}0`]) {
      const forged = text as BlobKey;
      await assert.rejects(blobs.put(forged, chunksOf(randomBytes(1)), unlimited), TypeError);
      await assert.rejects(blobs.get(forged), TypeError);
      await assert.rejects(blobs.stat(forged), TypeError);
      await assert.rejects(blobs.delete(forged), TypeError);
    }
  });
}

describe('blobs on disk', () => {
  const open = async (t: TestContext) => openOnDisk(await emptyFolder(t));
  contract(open);

  test('lists more than a thousand blobs, and nothing else that lies there', async t => {
    const folder = await emptyFolder(t);
    const { blobs } = await openOnDisk(folder);
    const keys = Array.from({ length: 1_100 }, newBlobKey);
    await Promise.all(keys.map(key => blobs.put(key, chunksOf(Buffer.of(1)), unlimited)));
    await writeFile(join(folder, 'lost+found'), '');
    await mkdir(join(folder, 'ab/cd'), { recursive: true });
    await writeFile(join(folder, 'ab/cd/notes.txt'), '');

    assert.deepEqual(await listed(blobs), new Map(keys.map(key => [key, 1])));
  });

  test('makes its folder, also by a relative path, and finds its blobs again', async t => {
    const folder = join(await emptyFolder(t), 'made', 'on', 'demand');
    const key = newBlobKey();
    const blobs = await openDiskBlobs(relative(process.cwd(), folder));
    await blobs.put(key, chunksOf(Buffer.of(1, 2, 3)), unlimited);
    await blobs.close();

    const again = await openDiskBlobs(folder);

    assertSameBytes(await contentOf(again, key), Buffer.of(1, 2, 3));
  });

  for (const mebibytes of [1, 50]) {
    test(`reports a write that fails in the middle of ${mebibytes} MiB, and leaves nothing`, async t => {
      const folder = await emptyFolder(t);
      // A limit of 2,000 blocks of 512 bytes to a file fails a write half-way as a full disk does, without filling one.
      const limited = ['-c', 'ulimit -f 2000 && exec "$@"', 'sh', process.execPath, ...childPut(folder, mebibytes)];
      const child = spawn('sh', limited);
      const [output] = await Promise.all([bytesOf(child.stdout), once(child, 'close')]);

      assert.equal(output.toString(), 'failed: EFBIG');
      const { blobs, leftovers } = await openOnDisk(folder);
      assert.deepEqual(await leftovers(), []);
      assert.deepEqual(await listed(blobs), new Map());
    });
  }

  test('leaves a temporary file when the process is killed, and sweeps it', async t => {
    const folder = await emptyFolder(t);
    const child = spawn(process.execPath, childPut(folder, 5, 'then wait'));
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    const { blobs, leftovers } = await openOnDisk(folder);
    const [left, ...others] = await leftovers();
    assert.ok(left !== undefined);
    assert.deepEqual(others, []);
    assert.deepEqual(await listed(blobs), new Map());

    assert.equal(await blobs.sweepTemporary(hourMs), 0);
    const twoHoursAgo = new Date(Date.now() - 2 * hourMs);
    await utimes(join(folder, 'tmp', left), twoHoursAgo, twoHoursAgo);
    assert.equal(await blobs.sweepTemporary(hourMs), 1);

    assert.deepEqual(await leftovers(), []);
  });

  test('is not ready when its folder is gone or is a file', async t => {
    const folder = await emptyFolder(t);
    const { blobs } = await openOnDisk(folder);
    await rm(folder, { recursive: true });
    await assert.rejects(blobs.check(), { code: 'ENOENT' });
    await writeFile(folder, '');
    await assert.rejects(blobs.check(), { code: 'ENOTDIR' });
    await assert.rejects(openDiskBlobs(folder), { code: 'ENOTDIR' });
  });

  test('has no address to post to', async t => {
    const { blobs } = await open(t);
    assert.equal(blobs.presignPost, undefined);
  });

  test('stores 200 MB in constant memory', async t => {
    const { blobs } = await open(t);
    let most = 0;
    async function* large(mebibytes: number) {
      for (let chunk = 0; chunk < mebibytes * 16; chunk += 1) {
        yield Buffer.alloc(64 * 1024, chunk);
        most = Math.max(most, process.memoryUsage().rss);
        await new Promise(resolve => setImmediate(resolve));
      }
    }
    // What the collector lets lie at any time is no growth.
    await blobs.put(newBlobKey(), large(50), unlimited);
    const before = most;

    const { sizeBytes } = await blobs.put(newBlobKey(), large(200), unlimited);

    assert.equal(sizeBytes, 200 * mebibyte);
    assert.ok(most - before < 100 * mebibyte, `memory grew by ${Math.round((most - before) / mebibyte)} MiB`);
  });
});

describe('the address to post to on S3', () => {
  const account = { region: 'eu-central-1', accessKeyId: 'id', secretAccessKey: 'secret' };
  const own = 'https://s3.example:8443';
  const addresses: [string, Pick<S3Settings, 'bucket' | 'endpoint' | 'forcePathStyle'>][] = [
    ['https://s3.example:8443/files', { bucket: 'files', endpoint: own, forcePathStyle: true }],
    ['https://s3.example:8443/files', { bucket: 'files', endpoint: `${own}/`, forcePathStyle: true }],
    ['https://s3.example:8443/base/files', { bucket: 'files', endpoint: `${own}/base/`, forcePathStyle: true }],
    ['https://files.s3.example:8443/', { bucket: 'files', endpoint: own, forcePathStyle: false }],
    ['https://files.s3.eu-central-1.amazonaws.com/', { bucket: 'files', forcePathStyle: false }],
    ['https://s3.eu-central-1.amazonaws.com/files', { bucket: 'files', forcePathStyle: true }],
    // A certificate for *.s3.eu-central-1.amazonaws.com does not cover a name with dots.
    ['https://s3.eu-central-1.amazonaws.com/our.files', { bucket: 'our.files', forcePathStyle: false }],
  ];
  for (const [url, settings] of addresses) {
    test(`is ${url} for ${JSON.stringify(settings)}`, async t => {
      const blobs = openS3Blobs({ ...account, ...settings });
      t.after(() => blobs.close());
      assert.equal((await presign(blobs, newBlobKey())).url, url);
    });
  }
});

const s3 = await startS3();
if ('unavailable' in s3) {
  test('blobs on S3', { skip: s3.unavailable });
} else {
  after(() => s3.stop());
  describe('blobs on S3', () => s3Tests(s3));
}

function s3Tests(server: S3Bucket): void {
  const client = s3Client(server);
  after(() => client.destroy());
  const settings = (): S3Settings => ({ ...server, forcePathStyle: true, prefix: `${newBlobKey()}/` });
  const openOnS3 = async (t: TestContext, on: S3Settings): Promise<Storage> => {
    const blobs = openS3Blobs(on);
    t.after(() => blobs.close());
    return {
      blobs,
      async leftovers() {
        const found = await client.send(new ListMultipartUploadsCommand({ Bucket: on.bucket, Prefix: on.prefix }));
        return (found.Uploads ?? []).map(upload => upload.Key ?? '');
      },
    };
  };
  contract(t => openOnS3(t, settings()));

  test('sends a blob of up to one part in a single request', async t => {
    const on = settings();
    const { blobs } = await openOnS3(t, on);
    const isMultipart = async (sizeBytes: number) => {
      const { key } = await blobs.put(newBlobKey(), chunksOf(randomBytes(sizeBytes)), unlimited);
      const found = await client.send(new HeadObjectCommand({ Bucket: on.bucket, Key: `${on.prefix}${key}` }));
      return found.ETag?.includes('-');
    };
    assert.equal(await isMultipart(partBytes), false);
    assert.equal(await isMultipart(partBytes + 1), true);
  });

  test('lists page by page, and nothing else that lies there', async t => {
    const on = settings();
    const { blobs } = await openOnS3(t, { ...on, listPageSize: 3 });
    const keys = Array.from({ length: 10 }, newBlobKey);
    for (const key of keys) await blobs.put(key, chunksOf(Buffer.of(1)), unlimited);
    for (const name of [`${on.prefix}notes.txt`, `${on.prefix}deeper/${newBlobKey()}`, newBlobKey()]) {
      await client.send(new PutObjectCommand({ Bucket: on.bucket, Key: name, Body: 'not ours' }));
    }

    assert.deepEqual(await listed(blobs), new Map(keys.map(key => [key, 1])));
  });

  test('sweeps unfinished uploads of its own', async t => {
    const on = settings();
    const { blobs, leftovers } = await openOnS3(t, { ...on, listPageSize: 2 });
    const foreign = `${on.prefix}backup.tar`;
    for (const name of [...Array.from({ length: 5 }, () => `${on.prefix}${newBlobKey()}`), foreign]) {
      await client.send(new CreateMultipartUploadCommand({ Bucket: on.bucket, Key: name }));
    }

    assert.equal(await blobs.sweepTemporary(hourMs), 0);
    assert.equal(await blobs.sweepTemporary(0), 5);

    assert.deepEqual(await leftovers(), [foreign]);
  });

  test('does not take a missing bucket for missing blobs', async t => {
    const { blobs } = await openOnS3(t, { ...settings(), bucket: 'heddle-test-missing' });
    const isNoBlobNotFound = (error: unknown) => error instanceof Error && !(error instanceof BlobNotFound);
    await assert.rejects(blobs.check(), isNoBlobNotFound);
    await assert.rejects(blobs.get(newBlobKey()), isNoBlobNotFound);
    await assert.rejects(blobs.stat(newBlobKey()), isNoBlobNotFound);
    await assert.rejects(blobs.put(newBlobKey(), chunksOf(randomBytes(10)), unlimited), isNoBlobNotFound);
    await assert.rejects(blobs.put(newBlobKey(), chunksOf(randomBytes(12 * mebibyte)), unlimited), isNoBlobNotFound);
    await assert.rejects(listed(blobs), isNoBlobNotFound);
  });

  test('is not ready with a wrong secret or without a server', async t => {
    const wrongSecret = await openOnS3(t, { ...settings(), secretAccessKey: 'wrong' });
    await assert.rejects(wrongSecret.blobs.check(), { name: 'SignatureDoesNotMatch' });
    const noServer = await openOnS3(t, { ...settings(), endpoint: 'http://127.0.0.1:1' });
    await assert.rejects(noServer.blobs.check(), { code: 'ECONNREFUSED' });
  });

  for (const sizeBytes of [0, 1, 6 * mebibyte + 7]) {
    test(`stores ${sizeBytes} bytes that a client posts`, async t => {
      const on = settings();
      const { blobs, leftovers } = await openOnS3(t, on);
      const content = randomBytes(sizeBytes);
      const key = newBlobKey();
      const contentType = 'text/plain; charset="utf-8"';

      const form = await presign(blobs, key, { sizeBytes, contentType });
      assert.equal(await post(form, content), 204);

      assert.deepEqual(await blobs.stat(key), { sizeBytes });
      assert.deepEqual(await listed(blobs), new Map([[key, sizeBytes]]));
      assertSameBytes(await contentOf(blobs, key), content);
      const found = await client.send(new HeadObjectCommand({ Bucket: on.bucket, Key: `${on.prefix}${key}` }));
      assert.equal(found.ContentType, contentType);
      assert.deepEqual(await leftovers(), []);
    });
  }

  test('stores by one form as often as it is posted, the last being kept', async t => {
    const { blobs } = await openOnS3(t, settings());
    const key = newBlobKey();
    const form = await presign(blobs, key);
    assert.equal(await post(form, Buffer.alloc(10, 'a')), 204);
    assert.equal(await post(form, Buffer.alloc(10, 'b')), 204);
    assertSameBytes(await contentOf(blobs, key), Buffer.alloc(10, 'b'));
  });

  /** Posts ten bytes by a form for ten, changed so; it must be the change that is refused, and nothing else. */
  const assertRefused = async (t: TestContext, change: (form: PostForm, prefix: string) => PostForm) => {
    const on = settings();
    const storage = await openOnS3(t, on);
    const key = newBlobKey();
    const form = await presign(storage.blobs, key);
    assertRefusal(await post(change(form, on.prefix ?? ''), randomBytes(10)));
    await assertNothingLeft(storage, key);
    assert.equal(await post(form, randomBytes(10)), 204);
  };
  const without = (form: PostForm, left: string): PostForm => ({
    ...form,
    fields: Object.fromEntries(Object.entries(form.fields).filter(([name]) => name !== left)),
  });
  const withField = (form: PostForm, name: string, value: string): PostForm => ({
    ...form,
    fields: { ...form.fields, [name]: value },
  });

  for (const sentBytes of [0, 9, 11, 8 * mebibyte]) {
    test(`refuses ${sentBytes} bytes by a form for ten`, async t => {
      const storage = await openOnS3(t, settings());
      const key = newBlobKey();
      assertRefusal(await post(await presign(storage.blobs, key), randomBytes(sentBytes)));
      await assertNothingLeft(storage, key);
    });
  }

  test('refuses a byte by a form for none', async t => {
    const storage = await openOnS3(t, settings());
    const key = newBlobKey();
    assertRefusal(await post(await presign(storage.blobs, key, { sizeBytes: 0 }), randomBytes(1)));
    await assertNothingLeft(storage, key);
  });

  const sentFields = [
    'key',
    'Content-Type',
    'policy',
    'x-amz-algorithm',
    'x-amz-credential',
    'x-amz-date',
    'x-amz-signature',
  ];
  for (const name of sentFields) {
    test(`refuses a form without its ${name}`, t => assertRefused(t, form => without(form, name)));
    test(`refuses a form with another ${name}`, t =>
      assertRefused(t, form => withField(form, name, `${form.fields[name]}0`)));
  }

  test('makes no form for a key that is none', async t => {
    const { blobs } = await openOnS3(t, settings());
    await assert.rejects(presign(blobs, '../other' as BlobKey), TypeError);
  });

  test('makes forms of these fields and no others', async t => {
    const { blobs } = await openOnS3(t, settings());
    assert.deepEqual(Object.keys((await presign(blobs, newBlobKey())).fields).sort(), sentFields.sort());
  });

  const addedFields = {
    acl: 'public-read',
    'Content-Disposition': 'inline',
    'Content-Encoding': 'gzip',
    success_action_redirect: 'http://127.0.0.1/',
    success_action_status: '201',
    tagging: '<Tagging><TagSet></TagSet></Tagging>',
    'x-amz-meta-note': 'mine',
    'x-amz-storage-class': 'STANDARD',
    anything: 'else',
  };
  for (const [name, value] of Object.entries(addedFields)) {
    test(`refuses a form with ${name} added`, t => assertRefused(t, form => withField(form, name, value)));
  }

  test('refuses a form under the key of another upload', t =>
    assertRefused(t, (form, prefix) => withField(form, 'key', prefix + newBlobKey())));

  test('refuses a form whose policy allows more than was signed', t =>
    assertRefused(t, form => {
      const signed = Buffer.from(form.fields.policy ?? '', 'base64').toString();
      const widened = signed.replace('["content-length-range",10,10]', '["content-length-range",0,1000]');
      assert.notEqual(widened, signed);
      return withField(form, 'policy', Buffer.from(widened).toString('base64'));
    }));

  test('refuses a form that was signed with another secret', async t => {
    const on = settings();
    const storage = await openOnS3(t, on);
    const forger = await openOnS3(t, { ...on, secretAccessKey: 'wrong' });
    const key = newBlobKey();
    assertRefusal(await post(await presign(forger.blobs, key), randomBytes(10)));
    await assertNothingLeft(storage, key);
  });

  test('refuses a form that has expired', async t => {
    const storage = await openOnS3(t, settings());
    const key = newBlobKey();
    const form = await presign(storage.blobs, key, { expiresAt: new Date(Date.now() - 1_000) });
    assertRefusal(await post(form, randomBytes(10)));
    await assertNothingLeft(storage, key);
  });

  test('refuses a form in another bucket', async t => {
    const other = { ...settings(), bucket: `heddle-test-${newBlobKey()}` };
    await client.send(new CreateBucketCommand({ Bucket: other.bucket }));
    t.after(() => client.send(new DeleteBucketCommand({ Bucket: other.bucket })));
    const elsewhere = await openOnS3(t, other);
    const { blobs } = await openOnS3(t, { ...other, bucket: server.bucket });
    const key = newBlobKey();
    const { url } = await presign(elsewhere.blobs, key);

    assertRefusal(await post({ ...(await presign(blobs, key)), url }, randomBytes(10)));

    await assertNothingLeft(elsewhere, key);
  });
}

/** A form for ten bytes of a picture within the hour, unless something else is wanted. */
async function presign(blobs: Blobs, key: BlobKey, wanted: Partial<PostConditions> = {}): Promise<PostForm> {
  const expiresAt = new Date(Date.now() + hourMs);
  const form = await blobs.presignPost?.(key, { sizeBytes: 10, contentType: 'image/png', expiresAt, ...wanted });
  return form ?? assert.fail('this driver has no forms');
}

/** Answers the status. The file comes with a name and a type of its own, as from a browser, which must not matter. */
async function post({ url, fields }: PostForm, content: Buffer<ArrayBuffer>): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content], { type: 'text/html' }), 'page.html');
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  await response.bytes();
  return response.status;
}

function assertRefusal(status: number): void {
  assert.ok(status >= 400 && status < 500, `answered ${status}`);
}

async function openOnDisk(folder: string): Promise<Storage> {
  return { blobs: await openDiskBlobs(folder), leftovers: () => readdir(join(folder, 'tmp')) };
}

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-test-blobs-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Arguments for a Node that puts so many MiB into the folder; having given them, it may wait and say so. */
function childPut(folder: string, mebibytes: number, end?: 'then wait'): string[] {
  const module = (name: string) => JSON.stringify(new URL(`../../src/platform/blobs/${name}`, import.meta.url));
  const script = `
    import { newBlobKey } from ${module('blobs.ts')};
    import { openDiskBlobs } from ${module('disk.ts')};
    async function* source() {
      for (let given = 0; given < ${mebibytes}; given += 1) yield Buffer.alloc(${mebibyte});
      if (${end !== 'then wait'}) return;
      process.stdout.write('waiting');
      await new Promise(() => setInterval(() => {}, 1e6));
    }
    const blobs = await openDiskBlobs(${JSON.stringify(folder)});
    await blobs.put(newBlobKey(), source(), { limitBytes: 1e9 }).then(
      () => process.stdout.write('stored'),
      error => process.stdout.write('failed: ' + error.code),
    );`;
  return ['--input-type=module', '--eval', script];
}

async function* chunksOf(content: Buffer): AsyncGenerator<Buffer, void, undefined> {
  const chunkBytes = 64 * 1024;
  for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes);
}

/** Gives chunks for as long as it is asked, and tells what became of it. */
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

async function assertNothingLeft({ blobs, leftovers }: Storage, key: BlobKey): Promise<void> {
  await assert.rejects(blobs.stat(key), BlobNotFound);
  assert.deepEqual(await listed(blobs), new Map());
  assert.deepEqual(await leftovers(), []);
}

async function listed(blobs: Blobs): Promise<Map<BlobKey, number>> {
  const sizes = new Map<BlobKey, number>();
  for await (const { key, sizeBytes } of blobs.list()) sizes.set(key, sizeBytes);
  return sizes;
}

async function contentOf(blobs: Blobs, key: BlobKey): Promise<Buffer> {
  const { stream } = await blobs.get(key);
  return bytesOf(stream);
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream));
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Without printing megabytes when they differ. */
function assertSameBytes(actual: Buffer, expected: Buffer): void {
  assert.equal(actual.length, expected.length);
  assert.ok(actual.equals(expected), 'the bytes differ');
}
