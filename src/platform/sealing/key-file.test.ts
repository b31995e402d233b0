import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { createSealer } from './envelope.ts';
import { newInstallationKey } from './installation-keys.ts';
import { addToKeyFile, createKeyFile, findKeyFile, watchKeyFile } from './key-file.ts';

async function newFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-keys-'));
  t.after(() => rm(folder, { recursive: true }));
  return path.join(folder, 'keys');
}

suite('the key file', () => {
  test('is made for its owner alone, and read again', async t => {
    const file = await newFile(t);
    assert.equal(await findKeyFile(file), undefined);
    const key = newInstallationKey();
    await createKeyFile(file, key);
    assert.deepEqual(await findKeyFile(file), [key]);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(path.dirname(file)), ['keys']);
  });

  test('is made once, however many make it at the same time', async t => {
    const file = await newFile(t);
    const keys = Array.from({ length: 20 }, newInstallationKey);
    await Promise.all(keys.map(key => createKeyFile(file, key)));
    const [made, ...more] = (await findKeyFile(file)) ?? [];
    assert.equal(more.length, 0);
    assert.ok(keys.some(({ id }) => id === made?.id));
    assert.deepEqual(await readdir(path.dirname(file)), ['keys']);
  });

  test('gets a new key before all others, and retains its comments', async t => {
    const file = await newFile(t);
    const [first, second] = [newInstallationKey(), newInstallationKey()];
    await createKeyFile(file, first);
    const before = await readFile(file, 'utf8');
    await addToKeyFile(file, second);
    assert.deepEqual(await findKeyFile(file), [second, first]);
    assert.equal((await readFile(file, 'utf8')).replace(`${second.secret.toString('base64')}\n`, ''), before);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  test('may have comments, blank lines, spaces and line ends of Windows', async t => {
    const file = await newFile(t);
    const [first, second] = [newInstallationKey(), newInstallationKey()];
    const text = `# of 2026\r\n\r\n  ${first.secret.toString('base64')}  \r\n\t# older\n${second.secret.toString('base64')}`;
    await writeFile(file, text, { mode: 0o600 });
    assert.deepEqual(await findKeyFile(file), [first, second]);
  });

  const key = newInstallationKey().secret.toString('base64');
  const malformed = {
    'without a key': ['# nothing\n', 'the key file FILE has no key: restore it, because it can not be made again'],
    'that is empty': ['', 'the key file FILE has no key: restore it, because it can not be made again'],
    'with a word': [`${key}\nsecret\n`, 'line 2 of the key file FILE is no key: a key is 32 random bytes in base64'],
    'with a short key': [key.slice(4), 'line 1 of the key file FILE is no key: a key is 32 random bytes in base64'],
    'with two keys in a line': [
      `${key} ${key}`,
      'line 1 of the key file FILE is no key: a key is 32 random bytes in base64',
    ],
  } as const;
  for (const [title, [content, message]] of Object.entries(malformed)) {
    test(`${title} is refused without quoting it`, async t => {
      const file = await newFile(t);
      await writeFile(file, content, { mode: 0o600 });
      await assert.rejects(findKeyFile(file), { name: 'KeyFileError', message: message.replace('FILE', file) });
    });
  }

  test('that others may access is refused', async t => {
    const file = await newFile(t);
    await createKeyFile(file, newInstallationKey());
    for (const mode of [0o640, 0o604, 0o620, 0o660, 0o601]) {
      await chmod(file, mode);
      await assert.rejects(findKeyFile(file), {
        message: `other accounts of this machine may access the key file ${file} (mode 0${mode.toString(8)}): run 'chmod 600 ${file}'`,
      });
    }
    await chmod(file, 0o400);
    assert.equal((await findKeyFile(file))?.length, 1);
  });

  test('that is a folder, or whose folder is missing, is refused', async t => {
    const file = await newFile(t);
    const folder = path.dirname(file);
    await chmod(folder, 0o700);
    await assert.rejects(findKeyFile(folder), {
      message: `the key file ${folder} can not be used (EISDIR): see HEDDLE_KEYS`,
    });
    const lost = path.join(folder, 'missing', 'keys');
    await assert.rejects(createKeyFile(lost, newInstallationKey()), {
      message: `the key file ${lost} can not be used (ENOENT): see HEDDLE_KEYS`,
    });
  });
});

suite('a running process', () => {
  async function watched(t: TestContext) {
    const file = await newFile(t);
    const [first, second] = [newInstallationKey(), newInstallationKey()];
    await createKeyFile(file, first);
    const seen: string[] = [];
    const sealer = createSealer(watchKeyFile(file, [first], ({ id }) => seen.push(id)));
    return { file, first, second, seen, sealer };
  }

  test('seals with a new key as soon as the file has it, and still opens what is older', async t => {
    const { file, second, seen, sealer } = await watched(t);
    const before = sealer.seal('secret', 'here');
    await addToKeyFile(file, second);
    const onlySecond = createSealer({ newest: () => second, find: id => (id === second.id ? second : undefined) });
    assert.equal(onlySecond.open(sealer.seal('secret', 'here'), 'here'), 'secret');
    assert.equal(sealer.open(before, 'here'), 'secret');
    assert.deepEqual(seen, [second.id]);
  });

  test('reads the file again when it meets a key that it does not know', async t => {
    const { file, second, sealer } = await watched(t);
    const other = createSealer({ newest: () => second, find: () => undefined });
    const sealed = other.seal('secret', 'here');
    assert.throws(() => sealer.open(sealed, 'here'), { name: 'SealingError' });
    await addToKeyFile(file, second);
    assert.equal(sealer.open(sealed, 'here'), 'secret');
  });

  test('goes on with the keys that it has while the file is missing or broken', async t => {
    const { file, second, sealer } = await watched(t);
    const sealed = sealer.seal('secret', 'here');
    await writeFile(file, 'half a ke');
    assert.equal(sealer.open(sealer.seal('more', 'here'), 'here'), 'more');
    await rm(file);
    assert.equal(sealer.open(sealer.seal('more', 'here'), 'here'), 'more');
    await createKeyFile(file, second);
    // The first key is gone from the file, so the process has it no longer.
    assert.equal(sealer.open(sealer.seal('more', 'here'), 'here'), 'more');
    assert.throws(() => sealer.open(sealed, 'here'), { name: 'SealingError' });
  });
});
