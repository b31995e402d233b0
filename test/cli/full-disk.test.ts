/** A full disk causes one clear line, no hang and no corruption, and everything works again once there is space. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { open, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { openEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';
import {
  assertRefused,
  call,
  FIRST_KEY,
  type Hooks,
  Installation,
  inReverse,
  temporaryFolder,
  until,
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
      const refusal = { detail: 'the disk of the service is full', code: 'storage_full' };
      assert.deepEqual([upload.status, await upload.json()], [503, refusal]);
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

test('a service goes on reading when its PostgreSQL dies on a full disk for which space was kept', async t => {
  const hooks = inReverse(t);
  const disk = await smallDisk(hooks);
  if (!disk) return t.skip('file systems can not be mounted here');
  await disk.resize('200m');
  const environment = { HEDDLE_ADMIN_KEY: FIRST_KEY, HEDDLE_LOG_LEVEL: 'silent', HEDDLE_RATE_LIMITS: 'off' };
  const heddle = new Installation(path.join(disk.folder, 'data'), environment);
  hooks.after(() => heddle.remove());
  const { url } = await heddle.serve();
  const folder = path.join(heddle.dataFolder, 'postgres');
  await writeFile(path.join(folder, 'reserve'), Buffer.alloc(64 * 2 ** 20));
  await disk.fill();
  process.kill(await readPostmaster(folder), 'SIGKILL');
  // The sessions of a killed server end a moment after it, and answer until then.
  const isReleased = () =>
    stat(path.join(folder, 'reserve-released')).then(
      () => true,
      () => false,
    );
  await until(isReleased, 'the server starts with the space that was kept');
  await until(async () => (await call(url, '/api/v1/user/count')).status === 200, 'reading works');
  const refused = await call(url, '/api/v1/user/create', { email: 'a@example.org', name: 'a' });
  assert.equal(refused.status, 503, JSON.stringify(refused.body));
  assert.equal((await fetch(`${url}/ready`)).status, 503);
  for (let time = 0; time < 20; time++) {
    const found = await call(url, '/api/v1/user/find', {});
    assert.equal(found.status, 200, JSON.stringify(found.body));
  }
});

test('the embedded PostgreSQL starts on a full disk with the space that was kept for it, and reads', async t => {
  const hooks = inReverse(t);
  const disk = await smallDisk(hooks);
  if (!disk) return t.skip('file systems can not be mounted here');
  await disk.resize('200m');
  const dataFolder = path.join(disk.folder, 'data');
  const reserve = { bytes: 24 * 2 ** 20, everyMs: 100 };
  const server = await openEmbeddedPostgres({ dataFolder, reserve });
  hooks.after(() => server.release());
  const query = async (statement: string) => {
    const client = new pg.Client(server.address);
    client.on('error', () => {}); // the query reports it too
    try {
      await client.connect();
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const answers = (statement: string) =>
    until(async () => {
      const rows = await query(statement).catch(() => undefined);
      return rows !== undefined;
    }, statement);
  await query('CREATE TABLE kept AS SELECT 1 AS one');
  const folder = path.join(dataFolder, 'postgres');
  const isKept = async () => (await stat(path.join(folder, 'reserve')).catch(() => undefined))?.size === reserve.bytes;
  await until(isKept, 'the reserve is kept');

  await disk.fill();
  process.kill(await readPostmaster(folder), 'SIGKILL');
  await answers('SELECT FROM kept');
  assert.deepEqual(await query('SELECT one FROM kept'), [{ one: 1 }]);
  await assert.rejects(query('INSERT INTO kept VALUES (2)'), { code: '25006' });

  await disk.free();
  await answers('INSERT INTO kept VALUES (2)');
  await until(isKept, 'the reserve is kept');
});

async function readPostmaster(folder: string): Promise<number> {
  return Number((await readFile(path.join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

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
