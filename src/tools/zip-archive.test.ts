import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isStepError, workbench } from './tools-fixture.ts';
import { unzip, type ZipEntry, zip } from './zip-archive.ts';

const LIMITS = { entries: 10, bytes: 1_000_000 };

function entry(path: string, text: string): ZipEntry {
  return { path, content: new TextEncoder().encode(text) };
}

const entries = [entry('a.txt', 'hello '.repeat(1000)), entry('folder/ünï.txt', ''), entry('b.bin', '\u0000\u0001')];

/** Changes the bytes after the first place where these stand. */
function patched(archive: Uint8Array, find: number[], by: number, value: number): Uint8Array {
  const bytes = Buffer.from(archive);
  bytes[bytes.indexOf(Buffer.from(find)) + by] = value;
  return bytes;
}

const CENTRAL = [0x50, 0x4b, 1, 2];

suite('an archive', () => {
  for (const isPacked of [true, false]) {
    test(`gives back what went in, ${isPacked ? 'packed' : 'stored'}`, () => {
      const archive = zip(entries, { isPacked });
      assert.equal(archive.byteLength < 6000, isPacked);
      assert.deepEqual(unzip(archive, LIMITS), entries);
      assert.deepEqual(zip(entries, { isPacked }), archive);
    });
  }

  test('is found before a comment, and without what is not wanted', () => {
    const archive = Buffer.concat([zip(entries), Buffer.from('a comment')]);
    assert.deepEqual(
      unzip(archive, LIMITS, path => path.endsWith('.bin')),
      [entries[2]],
    );
  });

  test('gives no folders', () => {
    assert.deepEqual(unzip(zip([entry('folder/', ''), entry('folder/a', 'x')]), LIMITS), [entry('folder/a', 'x')]);
  });

  test('is unpacked up to the limits, whatever it says of itself', () => {
    const bomb = zip([{ path: 'bomb', content: new Uint8Array(20_000_000) }]);
    assert.ok(bomb.byteLength < 25_000);
    // The size that the archive tells stands 24 bytes into its directory.
    const lying = patched(patched(bomb, CENTRAL, 25, 0), CENTRAL, 26, 0);
    for (const archive of [bomb, lying]) {
      assert.throws(() => unzip(archive, { entries: 10, bytes: 2 ** 20 }), /holds more than 1 MB unpacked/);
    }
    const together = zip([1, 2, 3].map(name => ({ path: `${name}`, content: new Uint8Array(400_000) })));
    assert.throws(() => unzip(together, { entries: 10, bytes: 1_000_000 }), /holds more than 0 MB/);
    const stored = zip([{ path: 'a', content: new Uint8Array(2_000_000) }], { isPacked: false });
    assert.throws(() => unzip(stored, { entries: 10, bytes: 2 ** 20 }), /holds more than 1 MB/);
    assert.throws(() => unzip(zip(entries), { entries: 2, bytes: 1_000_000 }), /more than 2 files/);
  });

  test('that is damaged, locked or none is told from others', () => {
    const archive = zip(entries);
    assert.throws(() => unzip(patched(archive, CENTRAL, 8, 9), LIMITS), /'a.txt' .* protected with a password/);
    assert.throws(() => unzip(patched(archive, CENTRAL, 10, 12), LIMITS), /packed in a way that is not supported/);
    assert.throws(() => unzip(patched(archive, CENTRAL, 16, 1), LIMITS), /is damaged/);
    assert.throws(() => unzip(patched(archive, CENTRAL, 44, 0xff), LIMITS), /is damaged/);
    assert.throws(() => unzip(archive.subarray(60), LIMITS), /is damaged/);
    assert.throws(
      () => unzip(new TextEncoder().encode('no archive at all, but long enough'), LIMITS),
      /not a zip archive/,
    );
    assert.throws(() => unzip(new Uint8Array(0), LIMITS), /not a zip archive/);
  });

  test('that random bytes have been written into gives what it is, or says that it is damaged', () => {
    const archive = zip(entries);
    for (let at = 0; at < archive.byteLength; at++) {
      const changed = Uint8Array.from(archive);
      changed[at] = (changed[at] ?? 0) ^ (at % 255 || 1);
      try {
        unzip(changed, LIMITS);
      } catch (error) {
        assert.ok(error instanceof Error && error.name === 'BadInput', `at ${at}: ${error}`);
      }
    }
  });
});

suite('zip_create and zip_extract', () => {
  test('pack files, and unpack them again', async t => {
    const { store, make, call, outcome, files } = workbench(t);
    const ids = [await store('a.txt', 'one'), await store('a.txt', 'two'), await store('b.pdf', 'three')];
    const { attachment } = await make('zip_create', { files: ids, filename: 'all' });
    assert.deepEqual([attachment.filename, attachment.content_type], ['all.zip', 'application/zip']);
    const { output, fileIds, text } = await outcome('zip_extract', { file: attachment });
    assert.equal(text, 'Unpacked 3 files');
    assert.ok(typeof output === 'object' && output && 'files' in output && Array.isArray(output.files));
    assert.deepEqual(
      output.files.map(({ path, file }) => [path, file.filename]),
      [
        ['a.txt', 'a.txt'],
        ['a (2).txt', 'a (2).txt'],
        ['b.pdf', 'b.pdf'],
      ],
    );
    assert.equal((await files.read(fileIds?.[1])).content.toString(), 'two');
    const some = await call('zip_extract', { file: attachment, endings: ['.PDF'] });
    assert.ok(typeof some === 'object' && some && 'count' in some && some.count === 1);
  });

  test('unpack paths that lead elsewhere as plain names', async t => {
    const { store, outcome, files } = workbench(t);
    const file = await store('evil.zip', zip([entry('../../etc/pass\\wd', 'x')]));
    const { fileIds } = await outcome('zip_extract', { file });
    assert.equal((await files.read(fileIds?.[0])).attachment.filename, 'wd');
  });

  test('refuse bombs, what is no archive, and nothing', async t => {
    const { store, call } = workbench(t);
    const bomb = await store('bomb.zip', zip([{ path: 'bomb', content: new Uint8Array(201 * 2 ** 20) }]));
    await assert.rejects(
      call('zip_extract', { file: bomb }),
      isStepError('The archive holds more than 200 MB unpacked'),
    );
    const text = await store('a.zip', 'a text');
    await assert.rejects(call('zip_extract', { file: text }), isStepError('The file is not a zip archive'));
    await assert.rejects(call('zip_create', { files: [] }), isStepError("'files' must not be empty"));
  });
});
