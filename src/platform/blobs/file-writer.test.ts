import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type WritableFile, writeDurably } from './file-writer.ts';

const mebibyte = 1024 * 1024;
let folder: string;
let path: string;
let file: FileHandle;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-test-writer-'));
  path = join(folder, 'file');
  file = await open(path, 'wx');
});

afterEach(async () => {
  await file.close();
  await rm(folder, { recursive: true });
});

test('a partial write is continued', async () => {
  const content = randomBytes(3 * mebibyte);
  // The writes end within a chunk, at its end, and after it.
  const writtenBytes = [1, 999, 1_000, 2_500, 400_001];
  let writes = 0;
  const short = forwarding({
    async writev(chunks) {
      const most = writtenBytes[writes++ % writtenBytes.length] ?? 1;
      return file.write(Buffer.concat(chunks).subarray(0, most));
    },
  });

  await writeDurably(short, pieces(content, 1_000));

  assert.ok((await readFile(path)).equals(content));
});

test('a failed sync in between is reported although the last one succeeds', async () => {
  const failure = new Error('the disk is broken');
  let syncs = 0;
  const broken = forwarding({
    async datasync() {
      syncs += 1;
      if (syncs === 1) throw failure;
    },
  });

  await assert.rejects(writeDurably(broken, pieces(Buffer.alloc(40 * mebibyte), mebibyte)), error => error === failure);
});

test('a write that fails while the source waits is reported and ends the reading', async () => {
  const failure = new Error('the disk is broken');
  const broken = forwarding({
    async writev() {
      throw failure;
    },
  });
  let yielded = 0;
  async function* slow() {
    while (true) {
      yielded += 1;
      yield Buffer.alloc(mebibyte);
      await new Promise(resolve => setImmediate(resolve));
    }
  }

  await assert.rejects(writeDurably(broken, slow()), error => error === failure);

  assert.equal(yielded, 2, 'the batch that failed and the one collected meanwhile');
});

/** The real file with some methods replaced. */
function forwarding(replaced: Partial<WritableFile>): WritableFile {
  return {
    writev: chunks => file.writev(chunks),
    datasync: () => file.datasync(),
    sync: () => file.sync(),
    ...replaced,
  };
}

async function* pieces(content: Buffer, sizeBytes: number): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < content.length; at += sizeBytes) yield content.subarray(at, at + sizeBytes);
}
