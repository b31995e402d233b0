import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { prepareServerFolder } from './embedded-folder.ts';
import { canReach } from './embedded-user.ts';

const LONG = 'long'.repeat(30);

suite('the folder of the embedded PostgreSQL', () => {
  test("is its server's alone, and the same on every start", async t => {
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

  test('of several first starts at once, all have one password', async t => {
    const folder = await newFolder(t);
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => prepareServerFolder(folder)));
    const passwords = await Promise.all(all.map(({ passwordFile }) => readFile(passwordFile, 'utf8')));
    assert.equal(new Set(passwords).size, 1);
    assert.deepEqual(await readdir(path.join(folder, 'postgres')), ['password']);
  });

  test("where a socket's path would be too long, the socket lies elsewhere, and for its server alone", async t => {
    const folder = path.join(await newFolder(t), LONG);
    const { socketFolder } = await prepareServerFolder(folder);
    t.after(() => rm(socketFolder, { recursive: true }));
    assert.ok(Buffer.byteLength(path.join(socketFolder, '.s.PGSQL.5432')) < 104);
    assert.equal((await stat(socketFolder)).mode & 0o777, 0o700);
    assert.equal((await prepareServerFolder(folder)).socketFolder, socketFolder);
  });

  test('what somebody else put where the socket would lie is left alone', async t => {
    const folder = path.join(await newFolder(t), LONG);
    const victim = await newFolder(t);
    const before = await stat(victim);
    const name = createHash('sha256').update(path.join(folder, 'postgres')).digest('hex').slice(0, 16);
    const trap = path.join(tmpdir(), `heddle-${name}`);
    await symlink(victim, trap);
    t.after(() => rm(trap));
    // Either another place is found or it is told; the victim is the same as before.
    await prepareServerFolder(folder).then(
      ({ socketFolder }) => (socketFolder === trap ? undefined : rm(socketFolder, { recursive: true })),
      () => {},
    );
    const { uid, gid, mode } = await stat(victim);
    assert.deepEqual({ uid, gid, mode }, { uid: before.uid, gid: before.gid, mode: before.mode });
  });

  test('a link that leads nowhere is told as such', async t => {
    const folder = await newFolder(t);
    await symlink(path.join(folder, 'gone'), path.join(folder, 'postgres'));
    await assert.rejects(prepareServerFolder(folder), { path: path.join(folder, 'postgres') });
  });

  test('a file in its place is told as such', async t => {
    const folder = await newFolder(t);
    await writeFile(path.join(folder, 'postgres'), '');
    await assert.rejects(prepareServerFolder(folder), { code: 'EEXIST', path: path.join(folder, 'postgres') });
  });
});

suite('whether an account can reach a folder', () => {
  test('by the rights of every folder on the way', async t => {
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

/** One that every account can pass through. */
async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-folder-'));
  await chmod(folder, 0o755);
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
