import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { Reserve } from './embedded-reserve.ts';

const BYTES = 2 * 2 ** 20;
const FULL = Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' });

async function newReserve(t: TestContext, bytes = BYTES) {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-reserve-'));
  t.after(() => rm(folder, { recursive: true }));
  return { folder, file: path.join(folder, 'reserve'), reserve: new Reserve(folder, bytes) };
}

suite('the space that is kept for the embedded PostgreSQL', () => {
  test('is released when the server does not start on a full disk, and kept again when there is space', async t => {
    const { folder, file, reserve } = await newReserve(t);
    assert.equal(await reserve.releaseAfter(FULL), false, 'nothing was kept');
    assert.deepEqual([await reserve.keep(), await reserve.isReleased()], [true, false]);
    assert.equal((await stat(file)).size, BYTES);
    assert.equal(await reserve.releaseAfter(FULL), true);
    assert.deepEqual([await reserve.isReleased(), await readdir(folder)], [true, ['reserve-released']]);
    assert.deepEqual([await reserve.keep(), await reserve.isReleased()], [true, false]);
    assert.deepEqual(await readdir(folder), ['reserve']);
  });

  test('is completed when a process was killed while it wrote it', async t => {
    const { file, reserve } = await newReserve(t);
    await reserve.keep();
    await truncate(file, BYTES / 2);
    assert.equal(await reserve.keep(), true);
    assert.equal((await stat(file)).size, BYTES);
  });

  test('is not larger when several processes write it at the same time', async t => {
    const { folder, file, reserve } = await newReserve(t);
    assert.deepEqual(await Promise.all([reserve.keep(), new Reserve(folder, BYTES).keep()]), [true, true]);
    assert.equal((await stat(file)).size, BYTES);
  });

  test('is not kept where it would take a large part of what is free', async t => {
    const { folder, reserve } = await newReserve(t, 2 ** 60);
    assert.equal(await reserve.keep(), false);
    assert.deepEqual(await readdir(folder), []);
  });

  for (const [reason, released] of [
    ['could not write lock file "postmaster.pid": No space left on device', true],
    ['could not access the server configuration file', false],
  ] as const) {
    test(`is ${released ? 'released' : 'kept'} when the server says: ${reason}`, async t => {
      const { reserve } = await newReserve(t);
      await reserve.keep();
      assert.equal(await reserve.releaseAfter(new Error(`PostgreSQL does not start: ${reason}`)), released);
    });
  }
});
