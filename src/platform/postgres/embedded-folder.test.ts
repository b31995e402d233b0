import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { prepareServerFolder, rotateLog } from './embedded-folder.ts';
import { canReach } from './embedded-user.ts';

const LONG = 'long'.repeat(30);

suite('the folder of the embedded PostgreSQL', () => {
  test('is private to the server and the same on every start', async t => {
    const folder = await newFolder(t);
    const first = await prepareServerFolder(folder);
    assert.equal(first.folder, path.join(await realpath(folder), 'postgres'));
    assert.equal((await stat(first.folder)).mode & 0o777, 0o700);
    assert.equal((await stat(first.passwordFile)).mode & 0o777, 0o600);
    assert.ok((await readFile(first.passwordFile, 'utf8')).length >= 32);
    const password = await readFile(first.passwordFile, 'utf8');
    assert.deepEqual(await prepareServerFolder(folder), first);
    assert.equal(await readFile(first.passwordFile, 'utf8'), password);
    assert.deepEqual(await readdir(first.folder), ['password']);
  });

  test('has one password when several processes start at once for the first time', async t => {
    const folder = await newFolder(t);
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => prepareServerFolder(folder)));
    const passwords = await Promise.all(all.map(({ passwordFile }) => readFile(passwordFile, 'utf8')));
    assert.equal(new Set(passwords).size, 1);
    assert.deepEqual(await readdir(path.join(folder, 'postgres')), ['password']);
  });

  test('has a private socket elsewhere when its own path would be too long', async t => {
    const folder = path.join(await newFolder(t), LONG);
    const { socketFolder } = await prepareServerFolder(folder);
    t.after(() => rm(socketFolder, { recursive: true }));
    assert.ok(Buffer.byteLength(path.join(socketFolder, '.s.PGSQL.5432')) < 104);
    assert.equal((await stat(socketFolder)).mode & 0o777, 0o700);
    assert.equal((await prepareServerFolder(folder)).socketFolder, socketFolder);
  });

  test('does not touch what somebody else put in the place of the socket', async t => {
    const folder = path.join(await newFolder(t), LONG);
    const victim = await newFolder(t);
    const before = await stat(victim);
    const name = createHash('sha256').update(path.join(folder, 'postgres')).digest('hex').slice(0, 16);
    const trap = path.join(tmpdir(), `heddle-${name}`);
    await symlink(victim, trap);
    t.after(() => rm(trap));
    // Either another place is found or an error is reported. The victim does not change.
    await prepareServerFolder(folder).then(
      ({ socketFolder }) => (socketFolder === trap ? undefined : rm(socketFolder, { recursive: true })),
      () => {},
    );
    const { uid, gid, mode } = await stat(victim);
    assert.deepEqual({ uid, gid, mode }, { uid: before.uid, gid: before.gid, mode: before.mode });
  });

  test('reports a link that leads nowhere', async t => {
    const folder = await newFolder(t);
    await symlink(path.join(folder, 'gone'), path.join(folder, 'postgres'));
    await assert.rejects(prepareServerFolder(folder), { path: path.join(folder, 'postgres') });
  });

  test('reports a file in its place', async t => {
    const folder = await newFolder(t);
    await writeFile(path.join(folder, 'postgres'), '');
    await assert.rejects(prepareServerFolder(folder), { code: 'EEXIST', path: path.join(folder, 'postgres') });
  });
});

suite('an account', () => {
  test('reaches a folder when it may enter every folder on the way', async t => {
    const home = await newFolder(t);
    const folder = path.join(home, 'in', 'between');
    await mkdir(folder, { recursive: true });
    const { uid, gid } = await stat(folder);
    const stranger = { uid: uid + 1, gid: gid + 1 };
    const colleague = { uid: uid + 1, gid };
    const owner = { uid, gid: gid + 1 };
    const reached = async (mode: number) => {
      await chmod(path.dirname(folder), mode);
      const answers = await Promise.all([owner, colleague, stranger].map(account => canReach(account, folder)));
      await chmod(path.dirname(folder), 0o755);
      return answers;
    };
    assert.deepEqual(await reached(0o755), [true, true, true]);
    assert.deepEqual(await reached(0o711), [true, true, true]);
    assert.deepEqual(await reached(0o750), [true, true, false]);
    assert.deepEqual(await reached(0o700), [true, false, false]);
    assert.deepEqual(await reached(0o701), [true, false, true]);
    assert.deepEqual(await reached(0o744), [true, false, false]);
  });
});

test('a log that has grown too long starts again while the server writes to it', async t => {
  const folder = await newFolder(t);
  const file = path.join(folder, 'server.log');
  await rotateLog(file, 100); // there is no log yet
  // The server has the file open in this mode.
  const log = await open(file, 'a');
  await log.write('a'.repeat(100));
  await rotateLog(file, 100);
  assert.equal((await stat(file)).size, 100);
  await log.write('b');
  await rotateLog(file, 100);
  await log.write('c');
  await log.close();
  assert.equal(await readFile(file, 'utf8'), 'c');
  assert.equal(await readFile(`${file}.1`, 'utf8'), `${'a'.repeat(100)}b`);
});

/** A folder that every account can pass through. */
async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-folder-'));
  await chmod(folder, 0o755);
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
