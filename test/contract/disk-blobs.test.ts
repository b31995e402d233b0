/** The behaviour that is specific to blobs on disk. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe } from 'node:test';
import { newBlobKey } from '../../src/platform/blobs/blobs.ts';
import { openDiskBlobs } from '../../src/platform/blobs/disk.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import {
  assertSameBytes,
  emptyFolder,
  hourMs,
  listed,
  mebibyte,
  openOnDisk,
  readBytes,
  readContent,
  toChunks,
  unlimited,
} from './blobs-fixture.ts';

describe('blobs on disk', () => {
  test('lists more than a thousand blobs, and no other files in its folder', COMPLETE_ONLY, async t => {
    const folder = await emptyFolder(t);
    const { blobs } = await openOnDisk(folder);
    const keys = Array.from({ length: 1_100 }, newBlobKey);
    await Promise.all(keys.map(key => blobs.put(key, toChunks(Buffer.of(1)), unlimited)));
    await writeFile(join(folder, 'lost+found'), '');
    await mkdir(join(folder, 'ab/cd'), { recursive: true });
    await writeFile(join(folder, 'ab/cd/notes.txt'), '');

    assert.deepEqual(await listed(blobs), new Map(keys.map(key => [key, 1])));
  });

  test('creates its folder, also from a relative path, and finds its blobs again', async t => {
    const folder = join(await emptyFolder(t), 'made', 'on', 'demand');
    const key = newBlobKey();
    const blobs = await openDiskBlobs(relative(process.cwd(), folder));
    await blobs.put(key, toChunks(Buffer.of(1, 2, 3)), unlimited);
    await blobs.close();

    const again = await openDiskBlobs(folder);

    assertSameBytes(await readContent(again, key), Buffer.of(1, 2, 3));
  });

  for (const mebibytes of [1, 50]) {
    test(`reports a write that fails in the middle of ${mebibytes} MiB, and leaves nothing`, async t => {
      const folder = await emptyFolder(t);
      // A limit of 2,000 blocks of 512 bytes per file makes a write fail half-way, as a full disk does.
      const limited = ['-c', 'ulimit -f 2000 && exec "$@"', 'sh', process.execPath, ...childPut(folder, mebibytes)];
      const child = spawn('sh', limited);
      const [output] = await Promise.all([readBytes(child.stdout), once(child, 'close')]);

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
    const { blobs } = await openOnDisk(await emptyFolder(t));
    assert.equal(blobs.presignPost, undefined);
  });

  test('stores 200 MB in constant memory', COMPLETE_ONLY, async t => {
    const { blobs } = await openOnDisk(await emptyFolder(t));
    let most = 0;
    async function* large(mebibytes: number) {
      for (let chunk = 0; chunk < mebibytes * 16; chunk += 1) {
        yield Buffer.alloc(64 * 1024, chunk);
        most = Math.max(most, process.memoryUsage().rss);
        await new Promise(resolve => setImmediate(resolve));
      }
    }
    // Garbage that the collector has not freed yet does not count as growth.
    await blobs.put(newBlobKey(), large(50), unlimited);
    const before = most;

    const { sizeBytes } = await blobs.put(newBlobKey(), large(200), unlimited);

    assert.equal(sizeBytes, 200 * mebibyte);
    assert.ok(most - before < 100 * mebibyte, `memory grew by ${Math.round((most - before) / mebibyte)} MiB`);
  });
});

/** Arguments for a Node process that puts this many MiB into the folder. It can report that and wait before the end. */
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
