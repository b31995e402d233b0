import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isStepError, workbench } from '../../../test/fixtures/tools.ts';
import { BadInput } from '../contract/bad-input.ts';
import { unzip, type ZipEntry, zip } from './zip-archive.ts';

const LIMITS = { entries: 10, bytes: 1_000_000 };

function entry(path: string, text: string): ZipEntry {
  return { path, content: new TextEncoder().encode(text) };
}

const entries = [entry('a.txt', 'hello '.repeat(1000)), entry('folder/ünï.txt', ''), entry('b.bin', '\u0000\u0001')];

/** Changes the bytes after the first occurrence of a sequence. */
function patched(archive: Uint8Array, find: number[], by: number, value: number): Uint8Array {
  const bytes = Buffer.from(archive);
  bytes[bytes.indexOf(Buffer.from(find)) + by] = value;
  return bytes;
}

const CENTRAL = [0x50, 0x4b, 1, 2];

/** Two files, one of them uncompressed, with 64-bit sizes and offsets. yazl made it with `forceZip64Format`. */
const ZIP64 = Buffer.from(
  'UEsDBBQAAAgAAAAAIQDSEV/NCgAAAAoAAAAFAAAAYS50eHRzaXh0eS1mb3VyUEsDBBQAAAgIAAAAIQCIsOPcCgAAAGQAAAAFAAAAYi50eHRLyi' +
    'wpVkiiLQEAUEsBAj8DLQAACAAAAAAhANIRX83//////////wUAHAAAAAAAAAAAALSB/////2EudHh0AQAYAAoAAAAAAAAACgAAAAAAAAAAAAAA' +
    'AAAAAFBLAQI/Ay0AAAgIAAAAIQCIsOPc//////////8FABwAAAAAAAAAAAC0gf////9iLnR4dAEAGABkAAAAAAAAAAoAAAAAAAAALQAAAAAAAA' +
    'BQSwYGLAAAAAAAAAA/Ay0AAAAAAAAAAAACAAAAAAAAAAIAAAAAAAAAngAAAAAAAABaAAAAAAAAAFBLBgcAAAAA+AAAAAAAAAABAAAAUEsFBgAA' +
    'AAD///////////////8AAA==',
  'base64',
);

function rejectsWith(message: RegExp): (error: unknown) => boolean {
  return error => error instanceof BadInput && message.test(error.message);
}

suite('an archive', () => {
  for (const isPacked of [true, false]) {
    test(`returns what was packed, ${isPacked ? 'packed' : 'stored'}`, async () => {
      const archive = zip(entries, { isPacked });
      assert.equal(archive.byteLength < 6000, isPacked);
      const unpacked = await unzip(archive, LIMITS);
      assert.deepEqual(
        unpacked.map(({ path, content }) => ({ path, content: new Uint8Array(content) })),
        entries,
      );
      assert.deepEqual(zip(entries, { isPacked }), archive);
      // The results move between threads, so none may share its memory with others.
      for (const { content } of [...unpacked, { content: archive }]) {
        assert.equal(content.byteLength, content.buffer.byteLength);
      }
    });
  }

  test('preserves the order of its entries, whatever their names are', async () => {
    const named = ['b', '2', '1', '__proto__', 'constructor', 'b'].map(path => entry(path, path));
    const unpacked = await unzip(zip(named), LIMITS);
    assert.deepEqual(
      unpacked.map(({ path, content }) => [path, Buffer.from(content).toString()]),
      named.map(({ path }) => [path, path]),
    );
  });

  test('may use the 64-bit format', async () => {
    const unpacked = await unzip(ZIP64, LIMITS);
    assert.deepEqual(
      unpacked.map(({ path, content }) => [path, Buffer.from(content).toString()]),
      [
        ['a.txt', 'sixty-four'],
        ['b.txt', 'bits '.repeat(20)],
      ],
    );
  });

  test('may have a comment, and further bytes after its end', async () => {
    const trailed = Buffer.concat([zip(entries), Buffer.from('a comment')]);
    const commented = Buffer.from(trailed);
    commented.writeUInt16LE('a comment'.length, commented.length - 'a comment'.length - 2);
    for (const archive of [trailed, commented, Buffer.concat([commented, Buffer.from('\n')])]) {
      const unpacked = await unzip(archive, LIMITS, path => path.endsWith('.bin'));
      assert.deepEqual(
        unpacked.map(({ path }) => path),
        ['b.bin'],
      );
    }
  });

  test('may have UTF-8 names without declaring it, and otherwise uses the code page of DOS', async () => {
    const [archive, unmarked] = [zip([entry('ü.txt', 'x')]), zip([entry('ab.txt', 'x')])];
    const isMarked = (await unzip(archive, LIMITS))[0]?.path;
    const withoutMark = (await unzip(patched(archive, CENTRAL, 9, 0), LIMITS))[0]?.path;
    // 0x81 is a letter in the code page, but can not start a character in UTF-8.
    const inCodePage = (await unzip(patched(unmarked, CENTRAL, 46, 0x81), LIMITS))[0]?.path;
    assert.deepEqual([isMarked, withoutMark, inCodePage], ['ü.txt', 'ü.txt', 'üb.txt']);
  });

  test('returns no folders', async () => {
    const unpacked = await unzip(zip([entry('folder/', ''), entry('folder/a', 'x')]), LIMITS);
    assert.deepEqual(
      unpacked.map(({ path }) => path),
      ['folder/a'],
    );
  });

  test('is unpacked only up to the limits, whatever sizes it states', async () => {
    const bomb = zip([{ path: 'bomb', content: new Uint8Array(20_000_000) }]);
    assert.ok(bomb.byteLength < 25_000);
    // The directory states the size at byte 24.
    const lying = patched(patched(bomb, CENTRAL, 25, 0), CENTRAL, 26, 0);
    const megabyte = { entries: 10, bytes: 2 ** 20 };
    for (const archive of [bomb, lying]) {
      await assert.rejects(unzip(archive, megabyte), rejectsWith(/holds more than 1 MB unpacked/));
    }
    const together = zip([1, 2, 3].map(name => ({ path: `${name}`, content: new Uint8Array(400_000) })));
    await assert.rejects(unzip(together, { entries: 10, bytes: 1_000_000 }), rejectsWith(/holds more than 0 MB/));
    const stored = zip([{ path: 'a', content: new Uint8Array(2_000_000) }], { isPacked: false });
    await assert.rejects(unzip(stored, megabyte), rejectsWith(/holds more than 1 MB/));
    await assert.rejects(unzip(zip(entries), { entries: 2, bytes: 1_000_000 }), rejectsWith(/more than 2 files/));
  });

  test('that is damaged, encrypted or not an archive causes the right error', async () => {
    const archive = zip(entries);
    const stored = zip(entries, { isPacked: false });
    const text = new TextEncoder().encode('no archive at all, but long enough');
    const wrong: [archive: Uint8Array, message: RegExp][] = [
      [patched(archive, CENTRAL, 8, 9), /^'a.txt' in the archive is protected with a password$/],
      [patched(archive, CENTRAL, 8, 0x41), /^The archive is protected with a password$/],
      [patched(archive, CENTRAL, 10, 12), /^'a.txt' in the archive is packed in a way that is not supported$/],
      // These bytes are the checksum, the stated size, the offset of the content, and the content itself.
      [patched(archive, CENTRAL, 16, 1), /^The archive is damaged$/],
      [patched(archive, CENTRAL, 24, 1), /^The archive is damaged$/],
      [patched(archive, CENTRAL, 44, 0xff), /^The archive is damaged$/],
      [patched(stored, [...Buffer.from('hello')], 0, 0), /^The archive is damaged$/],
      [archive.subarray(60), /^The archive is damaged$/],
      [archive.subarray(0, -30), /^The file is not a zip archive$/],
      [text, /^The file is not a zip archive$/],
      [new Uint8Array(0), /^The file is not a zip archive$/],
    ];
    for (const [bytes, message] of wrong) await assert.rejects(unzip(bytes, LIMITS), rejectsWith(message));
  });

  test('with random bytes written into it is unpacked or reported as damaged', async () => {
    for (const archive of [zip(entries), ZIP64]) {
      for (let at = 0; at < archive.byteLength; at++) {
        const changed = Uint8Array.from(archive);
        changed[at] = (changed[at] ?? 0) ^ (at % 255 || 1);
        await unzip(changed, LIMITS).catch(error => assert.ok(error instanceof BadInput, `at ${at}: ${error}`));
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

  test('reduce paths that lead elsewhere to plain names', async t => {
    const { store, outcome, files } = workbench(t);
    const file = await store('evil.zip', zip([entry('../../etc/pass\\wd', 'x')]));
    const { fileIds } = await outcome('zip_extract', { file });
    assert.equal((await files.read(fileIds?.[0])).attachment.filename, 'wd');
  });

  test('reject other files, and empty lists', async t => {
    const { store, call } = workbench(t);
    const text = await store('a.zip', 'a text');
    await assert.rejects(call('zip_extract', { file: text }), isStepError('The file is not a zip archive'));
    await assert.rejects(call('zip_create', { files: [] }), isStepError("'files' must not be empty"));
  });
});
