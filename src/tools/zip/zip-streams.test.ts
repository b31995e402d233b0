/** Zip archives of any size, which are written and read as streams. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { collect, isStepError, memoryFiles, toOpened, workbench } from '../../../test/fixtures/tools.ts';
import { type Attachment, StepError, type StepFiles } from '../../nodes/step.ts';
import { unzip, zip } from './zip-archive.ts';
import { listZip } from './zip-reader.ts';
import { writeZip } from './zip-writer.ts';

const LIMITS = { entries: 10, listed: 100, bytes: 1_000_000 };
const CENTRAL = [0x50, 0x4b, 1, 2];
const ATTACHMENT: Attachment = {
  file_id: 'f1',
  filename: 'a.zip',
  content_type: 'application/zip',
  file_url: 'http://localhost/f1',
  size: 0,
};

function open(content: Uint8Array) {
  return toOpened(ATTACHMENT, Buffer.from(content));
}

function pack(files: { path: string; content: Uint8Array }[], options: { zip64From?: number } = {}): Promise<Buffer> {
  return collect(
    writeZip(
      files.map(({ path, content }) => ({ path, ...open(content) })),
      options,
    ),
  );
}

async function unpack(archive: Uint8Array, limits = LIMITS, isWanted: (path: string) => boolean = () => true) {
  const files: { path: string; content: Buffer }[] = [];
  for (const { path, read } of await listZip(open(archive), limits, isWanted)) {
    files.push({ path, content: await collect(read()) });
  }
  return files;
}

/** Changes the bytes after the first occurrence of a sequence. */
function patched(archive: Uint8Array, find: number[], by: number, ...values: number[]): Uint8Array {
  const bytes = Buffer.from(archive);
  bytes.set(values, bytes.indexOf(Buffer.from(find)) + by);
  return bytes;
}

/** A file that is read in chunks, and whose reader is watched. */
function watchedFile(sizeBytes: number) {
  const seen = { bytes: 0, isClosed: false };
  async function* read() {
    try {
      for (; seen.bytes < sizeBytes; seen.bytes += 65_536) yield Buffer.alloc(65_536, seen.bytes / 65_536);
    } finally {
      seen.isClosed = true;
    }
  }
  return { seen, file: { path: 'long', sizeBytes, read } };
}

const two = [
  { path: 'a.txt', content: Buffer.from('hello '.repeat(1000)) },
  { path: 'folder/ü.txt', content: Buffer.alloc(0) },
];

test('what was packed comes out again, with 64-bit numbers or without', async () => {
  const file = fc.record({
    path: fc.stringMatching(/^[a-zü][a-zü/]{0,9}[a-zü]$/),
    content: fc.uint8Array({ maxLength: 500 }),
  });
  const from = fc.constantFrom(undefined, 0, 1400, 1800);
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 8 }), from, async (files, zip64From) => {
      const expected = files.map(({ path, content }) => ({ path, content: Buffer.from(content) }));
      const archive = await pack(files, zip64From === undefined ? {} : { zip64From });
      assert.deepEqual(await unpack(archive), expected);
      const inMemory = await unzip(new Uint8Array(archive), LIMITS);
      assert.deepEqual(
        inMemory.map(({ path, content }) => ({ path, content: Buffer.from(content) })),
        expected,
      );
    }),
    { numRuns: 100 },
  );
});

suite('an archive that is read as a stream', () => {
  test('may come from other programs, with a comment, further bytes, and unmarked names', async () => {
    const archive = zip([
      { path: 'ü/', content: new Uint8Array() },
      ...two.map(each => ({ ...each, content: new Uint8Array(each.content) })),
    ]);
    const unmarked = patched(archive, CENTRAL, 9, 0);
    for (const each of [archive, unmarked, Buffer.concat([archive, Buffer.from('more')])]) {
      assert.deepEqual(await unpack(each), two);
    }
    assert.deepEqual(await unpack(archive, LIMITS, path => path.startsWith('a')), two.slice(0, 1));
  });

  test('that is damaged, encrypted or too large, or is none, causes the right error', async () => {
    const archive = await pack(two);
    const stored = zip([{ path: 'a.txt', content: new Uint8Array(10) }], { isPacked: false });
    const wrong: [archive: Uint8Array, message: string, limits?: typeof LIMITS][] = [
      [patched(archive, CENTRAL, 8, 9), "'a.txt' in the archive is protected with a password"],
      [patched(archive, CENTRAL, 8, 0x41), 'The archive is protected with a password'],
      [patched(archive, CENTRAL, 10, 12), "'a.txt' in the archive is packed in a way that is not supported"],
      // These bytes are the checksum, the stated size, the offset of the content, and the content itself.
      [patched(archive, CENTRAL, 16, 1), 'The archive is damaged'],
      [patched(archive, CENTRAL, 24, 1), 'The archive is damaged'],
      [patched(archive, CENTRAL, 44, 0xff), 'The archive is damaged'],
      [patched(archive, [...Buffer.from('a.txt')], 5, 0xff), 'The archive is damaged'],
      [patched(stored, [...Buffer.from('a.txt')], 5, 1), 'The archive is damaged'],
      [archive.subarray(40), 'The archive is damaged'],
      [archive.subarray(0, -30), 'The file is not a zip archive'],
      [Buffer.from('no archive at all, but long enough'), 'The file is not a zip archive'],
      [Buffer.alloc(0), 'The file is not a zip archive'],
      [archive, 'The archive has more than 1 files', { ...LIMITS, entries: 1 }],
      [archive, 'The archive lists more than 1 files', { ...LIMITS, listed: 1 }],
      [archive, 'The archive holds more than 0 MB unpacked', { ...LIMITS, bytes: 5999 }],
    ];
    for (const [bytes, message, limits] of wrong) await assert.rejects(unpack(bytes, limits), isStepError(message));
  });

  test('with random bytes written into it is unpacked or reported', async () => {
    for (const archive of [await pack(two), await pack(two, { zip64From: 0 })]) {
      for (let at = 0; at < archive.byteLength; at++) {
        const changed = Buffer.from(archive);
        changed[at] = (changed[at] ?? 0) ^ (at % 255 || 1);
        await unpack(changed).catch(error => assert.ok(error instanceof StepError, `at ${at}: ${error}`));
      }
    }
  });

  test('stops within a chunk where a file is larger than its list says', async () => {
    const bomb = await pack([{ path: 'bomb', content: Buffer.alloc(20_000_000) }]);
    assert.ok(bomb.byteLength < 25_000);
    await assert.rejects(unpack(bomb), isStepError('The archive holds more than 0 MB unpacked'));
    const [lying] = await listZip(open(patched(bomb, CENTRAL, 24, 100, 0, 0, 0)), LIMITS, () => true);
    assert.equal(lying?.sizeBytes, 100);
    await assert.rejects(collect(lying.read(), 100), isStepError('The archive is damaged'));
  });

  test('may have bytes behind the end of a packed content', async () => {
    const archive = await pack([{ path: 'a', content: Buffer.alloc(300_000, 'a') }]);
    const central = archive.indexOf(Buffer.from(CENTRAL));
    const more = Buffer.alloc(200_000);
    const longer = Buffer.concat([archive.subarray(0, central), more, archive.subarray(central)]);
    const at = central + more.byteLength;
    longer.writeUInt32LE(longer.readUInt32LE(at + 20) + more.byteLength, at + 20);
    longer.writeUInt32LE(at, longer.byteLength - 6);
    assert.equal((await unpack(longer))[0]?.content.byteLength, 300_000);
  });

  test('passes on what storage says', async () => {
    // The end of the archive is read at once, and the header and the content of this file are not part of it.
    const archive = await pack([{ path: 'a', content: randomBytes(1_500_000) }]);
    const gone = new StepError("The file 'x' was not found or is not accessible");
    for (const readsUntilGone of [0, 1, 2]) {
      let reads = 0;
      const source = {
        sizeBytes: archive.byteLength,
        async *read(range?: { start: number; end: number }) {
          if (reads++ === readsUntilGone) throw gone;
          yield* open(archive).read(range);
        },
      };
      const limits = { ...LIMITS, bytes: 2_000_000 };
      const reading = listZip(source, limits, () => true).then(([file]) => file && collect(file.read()));
      await assert.rejects(reading, error => error === gone);
    }
  });
});

test('who stops reading stops the files that are read', async () => {
  const { seen, file } = watchedFile(500_000_000);
  let packed = 0;
  for await (const chunk of writeZip([file])) {
    packed += chunk.byteLength;
    if (packed > 1000) break;
  }
  await new Promise(setImmediate);
  assert.ok(seen.isClosed);
  assert.ok(seen.bytes < 50_000_000, `${seen.bytes} bytes were read`);
});

test('a file that can not be read is the error of packing', async () => {
  const gone = new StepError("The file 'x' was not found or is not accessible");
  async function* read() {
    yield Buffer.from('beginning');
    throw gone;
  }
  await assert.rejects(collect(writeZip([{ path: 'a', sizeBytes: 20, read }])), error => error === gone);
});

suite('zip_create and zip_extract', () => {
  test('keep to the limit of files that are streamed', async t => {
    const files = memoryFiles({ streamBytes: 3 * 2 ** 20 });
    const { outcome } = workbench(t, { files });
    const save = (content: Uint8Array) => files.save({ filename: 'a.bin', content });
    const { file_id: large } = await save(Buffer.alloc(2 * 2 ** 20));
    await assert.rejects(
      outcome('zip_create', { files: [large, large] }),
      isStepError('The files are larger than 3 MB together'),
    );
    const bomb = await pack([1, 2].map(name => ({ path: `${name}`, content: Buffer.alloc(2 * 2 ** 20) })));
    const { file_id: file } = await save(bomb);
    await assert.rejects(outcome('zip_extract', { file }), isStepError('The archive holds more than 3 MB unpacked'));
    assert.equal((await outcome('zip_extract', { file, endings: ['2'] })).fileIds?.length, 1);
  });

  test('stop reading when they are cancelled in the middle', async t => {
    const packed = await pack([{ path: 'a', content: randomBytes(5_000_000) }]);
    for (const [tool, params, content] of [
      ['zip_create', { files: 'f1' }, randomBytes(5_000_000)],
      ['zip_extract', { file: 'f1' }, packed],
    ] as const) {
      const reading = { bytes: 0, open: 0 };
      const opened = open(content);
      async function* read(range?: { start: number; end: number }) {
        reading.open++;
        try {
          for await (const chunk of opened.read(range)) {
            reading.bytes += chunk.byteLength;
            yield chunk;
          }
        } finally {
          reading.open--;
        }
      }
      const cancelled = new Error('cancelled');
      const files: StepFiles = {
        ...memoryFiles(),
        open: async () => ({ ...opened, read }),
        save: async ({ content }) => {
          assert.ok(!(content instanceof Uint8Array));
          for await (const chunk of content) if (chunk.byteLength > 1000) throw cancelled;
          throw new Error('the content was short');
        },
      };
      await assert.rejects(workbench(t, { files }).outcome(tool, params), error => error === cancelled);
      await new Promise(setImmediate);
      assert.equal(reading.open, 0, tool);
      // The end of an archive is read first, at once.
      assert.ok(reading.bytes < 3_000_000, `${tool} has read ${reading.bytes} bytes`);
    }
  });
});
