/** What `upload` stores of a form, in whatever order its fields come. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { CHARACTERS, DOTS, EMPTY, SPACE } from '../fixtures/booster-paths.ts';
import { testService } from '../support/service.ts';
import { makePanel, type StoredFile, succeeded } from './booster-panels.ts';
import { checkPanelUsage, nothing } from './booster-remains.ts';
import { field, file, form, part, sendForm } from './raw-forms.ts';

const service = await testService({ HEDDLE_MAX_FILE_MB: '2' });
const MEGABYTE = 2 ** 20;
const owner = await service.person();

async function readContent({ url, download_url }: StoredFile): Promise<Buffer> {
  assert.ok(url && download_url);
  const replies = await Promise.all([url, download_url].map(link => fetch(link)));
  const [shown, downloaded] = await Promise.all(replies.map(async reply => Buffer.from(await reply.arrayBuffer())));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  );
  assert.ok(shown && downloaded?.equals(shown));
  return shown;
}

suite('the stored file', () => {
  test('has exactly the fields of the specification', async () => {
    const panel = await makePanel(service, owner);
    const before = Date.now();
    const metadata = { tags: ['a', 1, null], nested: { ü: true } };
    const stored = await panel.upload(
      { path: 'docs/2026/q1/grüße.txt', metadata: JSON.stringify(metadata) },
      { content: 'héllo', name: 'other.bin', type: 'text/plain' },
    );
    const { id, created, updated, url, download_url, ...rest } = stored;
    assert.deepEqual(rest, {
      path: 'docs/2026/q1/grüße.txt',
      folder: 'docs',
      name: 'grüße.txt',
      size: 6,
      content_type: 'text/plain',
      sha256: createHash('sha256').update('héllo').digest('hex'),
      metadata,
      record: null,
      owner: null,
      expires_at: null,
    });
    assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.ok(Number.isInteger(created) && created >= before - 1 && created <= Date.now());
    assert.equal(updated, created);
    for (const link of [url, download_url]) {
      assert.ok(link?.startsWith(`${service.url}/api/v3/booster/storage/file/`), String(link));
    }
    assert.notEqual(url, download_url);
    assert.equal((await readContent(stored)).toString(), 'héllo');
    assert.deepEqual(await panel.ask('get', { id }), stored);
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1, bytes: 6 });
  });

  test('says when it expires according to its folder', async () => {
    const panel = await makePanel(service, owner, { kept: { keep_days: 30 } });
    const { created, expires_at } = await panel.upload({ path: 'kept/a' });
    assert.equal(expires_at, new Date(created + 30 * 24 * 60 * 60 * 1000).toISOString());
  });

  test('may be empty', async () => {
    const panel = await makePanel(service, owner);
    const stored = await panel.upload({ path: 'docs/empty' }, { content: '' });
    assert.equal(stored.size, 0);
    assert.equal(stored.sha256, createHash('sha256').digest('hex'));
    assert.equal((await readContent(stored)).length, 0);
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 1 });
  });

  test('is at most as large as the limit, wherever the path comes and with or without a content-length', async () => {
    const panel = await makePanel(service, owner);
    const path = (name: string) => field('path', `docs/${name}`);
    const most = file(Buffer.alloc(2 * MEGABYTE, 'a'));
    const more = file(Buffer.alloc(2 * MEGABYTE + 1, 'a'));
    const withLength = (bytes: Buffer<ArrayBuffer>) => bytes;
    const withoutLength = (bytes: Buffer<ArrayBuffer>) => new Blob([bytes]).stream();
    for (const [index, send] of [withLength, withoutLength].entries()) {
      const first = succeeded(await sendForm(panel, send(form(path(`${index}a`), most)))) as StoredFile;
      const last = succeeded(await sendForm(panel, send(form(most, path(`${index}b`))))) as StoredFile;
      assert.deepEqual([first.size, last.size], [2 * MEGABYTE, 2 * MEGABYTE]);
      for (const refused of [form(path('c'), more), form(more, path('c')), form(more)]) {
        const { status, body } = await sendForm(panel, send(refused));
        assert.deepEqual({ status, body }, { status: 422, body: { detail: 'the file is larger than 2 MB' } });
      }
    }
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 4, bytes: 8 * MEGABYTE });
  });

  test('may come from a body without a content-length', async () => {
    const panel = await makePanel(service, owner);
    const content = Buffer.alloc(1_500_000, 'abc');
    const body = new Blob([form(field('path', 'docs/'), file(content, 'big.bin'))]).stream();
    const stored = succeeded(await sendForm(panel, body)) as StoredFile;
    assert.deepEqual([stored.path, stored.size], ['docs/big.bin', content.length]);
    assert.ok((await readContent(stored)).equals(content));
  });
});

suite('fields', () => {
  test('may come in any order, before and after the file', async () => {
    const panel = await makePanel(service, owner, {}, { database: true });
    const record = await panel.record();
    const parts = [
      field('path', 'docs/'),
      field('metadata', '{"a":1}'),
      field('record_collection', record.collection),
      field('record_key', record.key),
      field('rename', 'true'),
      field('overwrite', 'false'),
      file('content', 'a.txt'),
    ];
    for (let offset = 0; offset < parts.length; offset++) {
      const rotated = [...parts.slice(offset), ...parts.slice(0, offset)];
      for (const ordered of [rotated, rotated.toReversed()]) {
        const stored = succeeded(await sendForm(panel, form(...ordered))) as StoredFile;
        assert.match(stored.path, /^docs\/a( \(\d+\))?\.txt$/);
        assert.deepEqual([stored.metadata, stored.record, stored.size], [{ a: 1 }, record, 7]);
      }
    }
    assert.equal((await checkPanelUsage(panel)).files, 2 * parts.length);
  });

  test('that are unknown are ignored', async () => {
    const panel = await makePanel(service, owner);
    const ignored = { owner: owner.id, sha256: 'x', size: '1', blob_key: 'x', id: owner.id, content_type: 'image/png' };
    const stored = await panel.upload({ path: 'docs/a', ...ignored }, { content: 'abc' });
    assert.deepEqual(
      [stored.owner, stored.size, stored.content_type, stored.sha256.length],
      [null, 3, 'text/plain', 64],
    );
    assert.notEqual(stored.id, owner.id);
  });

  for (const [text, means] of [
    ['true', true],
    ['True', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ] as const) {
    test(`may say overwrite=${text}`, async () => {
      const panel = await makePanel(service, owner);
      await panel.upload({ path: 'docs/a' });
      const again = await panel.send({ path: 'docs/a', overwrite: text });
      assert.equal(again.status, means ? 200 : 409);
    });
  }

  test('may give the key of a record in capitals', async () => {
    const panel = await makePanel(service, owner);
    const { collection, key } = await panel.record();
    const sent = { path: 'docs/a', record_collection: collection, record_key: key.toUpperCase() };
    assert.deepEqual((await panel.upload(sent)).record, { collection, key });
  });
});

suite('a path that ends with a slash takes the name of the file', () => {
  const names: [sent: string, path: string][] = [
    ['a.txt', 'docs/a.txt'],
    ['灯泡 – ü.jpeg', 'docs/灯泡 – ü.jpeg'],
    ['a;b=c, d.txt', 'docs/a;b=c, d.txt'],
    ['😀', 'docs/😀'],
    ['.env', 'docs/.env'],
    ['a..b', 'docs/a..b'],
  ];
  for (const [sent, path] of names) {
    test(sent, async () => {
      const panel = await makePanel(service, owner);
      assert.equal((await panel.upload({ path: 'docs/' }, { name: sent })).path, path);
      assert.equal(
        (await panel.upload({ path: 'docs/sub/' }, { name: sent })).path,
        path.replace('docs/', 'docs/sub/'),
      );
    });
  }

  const wrong: [written: string, detail: string][] = [
    ['../x', CHARACTERS],
    ['..\\\\x', CHARACTERS],
    ['/etc/passwd', CHARACTERS],
    ['C:\\\\temp\\\\a.txt', CHARACTERS],
    ['a\\"b.txt', CHARACTERS],
    ['a%22b.txt', CHARACTERS],
    ['a\u0000b', CHARACTERS],
    ['a\u007fb', CHARACTERS],
    ["it's", CHARACTERS],
    ['..', DOTS],
    ['.', DOTS],
    ['', EMPTY],
    [' a', SPACE],
    ['x'.repeat(600), 'validation error'],
  ];
  for (const [written, detail] of wrong) {
    test(`but not if it is ${JSON.stringify(written.slice(0, 30))}`, async () => {
      const panel = await makePanel(service, owner);
      const [path, sent] = [field('path', 'docs/'), file('x', written)];
      for (const body of [form(path, sent), form(sent, path)]) {
        const reply = await sendForm(panel, body);
        assert.deepEqual([reply.status, reply.body], [422, { detail }]);
      }
      assert.deepEqual(await checkPanelUsage(panel), nothing);
    });
  }

  test('but not if the file has no name', async () => {
    const panel = await makePanel(service, owner);
    const unnamed = part(
      'content-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream',
      'abc',
    );
    for (const body of [form(field('path', 'docs/'), unnamed), form(unnamed, field('path', 'docs/'))]) {
      const reply = await sendForm(panel, body);
      assert.deepEqual([reply.status, reply.body], [422, { detail: EMPTY }]);
    }
    const whole = succeeded(await sendForm(panel, form(unnamed, field('path', 'docs/a.csv')))) as StoredFile;
    assert.deepEqual([whole.path, whole.size, whole.content_type], ['docs/a.csv', 3, 'text/csv']);
  });
});
