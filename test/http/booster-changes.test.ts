/** Changing the metadata and records of panel files, deleting files, and the events that result. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite } from 'node:test';
import { json, openPlaces } from '../support/outside-places.ts';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { changePanel, makePanel, type PanelUser, type StoredFile, setFolders } from './booster-panels.ts';
import { checkPanelUsage, nothing } from './booster-remains.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const owner = await service.person();
const { query: db } = service.service.system.database;
const openPlace = await openPlaces();
const webhooks = [{ url: openPlace(json({})).url, events: ['file.stored', 'file.changed', 'file.deleted'] }];

/** Creates a panel with a webhook, because events are stored only if a webhook receives them. */
function createObservedPanel(folders: Record<string, object> = {}): Promise<PanelUser> {
  return makePanel(service, owner, folders, { webhooks });
}

async function readEvents({ id }: PanelUser) {
  const rows = await db.selectFrom('booster_events').selectAll().where('panel_id', '=', id).orderBy('id').execute();
  return rows.map(({ type, data }) => {
    const { reason, file } = data as { reason: string; file: StoredFile };
    return { type, reason, file };
  });
}

async function readEventNames(panel: PanelUser): Promise<string[]> {
  return (await readEvents(panel)).map(({ type, reason, file }) => `${type} ${reason} ${file.path}`);
}

suite('metadata', async () => {
  const panel = await createObservedPanel();
  const make = (metadata = '{"old":1,"both":1}') => panel.upload({ path: `docs/${randomUUID()}`, metadata });

  test('is replaced completely', async () => {
    const file = await make();
    const changed = await panel.ask('update', { id: file.id, metadata: { both: 2, new: [{ a: 'ü' }] } });
    const { updated, url, download_url } = changed;
    assert.deepEqual(changed, { ...file, metadata: { both: 2, new: [{ a: 'ü' }] }, updated, url, download_url });
    assert.ok(updated > file.updated);
    assert.deepEqual((await panel.ask('update', { id: file.id, metadata: {} })).metadata, {});
  });

  const metadata: [metadata: unknown, detail: string][] = [
    ['{"a":1}', 'metadata must be a JSON object'],
    [[], 'metadata must be a JSON object'],
    [null, 'metadata must be a JSON object'],
    [7, 'metadata must be a JSON object'],
    [{ a: 'x'.repeat(4096) }, 'metadata is larger than 4096 bytes'],
    [{ a: 'ü'.repeat(2048) }, 'metadata is larger than 4096 bytes'],
    [{ $set: 1 }, "metadata keys cannot start with '$' or contain '.'"],
    [{ a: [{ 'b.c': 1 }] }, "metadata keys cannot start with '$' or contain '.'"],
    [{ a: 'x\0' }, 'validation error'],
    [{ '\ud800': 1 }, 'validation error'],
  ];
  for (const [given, detail] of metadata) {
    test(`${JSON.stringify(given).slice(0, 20)} is refused: ${detail}`, async () => {
      const file = await make();
      await panel.refuse(422, detail, 'update', { id: file.id, metadata: given, path: 'docs/not-moved' });
      const { path, metadata } = await panel.ask('get', { id: file.id });
      assert.deepEqual([path, metadata], [file.path, { old: 1, both: 1 }]);
    });
  }

  test('may have exactly 4096 bytes and unusual keys', async () => {
    const { id } = await make();
    const most = { a: 'x'.repeat(4096 - '{"a":""}'.length) };
    assert.deepEqual((await panel.ask('update', { id, metadata: most })).metadata, most);
    const odd = { constructor: { prototype: 1 }, toString: '', '': 0, 'a b': true, a$: null };
    assert.deepEqual((await panel.ask('update', { id, metadata: odd })).metadata, odd);
  });
});

suite('`update` does not change', async () => {
  const panel = await createObservedPanel();

  test('fields that the caller may not set', async () => {
    const file = await panel.upload({ path: 'docs/mine.txt' }, { content: 'mine' });
    const other = await panel.upload({ path: 'docs/other.txt' }, { content: 'other' });
    const { blob_key } = await readRow(other.id);
    const before = await readRow(file.id);
    const sent = {
      owner: owner.id,
      sha256: other.sha256,
      size: 1_000_000,
      content_type: 'text/html',
      blob_key,
      blobKey: blob_key,
      panel_id: randomUUID(),
      folder: 'elsewhere',
      name: 'renamed',
      created: 0,
      updated: 0,
      kept_since: 0,
      expires_at: null,
      url: 'https://example.org',
      overwrite: true,
      rename: true,
    };
    const changed = await panel.ask('update', { id: file.id, ...sent, metadata: { applied: true } });
    const { updated, url, download_url } = changed;
    assert.deepEqual(changed, { ...file, metadata: { applied: true }, updated, url, download_url });
    const after = await readRow(file.id);
    assert.deepEqual(after, { ...before, metadata: { applied: true }, updated_at: after.updated_at });
    assert.equal(await (await fetch(String(url))).text(), 'mine');
  });

  test('the time of the last change, and stores no event, if all values are the same', async () => {
    const record = await panel.record();
    const file = await panel.upload({
      path: 'docs/same.txt',
      metadata: '{"a":1,"b":{"c":[1.5,"x"]}}',
      record_collection: record.collection,
      record_key: record.key,
    });
    const countBefore = (await readEvents(panel)).length;
    const unchanged = [
      {},
      { path: file.path },
      { record },
      { record: { ...record, key: record.key.toUpperCase() } },
      { unlink_record: false },
      { metadata: { b: { c: [1.5, 'x'] }, a: 1 } },
      { path: file.path, record, metadata: file.metadata },
    ];
    for (const change of unchanged) {
      const { url, download_url, ...same } = await panel.ask('update', { id: file.id, ...change });
      assert.deepEqual({ ...same, url, download_url }, { ...file, url, download_url }, JSON.stringify(change));
    }
    assert.equal((await readEvents(panel)).length, countBefore);
  });

  async function readRow(id: string) {
    return db.selectFrom('booster_files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }
});

suite('records', async () => {
  const panel = await createObservedPanel({ bound: { record_required: true } });
  const [one, two] = [await panel.record('invoices'), await panel.record('orders')];

  test('can be set, replaced and removed', async () => {
    const { id } = await panel.upload({ path: 'docs/a' });
    const countBefore = (await readEvents(panel)).length;
    assert.deepEqual((await panel.ask('update', { id, record: one })).record, one);
    assert.deepEqual((await panel.ask('update', { id, record: two })).record, two);
    assert.equal((await panel.ask('update', { id, unlink_record: true })).record, null);
    assert.equal((await panel.ask('update', { id, unlink_record: true })).record, null);
    const records = (await readEvents(panel)).slice(countBefore).map(({ type, file }) => [type, file.record]);
    assert.deepEqual(records, [
      ['file.changed', one],
      ['file.changed', two],
      ['file.changed', null],
    ]);
  });

  test('are refused if they are missing or belong elsewhere', async () => {
    const { id } = await panel.upload({ path: 'docs/b' });
    const elsewhere = await (await createObservedPanel()).record('invoices');
    const missing = { collection: 'invoices', key: randomUUID() };
    for (const record of [missing, elsewhere]) {
      await panel.refuse(404, 'Database record not found', 'update', { id, record });
    }
    const moved = { collection: 'orders', key: one.key };
    await panel.refuse(422, `record '${one.key}' is not in collection 'orders'`, 'update', { id, record: moved });
    assert.equal((await panel.ask('get', { id })).record, null);
  });

  test('can not be removed in a folder whose files must have one', async () => {
    const required = 'files in this folder must belong to a database record';
    const fields = { record_collection: one.collection, record_key: one.key };
    const { id } = await panel.upload({ path: 'bound/a', ...fields });
    await panel.refuse(422, required, 'update', { id, unlink_record: true });
    assert.deepEqual((await panel.ask('update', { id, record: two })).record, two);
    assert.deepEqual((await panel.ask('update', { id, path: 'bound/b', metadata: { n: 1 } })).record, two);
  });

  test('can not be set in a panel without a database, but other changes still work', async () => {
    const without = await createObservedPanel();
    const record = await without.record();
    const fields = { record_collection: record.collection, record_key: record.key };
    const { id } = await without.upload({ path: 'docs/a', ...fields });
    await changePanel(without, { database: false });
    const notAllowed = 'database access is not allowed for this panel';
    await without.refuse(403, notAllowed, 'update', { id, record });
    const changed = await without.ask('update', { id, path: 'docs/b', metadata: { n: 1 } });
    assert.deepEqual([changed.path, changed.metadata, changed.record], ['docs/b', { n: 1 }, record]);
    assert.equal((await without.ask('update', { id, unlink_record: true })).record, null);
  });
});

suite('delete', () => {
  test('returns that it is accepted, and leaves nothing behind', async () => {
    const panel = await createObservedPanel();
    const { id, url, download_url } = await panel.upload({ path: 'docs/a/b.txt' }, { content: 'gone' });
    assert.deepEqual(await panel.ask('delete', { id: id.toUpperCase() }), { accepted: true });
    await panel.refuse(404, 'file not found', 'delete', { id });
    await panel.refuse(404, 'file not found', 'get', { id });
    await panel.refuse(404, 'file not found', 'get', { path: 'docs/a/b.txt' });
    await panel.refuse(404, 'file not found', 'update', { id, path: 'docs/back.txt' });
    for (const link of [url, download_url]) assert.equal((await fetch(String(link))).status, 404);
    assert.deepEqual(await panel.ask('list'), { files: [], folders: [] });
    assert.deepEqual(await checkPanelUsage(panel), nothing);
    const events = ['file.stored upload docs/a/b.txt', 'file.deleted delete docs/a/b.txt'];
    assert.deepEqual(await readEventNames(panel), events);
  });

  test('needs permission in the folder', async () => {
    const panel = await createObservedPanel({ docs: { delete: 'none' }, other: { update: 'none', read: 'none' } });
    const kept = await panel.upload({ path: 'docs/a' });
    const disabled = "operation 'delete' is disabled for folder 'docs'";
    await panel.refuse(403, disabled, 'delete', { id: kept.id });
    await panel.refuse(403, disabled, 'delete-many', { ids: [kept.id] });
    const { id } = await panel.upload({ path: 'other/a' });
    await panel.ask('delete', { id });
    assert.equal(await panel.ask('count'), 1);
  });

  test('succeeds once among ten simultaneous requests', async () => {
    const panel = await createObservedPanel();
    const { id } = await panel.upload({ path: 'docs/a' }, { content: 'x'.repeat(100) });
    const replies = await Promise.all(Array.from({ length: 10 }, () => panel.call('delete', { id })));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(9).fill(404)]);
    assert.deepEqual(await checkPanelUsage(panel), nothing);
    assert.equal((await readEventNames(panel)).length, 2);
  });
});

suite('delete-many', () => {
  async function createPanelWithFiles(count: number) {
    const panel = await createObservedPanel({ closed: { delete: 'none' } });
    const files: StoredFile[] = [];
    for (let n = 0; n < count; n++) files.push(await panel.upload({ path: `docs/${n}` }));
    const listRemaining = async () => {
      const params = { sort_key: 'path', limit_to: 1000 };
      const { files } = await panel.ask<{ files: StoredFile[] }>('list', { folder: 'docs', params });
      return files.map(({ name }) => name);
    };
    return { panel, ids: files.map(({ id }) => id), listRemaining };
  }

  test('deletes in the requested order', async () => {
    const { panel, ids, listRemaining } = await createPanelWithFiles(4);
    assert.deepEqual(await panel.ask('delete-many', { ids: [2, 0, 3].map(n => ids[n]) }), { accepted: true });
    assert.deepEqual(await listRemaining(), ['1']);
    const deletions = (await readEventNames(panel)).slice(4);
    assert.deepEqual(
      deletions,
      [2, 0, 3].map(n => `file.deleted delete docs/${n}`),
    );
  });

  test('stops at the first missing file, and the files before it stay deleted', async () => {
    const { panel, ids, listRemaining } = await createPanelWithFiles(4);
    await panel.refuse(404, 'file not found', 'delete-many', { ids: [ids[1], randomUUID(), ids[0], ids[2]] });
    assert.deepEqual(await listRemaining(), ['0', '2', '3']);
    await panel.refuse(404, 'file not found', 'delete-many', { ids: [ids[2], ids[2], ids[0]] });
    assert.deepEqual(await listRemaining(), ['0', '3']);
    await checkPanelUsage(panel);
  });

  test('stops at the first file that may not be deleted', async () => {
    const { panel, ids, listRemaining } = await createPanelWithFiles(3);
    const closed = await panel.upload({ path: 'closed/a' });
    const disabled = "operation 'delete' is disabled for folder 'closed'";
    await panel.refuse(403, disabled, 'delete-many', { ids: [ids[0], closed.id, ids[1]] });
    assert.deepEqual(await listRemaining(), ['1', '2']);
    await setFolders(panel, {});
    await panel.ask('delete-many', { ids: [closed.id, ids[1]] });
    assert.deepEqual(await listRemaining(), ['2']);
  });

  test('deletes each of a hundred files once, even if two requests do it at once', COMPLETE_ONLY, async () => {
    const { panel, ids, listRemaining } = await createPanelWithFiles(100);
    const replies = await Promise.all([ids, ids.toReversed()].map(some => panel.call('delete-many', { ids: some })));
    assert.ok(replies.some(({ status }) => status === 404));
    for (const id of ids) await panel.call('delete', { id });
    assert.deepEqual(await listRemaining(), []);
    assert.deepEqual(await checkPanelUsage(panel), nothing);
    assert.equal((await readEventNames(panel)).filter(name => name.startsWith('file.deleted')).length, 100);
  });
});
