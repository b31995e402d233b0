import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newBlobKey } from '../src/platform/blobs/blobs.ts';
import { openDiskBlobs } from '../src/platform/blobs/disk.ts';
import { megabytesPerSecond, type Row } from './report.ts';

export const CHUNK = randomBytes(64 * 1024);
const LARGE = 100 * 2 ** 20;
const SMALL = 10 * 1024;
const ROUNDS = 5;
const SMALL_FILES = 200;

/** Compares the disk driver with plain streams that do the same: SHA-256 and fsync for writing, nothing for reading. */
export async function benchBlobs(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-bench-'));
  const blobs = await openDiskBlobs(path.join(folder, 'blobs'));
  const key = newBlobKey();
  const plainFile = path.join(folder, 'plain');
  const put = (bytes: number) => blobs.put(newBlobKey(), Readable.from(chunks(bytes)), { limitBytes: bytes });
  const measured = { put: 0, plainPut: 0, get: 0, plainGet: 0, small: 0, plainSmall: 0 };
  try {
    await blobs.put(key, Readable.from(chunks(LARGE)), { limitBytes: LARGE });
    await plainPut(plainFile, LARGE);
    for (let round = 0; round < ROUNDS; round++) {
      measured.plainPut += await time(() => plainPut(path.join(folder, `p${round}`), LARGE));
      measured.put += await time(() => put(LARGE));
      measured.plainGet += await time(() => drain(createReadStream(plainFile)));
      measured.get += await time(async () => drain((await blobs.get(key)).stream));
      measured.plainSmall += await time(() => many(index => plainPut(path.join(folder, `s${round}-${index}`), SMALL)));
      measured.small += await time(() => many(() => put(SMALL)));
    }
  } finally {
    await blobs.close();
    await rm(folder, { recursive: true });
  }
  const row = (what: string, bytes: number, ours: number, plain: number): Row => ({
    what,
    value: megabytesPerSecond(bytes * ROUNDS, ours),
    floor: `plain stream, ${megabytesPerSecond(bytes * ROUNDS, plain)}`,
    ratio: plain / ours,
  });
  return [
    row('Blob put, 100 MB', LARGE, measured.put, measured.plainPut),
    row('Blob get, 100 MB', LARGE, measured.get, measured.plainGet),
    row(`Blob put, ${SMALL_FILES} of 10 KB`, SMALL * SMALL_FILES, measured.small, measured.plainSmall),
  ];
}

function* chunks(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= CHUNK.length) yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
}

/** The floor: a plain stream to disk with SHA-256 and fsync. */
export async function plainPut(file: string, bytes: number): Promise<void> {
  const hash = createHash('sha256');
  const hashed = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(Readable.from(chunks(bytes)), hashed, createWriteStream(file));
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
  hash.digest('hex');
}

export async function drain(stream: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of stream) if (chunk.length === 0) return;
}

async function many(work: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < SMALL_FILES; index++) await work(index);
}

export async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
