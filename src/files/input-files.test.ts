import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openFiles } from '../../test/fixtures/files.ts';
import { newId } from '../platform/ids.ts';
import { NO_LONG_TEXTS } from '../platform/memory/long-text.ts';
import { type ResolvedInput, resolveInputFiles } from './input-files.ts';
import { createFile, insertFiles } from './store.ts';

const files = await openFiles();
const { services, db } = files;
const { signal } = new AbortController();
const file = { type: 'object', format: 'file' };
const schema = {
  type: 'object',
  properties: { doc: file, extra: { type: ['object', 'null'], format: 'file' }, text: { type: 'string' } },
  required: ['doc'],
};
const hello = { filename: 'hello.txt', mime_type: 'text/plain', data: 'aGVsbG8=' };

async function newOwner(options: { storage_quota?: number } = {}) {
  const userId = await files.user(options);
  return { userId, organizationId: null };
}

type Owner = Awaited<ReturnType<typeof newOwner>>;

async function resolve(input: Record<string, unknown>, owner: Owner, using: unknown = schema): Promise<ResolvedInput> {
  const runId = await files.run(owner.userId);
  return resolveInputFiles(services, { schema: using, input, owner, runId, signal, longTexts: NO_LONG_TEXTS });
}

suite('inline files', () => {
  test('belong to the run once they are inserted', async () => {
    const owner = await newOwner();
    const { input, prepared } = await resolve({ text: 'x', doc: hello, other: 1 }, owner);
    assert.deepEqual(Object.keys(input), ['text', 'doc', 'other']);
    const [row] = await db.transaction().execute(transaction => insertFiles(transaction, prepared));
    assert.ok(row?.run_id);
    assert.deepEqual(input, {
      text: 'x',
      doc: {
        file_id: row.id,
        filename: 'hello.txt',
        content_type: 'text/plain',
        file_url: `https://heddle.example/file?id=${row.id}&secret=${row.secret}`,
        size: 5,
      },
      other: 1,
    });
    assert.equal(await files.readContent(row.blob_key), 'hello');
    assert.equal(await files.storageUsed('user', owner.userId), 5);
  });

  const forms: [value: object, filename: string, contentType: string, size: number][] = [
    [{ name: 'a.csv', content_type: 'text/x', data: 'aGVsbG8=' }, 'a.csv', 'text/x', 5],
    [{ filename: 'a', data: 'data:text/csv;base64,aGVsbG8=' }, 'a', 'text/csv', 5],
    [{ ...hello, mime_type: 'text/csv', data: 'PGh0bWw+PC9odG1sPg==' }, 'hello.txt', 'text/html', 13],
    [{ filename: '../a.csv', data: 'aGVs\r\nbG8=\r\n' }, 'a.csv', 'text/csv', 5],
    [{ data: '' }, 'file', 'application/octet-stream', 0],
    [{ ...hello, mime_type: 'a b' }, 'hello.txt', 'text/plain', 5],
  ];
  for (const [value, filename, content_type, size] of forms) {
    test(JSON.stringify(value), async () => {
      const { input } = await resolve({ doc: value }, await newOwner());
      assert.partialDeepStrictEqual(input.doc, { filename, content_type, size });
    });
  }
});

suite('references to files', () => {
  test('leave the files with their user', async () => {
    const owner = await newOwner();
    const row = await createFile(services, files.incoming(owner.userId));
    const first = await resolve({ doc: row.id }, owner);
    for (const value of [{ file_id: row.id }, first.input.doc, row.id.toUpperCase()]) {
      assert.deepEqual(await resolve({ doc: value }, owner), first);
    }
    assert.deepEqual(first.prepared, []);
    assert.partialDeepStrictEqual(first.input.doc, { file_id: row.id, size: 10 });
  });

  test('are refused when the file belongs to others or does not exist', async () => {
    const owner = await newOwner();
    const others = await createFile(services, files.incoming(await files.user()));
    for (const id of [others.id, newId(), 'x', '', 'data:text/plain;base64,QQ==']) {
      for (const doc of [id, { file_id: id }]) {
        await assert.rejects(resolve({ doc }, owner), {
          status: 404,
          message: "The file of the input 'doc' was not found or is not accessible",
        });
      }
    }
  });
});

suite('values that are not a file', () => {
  const wrong = [null, 7, true, [], [hello], [hello, hello], {}, { data: 7 }, { file_id: 7 }, { file_id: null }];
  for (const doc of [...wrong, { filename: 7, data: 'QQ==' }, { file_id: newId(), data: 7 }, { filename: 'a' }]) {
    test(JSON.stringify(doc), async () => {
      await assert.rejects(resolve({ doc }, await newOwner()), {
        status: 422,
        message: "The input 'doc' must be one file",
      });
    });
  }

  for (const data of ['hello!', 'aGVsbG8', 'data:text/plain,hello', 'data:text/plain;base64,?']) {
    test(`the data ${data}`, async () => {
      await assert.rejects(resolve({ doc: { ...hello, data } }, await newOwner()), {
        status: 422,
        message: 'The file is not valid base64 data',
      });
    });
  }
});

suite('other values', () => {
  test('an optional field may be null or missing', async () => {
    const { input } = await resolve({ doc: hello, extra: null }, await newOwner());
    assert.equal(input.extra, null);
    assert.deepEqual(await resolve({}, await newOwner()), { input: {}, prepared: [] });
  });

  test('fields that the schema does not declare as files stay as they are', async () => {
    const value = { text: hello, other: hello };
    assert.deepEqual(await resolve(value, await newOwner()), { input: value, prepared: [] });
  });

  const odd = [null, 'x', [], {}, { properties: null }, { properties: { doc: null } }, { properties: [file] }];
  for (const using of [
    ...odd,
    { properties: { doc: { format: 'file' } } },
    { properties: { doc: { type: 'object' } } },
  ]) {
    test(`a schema of ${JSON.stringify(using)}`, async () => {
      assert.deepEqual(await resolve({ doc: hello }, await newOwner(), using), { input: { doc: hello }, prepared: [] });
    });
  }

  test('a schema with an invalid list of required fields', async () => {
    const using = { properties: { doc: file }, required: 'doc' };
    assert.deepEqual((await resolve({ doc: null }, await newOwner(), using)).input, { doc: null });
  });

  test('keys that objects inherit', async () => {
    const using = { properties: JSON.parse('{"constructor":{"type":"object","format":"file"},"__proto__":{}}') };
    assert.deepEqual(await resolve({}, await newOwner(), using), { input: {}, prepared: [] });
    const { input } = await resolve({ constructor: hello }, await newOwner(), using);
    assert.partialDeepStrictEqual(input.constructor, { filename: 'hello.txt' });
  });
});

suite('all or nothing', () => {
  const failing: [name: string, extra: unknown, message: string | RegExp][] = [
    ['no file', 7, "The input 'extra' must be one file"],
    ['no base64', { data: '?' }, 'The file is not valid base64 data'],
    ['unknown', newId(), "The file of the input 'extra' was not found or is not accessible"],
    ['too large', { data: Buffer.alloc(2 ** 20 + 1).toString('base64') }, 'the file is larger than 1 MB'],
    ['over the quota', { data: Buffer.alloc(2 ** 20).toString('base64') }, 'storage quota exceeded'],
  ];
  for (const [name, extra, message] of failing) {
    test(`a second file that is ${name}`, async () => {
      const owner = await newOwner({ storage_quota: 2 ** 20 });
      const before = await files.storedBlobs();
      await assert.rejects(resolve({ doc: hello, extra }, owner), { message });
      assert.deepEqual(await files.storedBlobs(), before);
      assert.equal(await files.storageUsed('user', owner.userId), 0);
    });
  }

  test('aborted', async () => {
    const owner = await newOwner();
    const before = await files.storedBlobs();
    const options = {
      schema,
      input: { doc: hello },
      owner,
      runId: newId(),
      signal: AbortSignal.abort(new Error('gone')),
      longTexts: NO_LONG_TEXTS,
    };
    await assert.rejects(resolveInputFiles(services, options), /gone/);
    assert.deepEqual(await files.storedBlobs(), before);
    assert.equal(await files.storageUsed('user', owner.userId), 0);
  });
});
