import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { suite, type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../test/fixtures/images.ts';
import { createDiskCache, type DiskCache } from './disk-cache.ts';

const large = 1_000_000;
const hourMs = 3_600_000;

suite('the disk cache', () => {
  test('returns what was stored, even after a restart and to other processes', async t => {
    const folder = join(await temporaryFolder(t), 'made', 'on', 'demand');
    const bytes = randomBytes(5000);
    const cache = openCache(t, folder, large);
    const neighbour = openCache(t, folder, large);
    assert.equal(await cache.get(cacheKey(1)), undefined);

    await cache.put(cacheKey(1), bytes);
    await cache.close();

    assert.deepEqual(await neighbour.get(cacheKey(1)), bytes);
    assert.deepEqual(await openCache(t, folder, large).get(cacheKey(1)), bytes);
    assert.equal(await neighbour.get(cacheKey(2)), undefined);
  });

  test('treats vanished files, and a vanished folder, as missing', async t => {
    const folder = join(await temporaryFolder(t), 'cache');
    const cache = openCache(t, folder, large);
    await cache.put(cacheKey(1), randomBytes(10));
    await rm(folder, { recursive: true });

    assert.equal(await cache.get(cacheKey(1)), undefined);
    await cache.put(cacheKey(1), Buffer.from('again'));
    assert.deepEqual(await cache.get(cacheKey(1)), Buffer.from('again'));
  });

  const damages: Record<string, (path: string) => Promise<void>> = {
    'a changed byte': async path => {
      const content = await readFile(path);
      content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;
      await writeFile(path, content);
    },
    'a lost end': path => truncate(path, 500),
    'a lost body': path => truncate(path, 32),
    'a cut checksum': path => truncate(path, 31),
    'a lost content': path => truncate(path, 0),
    'a longer end': path => writeFile(path, 'x', { flag: 'a' }),
  };
  for (const [damage, inflict] of Object.entries(damages)) {
    test(`notices ${damage}, and removes the file`, async t => {
      const folder = await temporaryFolder(t);
      const cache = openCache(t, folder, large);
      await cache.put(cacheKey(1), randomBytes(1000));
      await inflict(join(folder, cacheKey(1)));

      assert.equal(await cache.get(cacheKey(1)), undefined);
      assert.deepEqual(await readdir(folder), []);
    });
  }

  test('stays within its limit however fast it is written, and uses most of it', async t => {
    const folder = await temporaryFolder(t);
    const limitBytes = 80_000;
    const cache = openCache(t, folder, limitBytes);
    const numbers = Array.from({ length: 500 }, (_, index) => index);
    await Promise.all(numbers.map(number => cache.put(cacheKey(number), randomBytes(1000))));
    await cache.close();

    const sizeBytes = await folderSize(folder);
    assert.ok(sizeBytes <= limitBytes, `${sizeBytes} bytes`);
    assert.ok(sizeBytes >= limitBytes / 2, `${sizeBytes} bytes`);
  });

  test('stays near its limit when several share the folder', async t => {
    const folder = await temporaryFolder(t);
    const limitBytes = 80_000;
    const caches = [1, 2, 3].map(() => openCache(t, folder, limitBytes));
    await Promise.all(
      caches.map(async (cache, index) => {
        for (let number = 0; number < 300; number++)
          await cache.put(cacheKey(index * 1000 + number), randomBytes(1000));
        await cache.close();
      }),
    );

    const sizeBytes = await folderSize(folder);
    assert.ok(sizeBytes <= limitBytes * 1.5, `${sizeBytes} bytes`);
  });

  test('evicts the least recently used entries first, even across a restart', async t => {
    const folder = await temporaryFolder(t);
    const earlier = openCache(t, folder, large);
    for (let number = 0; number < 20; number++) {
      await earlier.put(cacheKey(number), randomBytes(1000));
      const usedAt = new Date(Date.now() - (100 - number) * hourMs);
      await utimes(join(folder, cacheKey(number)), usedAt, usedAt);
    }
    assert.ok(await earlier.get(cacheKey(0)));

    const cache = openCache(t, folder, 16 * (32 + 1000));
    await cache.put(cacheKey(20), randomBytes(1000));
    await cache.close();

    assert.deepEqual(
      (await readdir(folder)).sort(),
      [0, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map(cacheKey).sort(),
    );
  });

  test('stores no entry that would use much of it, and nothing at all with a limit of 0', async t => {
    const folder = await temporaryFolder(t);
    await openCache(t, folder, 16_000).put(cacheKey(1), randomBytes(1000));
    await openCache(t, folder, 0).put(cacheKey(2), Buffer.alloc(0));

    assert.deepEqual(await readdir(folder), []);
  });

  test('removes files of killed processes, but no file that is being written or is not its own', async t => {
    const folder = await temporaryFolder(t);
    const abandoned = `${cacheKey(1)}.0123456789abcdef.tmp`;
    const unfinished = `${cacheKey(1)}.fedcba9876543210.tmp`;
    const foreign = 'notes.tmp';
    for (const name of [abandoned, unfinished, foreign]) await writeFile(join(folder, name), 'half');
    for (const name of [abandoned, foreign]) await utimes(join(folder, name), 0, 0);

    const cache = openCache(t, folder, large);
    await cache.put(cacheKey(2), randomBytes(10));
    await cache.close();

    assert.deepEqual((await readdir(folder)).sort(), [unfinished, foreign, cacheKey(2)].sort());
  });

  test('reports a failure once, and again after a success in between', async t => {
    const folder = join(await temporaryFolder(t), 'cache');
    const errors: unknown[] = [];
    const cache = createDiskCache({ folder, limitBytes: large, onError: error => errors.push(error) });
    const fail = async () => {
      await writeFile(folder, 'no folder');
      for (let number = 0; number < 3; number++) await cache.put(cacheKey(number), randomBytes(10));
      assert.equal(await cache.get(cacheKey(1)), undefined);
      await rm(folder);
    };
    await fail();
    assert.equal(errors.length, 1);

    await cache.put(cacheKey(1), Buffer.from('works'));
    assert.deepEqual(await cache.get(cacheKey(1)), Buffer.from('works'));
    await cache.close();
    await rm(folder, { recursive: true });
    await fail();
    await cache.close();

    assert.deepEqual(
      errors.map(error => Object(error).code),
      ['ENOTDIR', 'ENOTDIR'],
    );
  });

  test('leaves nothing behind when a write fails halfway', async t => {
    const folder = await temporaryFolder(t);
    const program = `
      import { createDiskCache } from ${JSON.stringify(new URL('disk-cache.ts', import.meta.url).href)};
      const onError = error => process.stdout.write(error.code);
      const cache = createDiskCache({ folder: process.argv[1], limitBytes: 100_000_000, onError });
      await cache.put('${cacheKey(1)}', Buffer.alloc(1_000_000));
      await cache.close();`;
    // A limit of 1,000 blocks of 512 bytes for each file makes a write fail halfway, as a full disk does.
    const limited = ['-c', 'ulimit -f 1000 && exec "$@"', 'sh', process.execPath];
    const child = spawn('sh', [...limited, '--input-type=module', '--eval', program, folder]);
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);

    assert.deepEqual({ output, errors }, { output: 'EFBIG', errors: '' });
    assert.deepEqual(await readdir(folder), []);
  });
});

function openCache(t: TestContext, folder: string, limitBytes: number): DiskCache {
  const cache = createDiskCache({ folder, limitBytes, onError: assert.fail });
  t.after(() => cache.close());
  return cache;
}

function cacheKey(number: number): string {
  return hash('sha256', String(number), 'hex');
}

async function folderSize(folder: string): Promise<number> {
  const found = await Promise.all((await readdir(folder)).map(name => stat(join(folder, name))));
  return found.reduce((sum, { size }) => sum + size, 0);
}
