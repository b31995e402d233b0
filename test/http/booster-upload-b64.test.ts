/** `upload-b64` stores files that are sent as base64 in JSON. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { suite } from 'node:test';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { makePanel, STORAGE } from './booster-panels.ts';
import { checkPanelUsage, nothing } from './booster-remains.ts';
import { memoryLog } from './memory-log.ts';

const memory = memoryLog();
const service = await testService({ HEDDLE_MAX_FILE_MB: '2' }, memory);
const MEGABYTE = 2 ** 20;
const owner = await service.person();
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64');
const INVALID = 'validation error';
const OCTETS = 'application/octet-stream';

suite('upload-b64 stores', () => {
  test('a file, and answers with its fields and links', async () => {
    const panel = await makePanel(service, owner);
    const record = await panel.record();
    const sent = { path: 'docs/sub/灯泡.txt', data: base64('héllo'), metadata: { a: [1] }, record };
    const { id, created, updated, url, download_url, ...rest } = await panel.ask('upload-b64', sent);
    assert.deepEqual(rest, {
      path: 'docs/sub/灯泡.txt',
      folder: 'docs',
      name: '灯泡.txt',
      size: 6,
      content_type: 'text/plain',
      sha256: createHash('sha256').update('héllo').digest('hex'),
      metadata: { a: [1] },
      record,
      owner: null,
      expires_at: null,
    });
    assert.equal(created, updated);
    assert.ok(url && download_url);
    assert.equal(await (await fetch(url)).text(), 'héllo');
    assert.equal(await (await fetch(download_url)).text(), 'héllo');
    assert.equal((await panel.ask('get', { id })).path, sent.path);
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: 6 });
  });

  const forms: [name: string, data: string, content: string][] = [
    ['nothing', '', ''],
    ['lines', 'YW\r\nJj\n YW\tI=\n', 'abcab'],
    ['a data URL', `data:text/plain;base64,${base64('abc')}`, 'abc'],
    ['a data URL without a type', `data:;base64,${base64('abc')}`, 'abc'],
    ['a data URL with parameters', `data:text/plain;charset=utf-8;base64,${base64('abc')}`, 'abc'],
    ['a data URL in capitals', `DATA:text/plain;BASE64,${base64('abc')}`, 'abc'],
    ['an empty data URL', 'data:text/plain;base64,', ''],
  ];
  for (const [name, data, content] of forms) {
    test(name, async () => {
      const panel = await makePanel(service, owner);
      const { url, size } = await panel.ask('upload-b64', { path: 'docs/a', data });
      assert.equal(size, Buffer.byteLength(content));
      assert.equal(await (await fetch(url ?? '')).text(), content);
    });
  }

  const nulls = { content_type: null, record: null };
  const types: [name: string, given: Record<string, unknown>, type: string][] = [
    [
      'content_type takes precedence over the data URL',
      { content_type: 'a/b', data: `data:c/d;base64,${base64('x')}` },
      'a/b',
    ],
    ['the data URL takes precedence over the file extension', { data: `data:c/d;base64,${base64('x')}` }, 'c/d'],
    ['an empty content_type counts as none', { content_type: '', data: `data:c/d;base64,${base64('x')}` }, 'c/d'],
    ['null counts as none', { ...nulls, data: `data:c/d;base64,${base64('x')}` }, 'c/d'],
    ['the file extension is the last resort', { data: base64('a,b') }, 'text/csv'],
    ['application/octet-stream counts as none', { content_type: OCTETS, data: base64('a,b') }, 'text/csv'],
    [
      'parameters are stored',
      { content_type: 'text/plain; charset=utf-8', data: base64('x') },
      'text/plain; charset=utf-8',
    ],
    [
      'the content takes precedence over everything',
      { content_type: 'a/b', data: `data:c/d;base64,${base64('%PDF-1.7\n')}` },
      'application/pdf',
    ],
  ];
  for (const [name, given, type] of types) {
    test(`${type}: ${name}`, async () => {
      const panel = await makePanel(service, owner);
      assert.equal((await panel.ask('upload-b64', { path: 'docs/a.csv', ...given })).content_type, type);
    });
  }

  test('no image because of a file extension alone', async () => {
    const panel = await makePanel(service, owner);
    assert.equal((await panel.ask('upload-b64', { path: 'docs/a.png', data: base64('hello') })).content_type, OCTETS);
  });

  test('files up to the size limit', COMPLETE_ONLY, async () => {
    const panel = await makePanel(service, owner);
    for (const bytes of [MEGABYTE, 2 * MEGABYTE - 1, 2 * MEGABYTE]) {
      const content = Buffer.alloc(bytes, 'heddle');
      const { size, sha256 } = await panel.ask('upload-b64', { path: `docs/${bytes}`, data: base64(content) });
      assert.deepEqual([size, sha256], [bytes, createHash('sha256').update(content).digest('hex')]);
    }
    const more = base64(Buffer.alloc(2 * MEGABYTE + 1));
    for (const data of [more, `data:text/plain;base64,${more}`, base64(Buffer.alloc(5 * MEGABYTE))]) {
      await panel.refuse(422, 'the file is larger than 2 MB', 'upload-b64', { path: 'docs/a', data });
    }
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 3, bytes: 5 * MEGABYTE - 1 });
  });
});

suite('upload-b64 refuses, and stores nothing of,', () => {
  const data = base64('x');
  const record = { collection: 'things', key: randomUUID() };
  const NOT_BASE64 = 'data is not valid base64';
  const NO_OBJECT = 'metadata must be a JSON object';
  const cases: [name: string, body: unknown, detail?: string][] = [
    // `base64.test.ts` beside the rule has all that is not base64.
    ['base64 without its padding', { path: 'docs/a', data: 'YQ' }, NOT_BASE64],
    ['a data URL that is not base64', { path: 'docs/a', data: 'data:text/plain,hello' }, NOT_BASE64],
    ['half a data URL', { path: 'docs/a', data: 'data:text/plain;base64' }, NOT_BASE64],
    ['a data URL in a data URL', { path: 'docs/a', data: `data:a/b;base64,data:a/b;base64,${data}` }, NOT_BASE64],
    [
      'an image that is not one',
      { path: 'docs/a', data, content_type: 'image/png' },
      'the file content is not image/png',
    ],
    [
      'an image by its data URL that is not one',
      { path: 'docs/a', data: `data:image/png;base64,${base64('<svg xmlns="http://www.w3.org/2000/svg"/>')}` },
      'the file content is image/svg+xml, not image/png',
    ],
    ['no path', { data }],
    ['no data', { path: 'docs/a' }],
    ['a path of another type', { path: ['docs/a'], data }],
    ['data of another type', { path: 'docs/a', data: { $binary: data } }],
    ['null data', { path: 'docs/a', data: null }],
    ['a content_type of another type', { path: 'docs/a', data, content_type: 1 }],
    ['overwrite as a text', { path: 'docs/a', data, overwrite: 'true' }],
    ['rename as a number', { path: 'docs/a', data, rename: 1 }],
    ['overwrite and rename', { path: 'docs/a', data, overwrite: true, rename: true }],
    ['a directory', { path: 'docs/', data }, 'path segments cannot be empty'],
    ['a record without a key', { path: 'docs/a', data, record: { collection: 'things' } }],
    ['a record without a collection', { path: 'docs/a', data, record: { key: record.key } }],
    ['a record of an empty collection', { path: 'docs/a', data, record: { ...record, collection: '' } }],
    ['a record with an invalid key', { path: 'docs/a', data, record: { ...record, key: 'x' } }],
    ['a record in a list', { path: 'docs/a', data, record: [record] }],
    ['a record that does not exist', { path: 'docs/a', data, record }, 'Database record not found'],
    ...[null, [], 'a', 1, '{}'].map((metadata): [string, unknown, string] => [
      `metadata ${JSON.stringify(metadata)}`,
      { path: 'docs/a', data, metadata },
      NO_OBJECT,
    ]),
    [
      'large metadata',
      { path: 'docs/a', data, metadata: { a: 'x'.repeat(4089) } },
      'metadata is larger than 4096 bytes',
    ],
    [
      'a metadata key that starts with $',
      { path: 'docs/a', data, metadata: { $a: 1 } },
      "metadata keys cannot start with '$' or contain '.'",
    ],
    ['a list', [{ path: 'docs/a', data }]],
    ['a text', 'docs/a'],
    ['NUL in the path', { path: 'docs/a\0', data }],
    ['NUL in the data', { path: 'docs/a', data: 'YQ\0==' }],
    ['NUL in metadata', { path: 'docs/a', data, metadata: { a: '\0' } }],
    ['NUL in a metadata key', { path: 'docs/a', data, metadata: { '\0': 1 } }],
    ['a lone surrogate in the path', { path: 'docs/\ud800', data }],
    ['a lone surrogate in metadata', { path: 'docs/a', data, metadata: { a: '\udc00' } }],
    ['NUL in the collection', { path: 'docs/a', data, record: { ...record, collection: '\0' } }],
  ];
  for (const [name, body, detail = INVALID] of cases) {
    test(name, async () => {
      const panel = await makePanel(service, owner);
      const status = detail === 'Database record not found' ? 404 : 422;
      await panel.refuse(status, detail, 'upload-b64', body);
      assert.deepEqual(await checkPanelUsage(panel), nothing);
    });
  }

  const raw: [name: string, body: string | Uint8Array<ArrayBuffer>][] = [
    ['a body that is not JSON', '{path:'],
    ['an empty body', ''],
    [
      'bytes that are not UTF-8',
      Uint8Array.from([...Buffer.from('{"path":"docs/'), 0xff, ...Buffer.from('","data":""}')]),
    ],
    ['a key that sets a prototype', '{"path":"docs/a","data":"","metadata":{"__proto__":{"a":1}}}'],
    ['metadata with 5,000 levels', `{"path":"docs/a","data":"","metadata":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`],
  ];
  for (const [name, body] of raw) {
    test(name, async () => {
      const panel = await makePanel(service, owner);
      const headers = { ...panel.headers, 'content-type': 'application/json' };
      const reply = await service.send(`${STORAGE}/upload-b64`, { headers, body });
      assert.deepEqual([reply.status, reply.body], [422, { detail: INVALID }]);
      assert.deepEqual(await checkPanelUsage(panel), nothing);
    });
  }

  test('no request for fields that only the service sets, but ignores them', async () => {
    const panel = await makePanel(service, owner);
    const more = {
      id: randomUUID(),
      owner: owner.id,
      sha256: 'x',
      size: 7,
      blob_key: 'x',
      created: 0,
      expires_at: 'x',
    };
    const stored = await panel.ask('upload-b64', { path: 'docs/a', data, ...more });
    assert.deepEqual([stored.owner, stored.size, stored.expires_at, stored.sha256.length], [null, 1, null, 64]);
    assert.notEqual(stored.id, more.id);
    assert.ok(stored.created > 0);
  });
});

test('the service logged no errors', () => {
  assert.deepEqual(
    memory.lines().filter(({ level }) => level >= 50),
    [],
  );
});
