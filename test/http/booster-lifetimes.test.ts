/** Automatic deletion of panel files: with their record, after their retention period, and with their panel. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { FILES_AT_ONCE } from '../../src/booster/storage/changes.ts';
import { deleteExpiredFiles } from '../../src/booster/storage/tasks.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { testService } from '../support/service.ts';
import {
  changePanel,
  insertFileRows,
  makePanel,
  type PanelUser,
  RECORDS,
  type StoredFile,
  setFolders,
} from './booster-panels.ts';
import { checkPanelUsage, nothing } from './booster-remains.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const owner = await service.person();
const { database, announce } = service.service.system;
const db = database.query;
const openPlace = await openPlaces();
const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a panel with a webhook, because events are stored only if a webhook receives them. */
function createObservedPanel(folders: Record<string, object> = {}, given: object = {}): Promise<PanelUser> {
  const events = ['file.changed', 'file.deleted', 'record.deleted'];
  return makePanel(service, owner, folders, { webhooks: [{ url: openPlace(json({})).url, events }], ...given });
}

async function readEvents({ id }: PanelUser): Promise<string[]> {
  const rows = await db.selectFrom('booster_events').selectAll().where('panel_id', '=', id).orderBy('id').execute();
  return rows.map(({ type, data }) => {
    const { reason, file } = data as { reason?: string; file?: StoredFile };
    return [type, reason, file?.path].filter(part => part !== undefined).join(' ');
  });
}

async function readBlobKey({ id }: StoredFile): Promise<string> {
  const row = db.selectFrom('booster_files').select('blob_key').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).blob_key;
}

async function hasTombstone(key: string): Promise<boolean> {
  const found = await db.selectFrom('blob_tombstones').select('blob_key').where('blob_key', '=', key).execute();
  return found.length === 1;
}

const readLinkStatus = async ({ url }: StoredFile) => (await fetch(String(url), { method: 'HEAD' })).status;

async function readUsedStorage(userId: string): Promise<number> {
  const row = db.selectFrom('users').select('storage_used').where('id', '=', userId);
  return (await row.executeTakeFirstOrThrow()).storage_used;
}

suite('deleting a record', () => {
  test('deletes its files and no others', async () => {
    const panel = await createObservedPanel();
    const [gone, stays] = [await panel.record(), await panel.record()];
    const upload = (path: string, { collection, key }: { collection: string; key: string }) =>
      panel.upload({ path, record_collection: collection, record_key: key }, { content: 'x'.repeat(10) });
    const files = [await upload('docs/1', gone), await upload('other/sub/2', gone)];
    const kept = [await upload('docs/3', stays), await panel.upload({ path: 'docs/4' })];
    const blobs = await Promise.all(files.map(readBlobKey));
    assert.deepEqual(await panel.ask('delete', { key: gone.key }, RECORDS), { accepted: true });
    for (const { id, path } of files) {
      await panel.refuse(404, 'file not found', 'get', { id });
      await panel.refuse(404, 'file not found', 'get', { path });
    }
    for (const file of files) assert.equal(await readLinkStatus(file), 404);
    for (const file of kept) assert.equal(await readLinkStatus(file), 200);
    for (const key of blobs) assert.ok(await hasTombstone(key));
    assert.deepEqual((await panel.ask<{ folders: object }>('usage')).folders, { docs: 11 });
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 2, bytes: 11 });
    const events = await readEvents(panel);
    assert.deepEqual(events.slice(0, 2).sort(), ['file.deleted record docs/1', 'file.deleted record other/sub/2']);
    assert.deepEqual(events.slice(2), ['record.deleted']);
  });

  test('only unlinks its files in folders with keep_without_record', async () => {
    const panel = await createObservedPanel({
      kept: { keep_without_record: true },
      gone: { keep_without_record: false },
    });
    const record = await panel.record();
    const fields = { record_collection: record.collection, record_key: record.key };
    const kept = await panel.upload({ path: 'kept/a', metadata: '{"n":1}', ...fields });
    const gone = await panel.upload({ path: 'gone/a', ...fields });
    await panel.ask('delete', { key: record.key }, RECORDS);
    const { updated, url, download_url, ...after } = await panel.ask('get', { id: kept.id });
    assert.deepEqual({ ...after, updated, url, download_url }, { ...kept, record: null, updated, url, download_url });
    assert.ok(updated > kept.updated);
    assert.equal(await readLinkStatus(kept), 200);
    assert.equal(await readLinkStatus(gone), 404);
    const events = (await readEvents(panel)).sort();
    assert.deepEqual(events, ['file.changed record kept/a', 'file.deleted record gone/a', 'record.deleted']);
    await checkPanelUsage(panel);
  });

  test('deletes its files even in folders that allow neither changes nor deletions', async () => {
    const panel = await createObservedPanel({ docs: { delete: 'none', update: 'none', read: 'none' } });
    const { collection, key } = await panel.record();
    await panel.upload({ path: 'docs/a', record_collection: collection, record_key: key });
    await panel.ask('delete', { key }, RECORDS);
    assert.deepEqual(await checkPanelUsage(panel), nothing);
  });

  test('works with more files than are deleted at once', async () => {
    const panel = await createObservedPanel({}, { webhooks: [] });
    const record = await panel.record();
    await insertFileRows(panel, 'docs', 2 * FILES_AT_ONCE + 1, record);
    await panel.ask('delete', { key: record.key }, RECORDS);
    assert.equal(await panel.ask('count'), 0);
  });

  test('while files are linked to it leaves no file with a missing record', async () => {
    const panel = await createObservedPanel();
    for (let time = 0; time < 5; time++) {
      const record = await panel.record();
      const { id } = await panel.upload({ path: `docs/${time}` });
      const fields = { record_collection: record.collection, record_key: record.key };
      const [linked, uploaded, deleted] = await Promise.all([
        panel.call('update', { id, record }),
        panel.send({ path: `new/${time}`, ...fields }),
        panel.call('delete', { key: record.key }, RECORDS),
      ]);
      assert.equal(deleted.status, 200);
      for (const { status } of [linked, uploaded]) assert.ok(status === 200 || status === 404, String(status));
      const filters = [['record.key', '!=', null]];
      assert.equal(await panel.ask('count', { params: { filters } }), 0);
    }
    await checkPanelUsage(panel);
  });
});

suite('retention days', () => {
  const sweep = () => deleteExpiredFiles({ database, announce }, AbortSignal.timeout(60_000));
  /** Pretends that the file entered its folder this much earlier. */
  async function age({ id }: StoredFile, days: number, seconds = 0): Promise<void> {
    const by = sql<Date>`kept_since - make_interval(days => ${days}, secs => ${seconds})`;
    await db.updateTable('booster_files').set({ kept_since: by }).where('id', '=', id).execute();
  }
  const daysUntilExpiry = (file: StoredFile) => (Date.parse(String(file.expires_at)) - Date.now()) / DAY_MS;
  const isAbout = (days: number, expected: number) => Math.abs(days - expected) < 0.01;

  test('determine the reported time of deletion', async () => {
    const panel = await createObservedPanel({ temp: { keep_days: 3 }, '*': { keep_days: 10 }, forever: {} });
    const file = await panel.upload({ path: 'temp/a' });
    assert.match(String(file.expires_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(isAbout(daysUntilExpiry(file), 3));
    assert.equal((await panel.ask('get', { id: file.id })).expires_at, file.expires_at);
    assert.ok(isAbout(daysUntilExpiry(await panel.upload({ path: 'other/a' })), 10));
    assert.equal((await panel.upload({ path: 'forever/a' })).expires_at, null);
    await setFolders(panel, { temp: { keep_days: 5 } });
    assert.ok(isAbout(daysUntilExpiry(await panel.ask('get', { id: file.id })), 5), 'as the settings are now');
    await setFolders(panel, {});
    assert.equal((await panel.ask('get', { id: file.id })).expires_at, null);
  });

  test('delete a file when they are over, and nothing else', async () => {
    const panel = await createObservedPanel({ temp: { keep_days: 3 }, '*': { keep_days: 10 }, forever: {} });
    const upload = (path: string) => panel.upload({ path }, { content: 'x'.repeat(10) });
    const gone = [await upload('temp/sub/over'), await upload('other/over')];
    const kept = [await upload('temp/not-yet'), await upload('other/not-yet'), await upload('forever/a')];
    const blobs = await Promise.all(gone.map(readBlobKey));
    await age(gone[0] as StoredFile, 3, 5);
    await age(gone[1] as StoredFile, 10, 5);
    await age(kept[0] as StoredFile, 2, 86_000);
    await age(kept[1] as StoredFile, 9);
    await age(kept[2] as StoredFile, 10_000);
    await sweep();
    for (const { id } of gone) await panel.refuse(404, 'file not found', 'get', { id });
    for (const file of gone) assert.equal(await readLinkStatus(file), 404);
    for (const file of kept) assert.equal(await readLinkStatus(file), 200);
    for (const key of blobs) assert.ok(await hasTombstone(key));
    assert.deepEqual(await checkPanelUsage(panel), { ...nothing, files: 3, bytes: 30 });
    const expected = ['file.deleted retention other/over', 'file.deleted retention temp/sub/over'];
    assert.deepEqual((await readEvents(panel)).sort(), expected);
    await sweep();
    assert.equal((await readEvents(panel)).length, 2, 'each is told once');
  });

  test('start again after a move to another folder and after new contents, but not after other changes', async () => {
    const panel = await createObservedPanel({ '*': { keep_days: 3 } });
    const [moved, renamed, described, overwritten] = await Promise.all(
      ['a/moved', 'a/renamed', 'a/described', 'a/overwritten'].map(path => panel.upload({ path })),
    );
    assert.ok(moved && renamed && described && overwritten);
    for (const file of [moved, renamed, described, overwritten]) await age(file, 3, 5);
    assert.ok(isAbout(daysUntilExpiry(await panel.ask('update', { id: moved.id, path: 'b/moved' })), 3));
    assert.ok(isAbout(daysUntilExpiry(await panel.ask('update', { id: renamed.id, path: 'a/sub/renamed' })), 0));
    assert.ok(isAbout(daysUntilExpiry(await panel.ask('update', { id: described.id, metadata: { n: 1 } })), 0));
    assert.ok(isAbout(daysUntilExpiry(await panel.upload({ path: 'a/overwritten', overwrite: 'true' })), 3));
    await sweep();
    const params = { sort_key: 'path' };
    const { files } = await panel.ask<{ files: StoredFile[] }>('list', { folder: 'a', recursive: true, params });
    assert.deepEqual(
      files.map(({ path }) => path),
      ['a/overwritten'],
    );
    assert.equal(await readLinkStatus(moved), 200);
  });

  test('apply in a disabled panel and in folders without permission to delete', async () => {
    const panel = await createObservedPanel({ temp: { keep_days: 1, delete: 'none', list: 'none' } });
    await age(await panel.upload({ path: 'temp/a' }), 2);
    await changePanel(panel, { enabled: false });
    await sweep();
    await changePanel(panel, { enabled: true });
    assert.deepEqual(await checkPanelUsage(panel), nothing);
  });

  test('apply to more files than one batch has', async () => {
    const panel = await createObservedPanel({ temp: { keep_days: 1 } }, { webhooks: [] });
    await insertFileRows(panel, 'temp/many', 1234);
    await insertFileRows(panel, 'other', 3);
    const longAgo = sql<Date>`now() - interval '2 days'`;
    await db.updateTable('booster_files').set({ kept_since: longAgo }).where('panel_id', '=', panel.id).execute();
    await Promise.all([sweep(), sweep()]);
    assert.deepEqual(await panel.ask('list'), { files: [], folders: ['other'] });
    assert.equal(await panel.ask('count'), 3);
  });

  test('are checked every minute', async () => {
    const { rows } = await sql<{ every_minutes: number }>`
      SELECT every_minutes FROM job_schedules WHERE kind = 'booster.delete-expired-files'`.execute(db);
    assert.deepEqual(rows, [{ every_minutes: 1 }]);
  });
});

suite('deleting a panel', () => {
  test('releases its storage and marks its blobs for deletion', async () => {
    const ann = await service.person({ storage_quota: 1000 });
    const panel = await makePanel(service, ann);
    const other = await makePanel(service, ann);
    const record = await panel.record();
    const fields = { record_collection: record.collection, record_key: record.key };
    const files = [
      await panel.upload({ path: 'docs/a', ...fields }, { content: 'x'.repeat(100) }),
      await panel.upload({ path: 'docs/b/c' }, { content: 'x'.repeat(200) }),
    ];
    await other.upload({ path: 'docs/a' }, { content: 'x'.repeat(50) });
    const direct = { path: 'docs/d', content_type: 'text/plain', size: 300 };
    const { upload_id } = await panel.ask<{ upload_id: string }>('upload/init', direct);
    const announced = db.selectFrom('booster_uploads').select('blob_key').where('id', '=', upload_id);
    const blobs = [
      ...(await Promise.all(files.map(readBlobKey))),
      (await announced.executeTakeFirstOrThrow()).blob_key,
    ];
    assert.equal(await readUsedStorage(ann.id), 650);
    await service.ask(`/api/v1/panel/delete?entity_id=${panel.id}`, {}, ann.key);
    assert.equal(await readUsedStorage(ann.id), 50);
    for (const key of blobs) assert.ok(await hasTombstone(key), key);
    for (const file of files) assert.equal(await readLinkStatus(file), 404);
    for (const table of ['booster_files', 'booster_directories', 'booster_records', 'booster_uploads'] as const) {
      assert.deepEqual(await db.selectFrom(table).select('panel_id').where('panel_id', '=', panel.id).execute(), []);
    }
    assert.deepEqual(await checkPanelUsage(other), { ...nothing, files: 1, bytes: 50 });
    await other.upload({ path: 'docs/b' }, { content: 'x'.repeat(950) });
  });

  test('of an organization releases the storage of the organization', async () => {
    const ann = await service.person();
    const organization_id = await service.organization([{ person: ann, write: true }], { storage_quota: 100 });
    const panel = await makePanel(service, ann, {}, { organization_id });
    await panel.upload({ path: 'docs/a' }, { content: 'x'.repeat(100) });
    await panel.refuseUpload(422, 'organization storage quota exceeded', { path: 'docs/b' });
    await service.ask(`/api/v1/panel/delete?entity_id=${panel.id}`, {}, ann.key);
    assert.equal(await readUsedStorage(ann.id), 0);
    const next = await makePanel(service, ann, {}, { organization_id });
    await next.upload({ path: 'docs/a' }, { content: 'x'.repeat(100) });
    await checkPanelUsage(next);
  });

  test('during uploads releases the storage of finished uploads and refuses later ones', async () => {
    const ann = await service.person();
    const panel = await makePanel(service, ann);
    const uploads = Array.from({ length: 20 }, (_, n) =>
      panel.send({ path: `docs/${n}` }, { content: 'x'.repeat(1000) }),
    );
    const deletion = service.ask(`/api/v1/panel/delete?entity_id=${panel.id}`, {}, ann.key);
    const replies = await Promise.all(uploads);
    await deletion;
    for (const { status, body } of replies) {
      if (status !== 200) assert.deepEqual([status, body], [404, { detail: 'panel not found' }]);
    }
    assert.equal(await readUsedStorage(ann.id), 0);
    await checkPanelUsage(await makePanel(service, ann));
  });
});
