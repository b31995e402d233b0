/** The behaviour that is specific to blobs on S3. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { CreateMultipartUploadCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { BlobNotFound, newBlobKey } from '../../src/platform/blobs/blobs.ts';
import { describeOnS3, hourMs, listed, mebibyte, partBytes, toChunks, unlimited } from './blobs-fixture.ts';

await describeOnS3('blobs on S3', ({ client, settings, open }) => {
  test('sends a blob of up to one part in a single request', async t => {
    const on = settings();
    const { blobs } = await open(t, on);
    const isMultipart = async (sizeBytes: number) => {
      const { key } = await blobs.put(newBlobKey(), toChunks(randomBytes(sizeBytes)), unlimited);
      const found = await client.send(new HeadObjectCommand({ Bucket: on.bucket, Key: `${on.prefix}${key}` }));
      return found.ETag?.includes('-');
    };
    assert.equal(await isMultipart(partBytes), false);
    assert.equal(await isMultipart(partBytes + 1), true);
  });

  test('lists page by page, and no other objects in its bucket', async t => {
    const on = settings();
    const { blobs } = await open(t, { ...on, listPageSize: 3 });
    const keys = Array.from({ length: 10 }, newBlobKey);
    for (const key of keys) await blobs.put(key, toChunks(Buffer.of(1)), unlimited);
    for (const name of [`${on.prefix}notes.txt`, `${on.prefix}deeper/${newBlobKey()}`, newBlobKey()]) {
      await client.send(new PutObjectCommand({ Bucket: on.bucket, Key: name, Body: 'not ours' }));
    }

    assert.deepEqual(await listed(blobs), new Map(keys.map(key => [key, 1])));
  });

  test('sweeps its own unfinished uploads', async t => {
    const on = settings();
    const { blobs, leftovers } = await open(t, { ...on, listPageSize: 2 });
    const foreign = `${on.prefix}backup.tar`;
    for (const name of [...Array.from({ length: 5 }, () => `${on.prefix}${newBlobKey()}`), foreign]) {
      await client.send(new CreateMultipartUploadCommand({ Bucket: on.bucket, Key: name }));
    }

    assert.equal(await blobs.sweepTemporary(hourMs), 0);
    assert.equal(await blobs.sweepTemporary(0), 5);

    assert.deepEqual(await leftovers(), [foreign]);
  });

  test('does not mistake a missing bucket for missing blobs', async t => {
    const { blobs } = await open(t, { ...settings(), bucket: 'heddle-test-missing' });
    const isNoBlobNotFound = (error: unknown) => error instanceof Error && !(error instanceof BlobNotFound);
    await assert.rejects(blobs.check(), isNoBlobNotFound);
    await assert.rejects(blobs.get(newBlobKey()), isNoBlobNotFound);
    await assert.rejects(blobs.stat(newBlobKey()), isNoBlobNotFound);
    await assert.rejects(blobs.put(newBlobKey(), toChunks(randomBytes(10)), unlimited), isNoBlobNotFound);
    await assert.rejects(blobs.put(newBlobKey(), toChunks(randomBytes(12 * mebibyte)), unlimited), isNoBlobNotFound);
    await assert.rejects(listed(blobs), isNoBlobNotFound);
  });

  test('is not ready with a wrong secret or without a server', async t => {
    const wrongSecret = await open(t, { ...settings(), secretAccessKey: 'wrong' });
    await assert.rejects(wrongSecret.blobs.check(), { name: 'SignatureDoesNotMatch' });
    const noServer = await open(t, { ...settings(), endpoint: 'http://127.0.0.1:1' });
    await assert.rejects(noServer.blobs.check(), { code: 'ECONNREFUSED' });
  });
});
