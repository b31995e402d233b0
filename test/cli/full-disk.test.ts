/** A full disk causes one clear line, no hang and no corruption, and everything works again once there is space. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { open, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import {
  assertRefused,
  call,
  FIRST_KEY,
  type Hooks,
  Installation,
  inReverse,
  temporaryFolder,
} from '../support/process.ts';

const run = promisify(execFile);
/** The first size is too small for a cluster, the second is enough for one. */
const SMALL = '30m';
const AMPLE = '100m';

suite('a full disk', () => {
  test('is reported on the first start, under a running service, and on the next start', async t => {
    const hooks = inReverse(t);
    const disk = await smallDisk(hooks);
    if (!disk) return t.skip('file systems can not be mounted here');
    const environment = { HEDDLE_ADMIN_KEY: FIRST_KEY, HEDDLE_LOG_LEVEL: 'silent', HEDDLE_RATE_LIMITS: 'off' };
    const heddle = new Installation(path.join(disk.folder, 'data'), environment);
    hooks.after(() => heddle.remove());

    await t.test('a disk that is too small refuses the first start', async () => {
      await heddle.refuse(/^heddle: .*No space left on device$/m, ['serve']);
      assert.deepEqual(await heddle.serverPids(), []);
      await disk.resize(AMPLE);
    });

    const users: string[] = [];
    await t.test('a disk that fills up under a running service does no damage', async () => {
      const { process: service, url } = await heddle.serve();
      const create = async () => {
        const email = `user${users.length}@example.org`;
        const reply = await call(url, '/api/v1/user/create', { email, name: 'long '.repeat(40).trim() });
        if (reply.status === 200) users.push(email);
        return reply;
      };
      assert.equal((await create()).status, 200);
      await disk.fill();
      let refused = await create();
      while (refused.status === 200) refused = await create();
      assert.equal(refused.status, 503, JSON.stringify(refused.body));
      assert.equal((await fetch(`${url}/ready`)).status, 503);
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(2 ** 20)]), 'a.bin');
      const headers = { 'uni-api-key': FIRST_KEY };
      const upload = await fetch(`${url}/api/v1/file/upload`, { method: 'POST', headers, body: form });
      assert.deepEqual([upload.status, await upload.json()], [503, { detail: 'the disk of the service is full' }]);
      assert.deepEqual(await call(url, '/api/v1/user/count'), { status: 200, body: users.length + 1 });

      const backup = path.join(disk.folder, 'backups', 'today');
      const made = await heddle.run(['backup', backup]);
      assertRefused(made, `there is no space left in ${backup}: name a folder on another disk`);
      await assert.rejects(stat(path.dirname(backup)), { code: 'ENOENT' });

      await disk.free();
      assert.equal((await create()).status, 200);
      assert.equal((await fetch(`${url}/ready`)).status, 200);
      await disk.fill();
      assert.equal((await service.end('SIGTERM')).code, 0);
      assert.deepEqual(await heddle.serverPids(), []);
    });

    await t.test('a disk that is full at a start refuses it', async () => {
      await disk.fill();
      await heddle.refuse(/^heddle: .*No space left on device$|^heddle: the disk .* is full/m, ['serve']);
      assert.deepEqual(await heddle.serverPids(), []);
      await disk.free();
      const { process: service, url } = await heddle.serve();
      assert.deepEqual(await call(url, '/api/v1/user/count'), { status: 200, body: users.length + 1 });
      await service.end('SIGTERM');
    });

    await t.test('a disk with space for the server but not for the database refuses the start', async () => {
      const service = await heddle.serve();
      await service.process.end('SIGKILL');
      const client = await heddle.connect({ database: 'postgres' });
      await client.query('DROP DATABASE heddle WITH (FORCE)');
      await client.end();
      await disk.fill({ sparingBytes: 2 ** 20 });
      await heddle.refuse(/^heddle: .*(No space left on device|the disk .* is full)/, ['migrate']);
      assert.deepEqual(await heddle.serverPids(), []);
    });
  });
});

/** Mounts a small file system, or returns undefined where mounting is not permitted. */
async function smallDisk(hooks: Hooks) {
  const folder = await temporaryFolder(hooks);
  const options = (size: string) => ['-o', `size=${size},mode=755`];
  const isMounted = await run('mount', ['-t', 'tmpfs', ...options(SMALL), 'heddle-test', folder]).then(
    () => true,
    () => false,
  );
  if (!isMounted) return undefined;
  hooks.after(async () => void (await run('umount', ['--lazy', folder])));
  const filler = path.join(folder, 'filler');
  return {
    folder,
    resize: (size: string) => run('mount', ['-o', `remount,size=${size}`, folder]),
    free: () => rm(filler),
    async fill({ sparingBytes = 0 } = {}) {
      const { bavail, bsize } = await statfs(folder);
      const file = await open(filler, 'a');
      try {
        await file.appendFile(Buffer.alloc(Math.max(0, bavail * bsize - sparingBytes)));
      } catch (error) {
        // If the server has written meanwhile, the disk is just as full.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        await file.close();
      }
    },
  };
}
