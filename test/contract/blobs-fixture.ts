/** Blob drivers on their own empty storage, with data for the tests and access to what the drivers stored. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3';
import { type BlobKey, BlobNotFound, type Blobs, newBlobKey } from '../../src/platform/blobs/blobs.ts';
import { openDiskBlobs } from '../../src/platform/blobs/disk.ts';
import { openS3Blobs, type S3Settings } from '../../src/platform/blobs/s3.ts';
import { s3Client, startS3 } from '../support/s3.ts';

export const mebibyte = 1024 * 1024;
export const partBytes = 5 * mebibyte;
export const unlimited = { limitBytes: 1024 * mebibyte };
export const hourMs = 60 * 60 * 1000;

/** Opens a driver on its own empty storage. */
export interface Storage {
  blobs: Blobs;
  /** Lists what a failed put might have left behind the driver: temporary files and unfinished uploads. */
  leftovers(): Promise<string[]>;
}

export async function openOnDisk(folder: string): Promise<Storage> {
  return { blobs: await openDiskBlobs(folder), leftovers: () => readdir(join(folder, 'tmp')) };
}

export async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-test-blobs-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface S3Storages {
  bucket: string;
  /** A client for operations that the driver does not offer. */
  client: S3Client;
  /** Settings for storage that nothing else uses. */
  settings(): S3Settings;
  open(t: TestContext, on: S3Settings): Promise<Storage>;
}

/** Runs these tests on a real S3 server, or skips them with the reason. */
export async function describeOnS3(name: string, tests: (s3: S3Storages) => void): Promise<void> {
  const server = await startS3();
  if ('unavailable' in server) {
    test(name, { skip: server.unavailable });
    return;
  }
  after(() => server.stop());
  describe(name, () => {
    const client = s3Client(server);
    after(() => client.destroy());
    tests({
      bucket: server.bucket,
      client,
      settings: () => ({ ...server, forcePathStyle: true, prefix: `${newBlobKey()}/` }),
      async open(t, on) {
        const blobs = openS3Blobs(on);
        t.after(() => blobs.close());
        return {
          blobs,
          async leftovers() {
            const found = await client.send(new ListMultipartUploadsCommand({ Bucket: on.bucket, Prefix: on.prefix }));
            return (found.Uploads ?? []).map(upload => upload.Key ?? '');
          },
        };
      },
    });
  });
}

export async function* toChunks(content: Buffer): AsyncGenerator<Buffer, void, undefined> {
  const chunkBytes = 64 * 1024;
  for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes);
}

export async function assertNothingLeft({ blobs, leftovers }: Storage, key: BlobKey): Promise<void> {
  await assert.rejects(blobs.stat(key), BlobNotFound);
  assert.deepEqual(await listed(blobs), new Map());
  assert.deepEqual(await leftovers(), []);
}

export async function listed(blobs: Blobs): Promise<Map<BlobKey, number>> {
  const sizes = new Map<BlobKey, number>();
  for await (const { key, sizeBytes } of blobs.list()) sizes.set(key, sizeBytes);
  return sizes;
}

export async function readContent(blobs: Blobs, key: BlobKey): Promise<Buffer> {
  const { stream } = await blobs.get(key);
  return readBytes(stream);
}

export async function readBytes(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream));
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Compares without printing megabytes when they differ. */
export function assertSameBytes(actual: Buffer, expected: Buffer): void {
  assert.equal(actual.length, expected.length);
  assert.ok(actual.equals(expected), 'the bytes differ');
}
