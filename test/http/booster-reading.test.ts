/** Reads a file of a panel with `get`, links to several with `url`, and the used space with `usage`. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { testService } from '../support/service.ts';
import { makePanel, type PanelUser, setFolders } from './booster-panels.ts';

const service = await testService();
const owner = await service.person();
const MEGABYTE = 2 ** 20;
const MINUTE_MS = 60_000;

suite('get', async () => {
  const panel = await makePanel(service, owner, { closed: { read: 'none' }, kept: { keep_days: 3 } });
  const record = await panel.record('invoices');
  const path = 'docs/2026/灯泡 – ü.jpeg.txt';
  const before = Date.now();
  const uploaded = await panel.upload(
    { path, metadata: '{"a":{"b":[1,null]}}', record_collection: 'invoices', record_key: record.key },
    { content: 'héllo', type: 'text/x-greeting' },
  );

  test('returns all fields of a file, by its id or path', async () => {
    const { url, download_url, ...file } = await panel.ask('get', { id: uploaded.id });
    assert.deepEqual(file, {
      id: uploaded.id,
      path,
      folder: 'docs',
      name: '灯泡 – ü.jpeg.txt',
      size: 6,
      content_type: 'text/x-greeting',
      sha256: createHash('sha256').update('héllo').digest('hex'),
      metadata: { a: { b: [1, null] } },
      record: { collection: 'invoices', key: record.key },
      owner: null,
      created: uploaded.created,
      updated: uploaded.created,
      expires_at: null,
    });
    assert.ok(uploaded.created >= before - 1 && uploaded.created <= Date.now() + 1);
    const byPath = await panel.ask('get', { path });
    assert.deepEqual({ ...byPath, url, download_url }, { ...file, url, download_url });
    const inCapitals = await panel.ask('get', { id: uploaded.id.toUpperCase() });
    assert.equal(inCapitals.id, uploaded.id);
    for (const link of [url, download_url, byPath.url, byPath.download_url]) {
      assert.equal(await (await fetch(String(link))).text(), 'héllo');
    }
  });

  test('answers 404 if there is no such file', async () => {
    const nowhere = [
      { id: randomUUID() },
      { path: 'docs/2026/nothing' },
      { path: 'docs/2026' },
      { path: 'docs/2026/' },
      { path: 'docs' },
      { path: '' },
      { path: `/${path}` },
      { path: path.toUpperCase() },
      { path: path.normalize('NFD') },
      { path: `docs/../${path}` },
      { path: 'x'.repeat(1_000_000) },
      { path: '%' },
    ];
    for (const body of nowhere) await panel.refuse(404, 'file not found', 'get', body);
  });

  test('is refused in a folder without the right to read', async () => {
    const { id, url, download_url } = await panel.upload({ path: 'closed/a.txt' });
    assert.deepEqual([url, download_url], [null, null], 'links need the right to read');
    const disabled = "operation 'read' is disabled for folder 'closed'";
    await panel.refuse(403, disabled, 'get', { id });
    await panel.refuse(403, disabled, 'get', { path: 'closed/a.txt' });
    await panel.refuse(403, disabled, 'url', { ids: [id] });
    await panel.refuse(403, disabled, 'url', { ids: [uploaded.id, id] });
    await panel.refuse(404, 'file not found', 'get', { path: 'closed/b.txt' });
  });

  test('is allowed through the API at all other levels of the right to read', async () => {
    for (const read of ['owner', 'users', 'public']) {
      await setFolders(panel, { level: { read } });
      const { id } = await panel.upload({ path: `level/${read}.txt` });
      assert.equal((await panel.ask('get', { id })).id, id);
    }
  });
});

suite('url', async () => {
  const panel = await makePanel(service, owner, { open: { public_links: true } });
  const files = await Promise.all(
    ['docs/a.txt', 'docs/b.txt', 'open/c.txt'].map(path => panel.upload({ path }, { content: path })),
  );
  const [first, second, third] = files.map(({ id }) => id) as [string, string, string];

  interface Linked {
    id: string;
    url: string;
    expires_at: number | null;
  }
  const requestLinks = (body: object, user: PanelUser = panel) => user.ask<Linked[]>('url', body);
  /** Links expire at a full minute, so their lifetime is rounded up. */
  const isWithin = (expiresAt: number | null, minutes: number, now: number) =>
    expiresAt !== null &&
    expiresAt % MINUTE_MS === 0 &&
    expiresAt >= now + minutes * MINUTE_MS &&
    expiresAt <= Date.now() + (minutes + 1) * MINUTE_MS;

  test('returns a link for each id in order, even if an id is repeated', async () => {
    const before = Date.now();
    const links = await requestLinks({ ids: [second, first, second.toUpperCase(), third] });
    assert.deepEqual(
      links.map(({ id }) => id),
      [second, first, second, third],
    );
    for (const link of links) assert.deepEqual(Object.keys(link), ['id', 'url', 'expires_at']);
    for (const { expires_at } of links.slice(0, 3)) assert.ok(isWithin(expires_at, 60, before), String(expires_at));
    assert.equal(links[3]?.expires_at, null, 'a permanent public link');
    const texts = await Promise.all(links.map(async ({ url }) => (await fetch(url)).text()));
    assert.deepEqual(texts, ['docs/b.txt', 'docs/a.txt', 'docs/b.txt', 'open/c.txt']);
  });

  test('accepts a hundred ids', async () => {
    assert.equal((await requestLinks({ ids: Array(100).fill(first) })).length, 100);
  });

  test('accepts ttl_minutes from 1 to 60', async () => {
    for (const ttl_minutes of [1, 2, 59, 60]) {
      const before = Date.now();
      const [link] = await requestLinks({ ids: [first], ttl_minutes });
      const after = Date.now();
      assert.ok(link?.expires_at);
      const lifeMs = ttl_minutes * MINUTE_MS;
      assert.ok(link.expires_at > before + lifeMs - 1000 && link.expires_at <= after + lifeMs, String(link.expires_at));
      assert.equal(link.expires_at % 1000, 0);
      const reply = await fetch(link.url);
      assert.equal(await reply.text(), 'docs/a.txt');
      const [, seconds] = /max-age=(\d+)/.exec(reply.headers.get('cache-control') ?? '') ?? [];
      assert.ok(Number(seconds) * 1000 <= Number(link.expires_at) - before, 'no cache keeps it for longer');
    }
    for (const ttl_minutes of [0, -1, 61, 1.5, '5', null, 1e9]) {
      await panel.refuse(422, 'validation error', 'url', { ids: [first], ttl_minutes });
    }
  });

  test('returns links to download or to view, as `download` says', async () => {
    const png = Uint8Array.from(Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'));
    const { id } = await panel.upload({ path: 'docs/a.png' }, { content: png, type: 'image/png' });
    const dispositions = { true: /^attachment;/, false: /^inline;/ };
    for (const download of [true, false]) {
      const [link] = await requestLinks({ ids: [id], download });
      const reply = await fetch(String(link?.url), { method: 'HEAD' });
      assert.match(reply.headers.get('content-disposition') ?? '', dispositions[`${download}`]);
    }
  });

  test('returns no links at all if one file does not exist', async () => {
    await panel.refuse(404, 'file not found', 'url', { ids: [first, randomUUID(), second] });
    const elsewhere = await makePanel(service, owner);
    const { id } = await elsewhere.upload({ path: 'docs/a.txt' });
    await panel.refuse(404, 'file not found', 'url', { ids: [id] });
  });
});

suite('usage', () => {
  const usage = { files: 0, size: 0, limit: 1024 * MEGABYTE, folders: {} };

  test('of an empty panel is zero, with the limit of the panel', async () => {
    assert.deepEqual(await (await makePanel(service, owner)).ask('usage'), usage);
    const small = await makePanel(service, owner, {}, { limit_mb: 7 });
    assert.deepEqual(await small.ask('usage'), { ...usage, limit: 7 * MEGABYTE });
    const unlimited = await makePanel(service, owner, {}, { limit_mb: 0 });
    assert.deepEqual(await unlimited.ask('usage'), { ...usage, limit: 0 });
  });

  test('follows every change, and omits folders without files', async () => {
    const panel = await makePanel(service, owner);
    const file = await panel.upload({ path: 'docs/a/b/1.txt' }, { content: 'x'.repeat(10) });
    await panel.upload({ path: 'docs/2.txt' }, { content: 'x'.repeat(5) });
    const empty = await panel.upload({ path: 'empty/0.txt' }, { content: '' });
    assert.deepEqual(await panel.ask('usage'), { ...usage, files: 3, size: 15, folders: { docs: 15, empty: 0 } });
    await panel.upload({ path: 'docs/2.txt', overwrite: 'true' }, { content: 'x'.repeat(7) });
    assert.deepEqual(await panel.ask('usage'), { ...usage, files: 3, size: 17, folders: { docs: 17, empty: 0 } });
    await panel.ask('update', { id: file.id, path: 'other/a/1.txt' });
    const moved = { docs: 7, empty: 0, other: 10 };
    assert.deepEqual(await panel.ask('usage'), { ...usage, files: 3, size: 17, folders: moved });
    assert.deepEqual(await panel.ask('list', { folder: 'docs', links: false, prefix: 'a' }), {
      files: [],
      folders: [],
    });
    assert.deepEqual((await panel.ask<{ folders: string[] }>('list', { folder: 'docs' })).folders, []);
    for (const { id } of [file, empty]) await panel.ask('delete', { id });
    assert.deepEqual(await panel.ask('usage'), { ...usage, files: 1, size: 7, folders: { docs: 7 } });
    assert.deepEqual((await panel.ask<{ folders: string[] }>('list')).folders, ['docs']);
  });

  test('accepts an empty body, no body, and unknown fields', async () => {
    const panel = await makePanel(service, owner);
    for (const body of [undefined, '', '{}', '{"folder":7}']) {
      const headers = { ...panel.headers, 'content-type': 'application/json' };
      const reply = await service.send('/api/v3/booster/storage/private/usage', { headers, body: body ?? null });
      assert.deepEqual([reply.status, reply.body], [200, usage]);
    }
  });
});
