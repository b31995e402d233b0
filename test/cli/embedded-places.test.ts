/** Runs the embedded PostgreSQL from different accounts and folders: root, other accounts, private homes. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, chmod, chown, constants, mkdir, readdir, realpath, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { call, commandHost, FIRST_KEY, Installation, inReverse, ROOT, temporaryFolder } from '../support/process.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };

suite('embedded PostgreSQL runs from any account and folder', { concurrency: 3 }, () => {
  test('as root with the data folder in a private folder', { skip: !isRoot && 'needs root' }, async t => {
    const heddle = await privateInstallation(t);
    await assertWorks(heddle);
    const server = await realpath(path.join(heddle.dataFolder, 'postgres'));
    assert.equal(path.dirname(server), '/var/lib/heddle');
    assert.equal((await stat(server)).mode & 0o777, 0o700);

    await t.test('the next start finds the same server folder', async () => {
      assert.equal(await heddle.ask(['user', 'count']), 1);
      assert.deepEqual(await heddle.serverPids(), []);
      assert.equal(await realpath(path.join(heddle.dataFolder, 'postgres')), server);
    });
  });

  test('as root with the clone in a private folder', { skip: !isRoot && 'needs root' }, async t => {
    if (!(await canMount())) return t.skip('folders can not be mounted elsewhere here');
    const hooks = inReverse(t);
    const folder = await temporaryFolder(hooks);
    const clone = path.join(folder, 'home', 'clone');
    await mkdir(clone, { recursive: true });
    await chmod(path.dirname(clone), 0o700);
    const heddle = new Installation(path.join(folder, 'data'));
    hooks.after(() => heddle.remove());
    // Only the service and its children see this mount, which ends with them.
    const script = 'mount --bind "$1" "$2" && clone=$2 && shift 2 && exec "$clone/bin/heddle" "$@"';
    const program = ['unshare', '--mount', 'sh', '-c', script, 'sh', ROOT, clone];
    // Nobody starts it from this folder a second time.
    await assertWorks(heddle, { program, environment: { NODE_DISABLE_COMPILE_CACHE: '1' } });
    const copies = (await readdir('/var/lib/heddle')).filter(name => name.startsWith('programs'));
    assert.ok(copies.length > 0);
    assert.doesNotMatch(copies.join(), /draft/);
  });

  test('as another account than root', { skip: !isRoot && 'needs root' }, async t => {
    if (!(await canRead(NOBODY))) return t.skip(`${ROOT} can not be read by other accounts`);
    const hooks = inReverse(t);
    const folder = await temporaryFolder(hooks);
    await chown(folder, NOBODY.uid, NOBODY.gid);
    const heddle = new Installation(path.join(folder, 'data'));
    hooks.after(() => heddle.remove());
    await assertWorks(heddle, { user: NOBODY });
    const { uid, mode } = await stat(path.join(heddle.dataFolder, 'postgres'));
    assert.deepEqual({ uid, mode: mode & 0o777 }, { uid: NOBODY.uid, mode: 0o700 });

    await t.test('the data folder of another account is refused', async () => {
      const foreign = new Installation(path.join(folder, 'foreign'));
      await mkdir(foreign.dataFolder, { mode: 0o700 });
      await foreign.refuse(/^heddle: \S+foreign\S* can not be used \(EACCES\): .*HEDDLE_DATA\n$/, ['migrate'], {
        user: NOBODY,
      });
    });
  });

  test('but reports a folder around it that became private', { skip: !isRoot && 'needs root' }, async t => {
    const hooks = inReverse(t);
    const folder = await temporaryFolder(hooks);
    const heddle = new Installation(path.join(folder, 'data'), {}, commandHost);
    hooks.after(() => heddle.remove());
    assert.equal((await heddle.run(['migrate'])).code, 0);
    await chmod(folder, 0o700);
    const { stderr } = await heddle.refuse(/^heddle: .*\n$/, ['migrate']);
    assert.match(stderr, /HEDDLE_DATA|denied|can not (be )?(enter|reach|use)/);
    assert.doesNotMatch(stderr, /HEDDLE_DATABASE_URL|administrator command/);
  });

  test('but refuses a data folder that cannot be one', async t => {
    const folder = await temporaryFolder(t);
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    for (const place of [file, path.join(file, 'data')]) {
      await new Installation(place, {}, commandHost).refuse(/^heddle: .*HEDDLE_DATA.*\n$/, ['migrate']);
    }
  });
});

async function assertWorks(heddle: Installation, options: Parameters<Installation['serve']>[0] = {}): Promise<void> {
  const { process: service, url } = await heddle.serve(options);
  assert.deepEqual(await call(url, '/api/v1/user/count', {}, FIRST_KEY), { status: 200, body: 1 });
  const { code, stderr } = await service.end('SIGTERM');
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.deepEqual(await heddle.serverPids(), []);
}

async function privateInstallation(t: TestContext): Promise<Installation> {
  const hooks = inReverse(t);
  const folder = await temporaryFolder(hooks);
  await chmod(folder, 0o700);
  const heddle = new Installation(path.join(folder, 'data'), {}, commandHost);
  hooks.after(() => heddle.remove());
  return heddle;
}

async function canMount(): Promise<boolean> {
  return run('unshare', ['--mount', 'mount', '--bind', '/', '/mnt']).then(
    () => true,
    () => false,
  );
}

async function canRead(account: { uid: number; gid: number }): Promise<boolean> {
  const files = ['bin/heddle', 'dist/main.js', 'node_modules/.bin/node'].map(file => path.join(ROOT, file));
  await Promise.all(files.map(file => access(file, constants.R_OK)));
  return run('cat', files, { ...account, encoding: 'buffer', maxBuffer: 2 ** 30 }).then(
    () => true,
    () => false,
  );
}
