/** What the webhooks of a panel hear of its files and records, from the call that changed them to the receiver. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { deleteExpiredFiles } from '../../src/booster/storage/tasks.ts';
import { json, openPlaces, type Place, type SeenRequest } from '../support/outside-places.ts';
import { testService } from '../support/service.ts';
import { makePanel, type PanelUser, RECORDS, type StoredFile } from './booster-panels.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const owner = await service.person();
const { database, announce } = service.service.system;
const openPlace = await openPlaces();
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const FILES = ['file.stored', 'file.changed', 'file.deleted'];
const ALL = [...FILES, 'record.created', 'record.changed', 'record.deleted'];

interface Message {
  type: string;
  timestamp: string;
  data: { panel_id: string; file?: StoredFile; record?: { key: string; collection: string; data: object } };
}

interface Heard {
  panel: PanelUser;
  place: Place;
  /** The first so many, checked for their signature, in the order they came. */
  messages(count: number): Promise<Message[]>;
}

async function heardPanel(events: string[], folders: Record<string, object> = {}): Promise<Heard> {
  const place = openPlace(json({}));
  const panel = await makePanel(service, owner, folders, { webhooks: [{ url: place.url, events, secret: SECRET }] });
  return {
    panel,
    place,
    async messages(count) {
      await place.came(count);
      return place.seen.slice(0, count).map(messageOf);
    },
  };
}

function messageOf({ body, headers }: SeenRequest): Message {
  const signed = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => [name, String(headers[name])]),
  );
  return new Webhook(SECRET).verify(body, signed) as Message;
}

/** Nothing else was written down to be told, and nothing came twice. */
async function nothingMore({ panel, place }: Heard, expected: number): Promise<void> {
  const { query: db } = database;
  const events = await db.selectFrom('booster_events').select('id').where('panel_id', '=', panel.id).execute();
  assert.equal(events.length, expected);
  assert.equal(place.seen.length, expected);
}

suite('one file', () => {
  test('is told of from its coming to its going, in order, with links that work', async () => {
    const heard = await heardPanel(FILES);
    const { panel } = heard;
    const before = Date.now();
    const stored = await panel.upload({ path: 'docs/a.txt', metadata: '{"n":1}' }, { content: 'first' });
    const [first] = await heard.messages(1);
    assert.ok(first);
    assert.equal(await (await fetch(String(first.data.file?.url))).text(), 'first');

    const moved = await panel.ask('update', { id: stored.id, path: 'other/b.txt' });
    const described = await panel.ask('update', { id: stored.id, metadata: { n: 2 } });
    const overwritten = await panel.upload({ path: 'other/b.txt', overwrite: 'true' }, { content: 'second' });
    const all = await heard.messages(4);
    assert.deepEqual(
      all.map(({ type }) => type),
      ['file.stored', 'file.changed', 'file.changed', 'file.stored'],
    );
    const answers = [stored, moved, described, overwritten];
    for (const [index, { data, timestamp }] of all.entries()) {
      const { url, download_url, ...file } = data.file ?? ({} as StoredFile);
      assert.deepEqual({ ...file, url, download_url }, { ...answers[index], url, download_url });
      assert.equal(data.panel_id, panel.id);
      assert.ok(Date.parse(timestamp) >= before - 1 && Date.parse(timestamp) <= Date.now(), timestamp);
      assert.deepEqual(Object.keys(data).sort(), ['file', 'panel_id']);
      for (const link of [url, download_url]) {
        assert.equal(await (await fetch(String(link))).text(), 'second', 'the link leads to what the file is now');
      }
    }

    await panel.ask('delete', { id: stored.id });
    const last = (await heard.messages(5)).at(-1);
    const { url, download_url, ...gone } = last?.data.file ?? ({} as StoredFile);
    assert.equal(last?.type, 'file.deleted');
    assert.deepEqual([url, download_url], [null, null], 'of what is not there any more');
    assert.deepEqual({ ...gone, url: 0, download_url: 0 }, { ...overwritten, url: 0, download_url: 0 });
    await nothingMore(heard, 5);
  });

  test('stored as base64 or directly is stored like any other', async () => {
    const heard = await heardPanel(FILES);
    const { panel } = heard;
    await panel.ask('upload-b64', { path: 'docs/b64.txt', data: btoa('base64') });
    const given = { path: 'docs/direct.txt', content_type: 'text/plain', size: 6 };
    const { upload_id, url, fields } = await panel.ask<{
      upload_id: string;
      url: string;
      fields: Record<string, string>;
    }>('upload/init', given);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob(['direct'], { type: 'text/plain' }), 'x');
    assert.equal((await fetch(url, { method: 'POST', body: form })).status, 204);
    await panel.ask('upload/complete', { upload_id });
    const messages = await heard.messages(2);
    assert.deepEqual(messages.map(({ type, data }) => `${type} ${data.file?.path}`).sort(), [
      'file.stored docs/b64.txt',
      'file.stored docs/direct.txt',
    ]);
    await nothingMore(heard, 2);
  });

  test('is not told of when nothing happened to it', async () => {
    const heard = await heardPanel(FILES, { closed: { upload: 'none' } });
    const { panel } = heard;
    const { id } = await panel.upload({ path: 'docs/a.txt' });
    await panel.refuseUpload(409, "a file 'docs/a.txt' already exists", { path: 'docs/a.txt' });
    const disabled = "operation 'upload' is disabled for folder 'closed'";
    await panel.refuse(403, disabled, 'update', { id, path: 'closed/a.txt' });
    await panel.refuse(404, 'Database record not found', 'update', { id, record: { collection: 'x', key: id } });
    await panel.ask('update', { id, path: 'docs/a.txt' });
    await panel.ask('update', { id, metadata: {} });
    await panel.ask('get', { id });
    await panel.ask('delete', { id });
    await panel.refuse(404, 'file not found', 'delete', { id });
    const messages = await heard.messages(2);
    assert.deepEqual(
      messages.map(({ type }) => type),
      ['file.stored', 'file.deleted'],
    );
    await nothingMore(heard, 2);
  });

  test('of a folder that nobody reads is told of without links', async () => {
    const heard = await heardPanel(FILES, { closed: { read: 'none' } });
    await heard.panel.upload({ path: 'closed/a.txt' });
    const [message] = await heard.messages(1);
    assert.deepEqual([message?.data.file?.url, message?.data.file?.download_url], [null, null]);
  });
});

suite('records', () => {
  test('and their files, when a record is deleted', async () => {
    const heard = await heardPanel(ALL, { kept: { keep_without_record: true } });
    const { panel } = heard;
    const record = await panel.record('things', { n: 1 });
    const fields = { record_collection: record.collection, record_key: record.key };
    const [gone, kept] = [
      await panel.upload({ path: 'docs/gone', ...fields }),
      await panel.upload({ path: 'kept/kept', ...fields }),
    ];
    await panel.ask('update', { key: record.key, data: { m: 2 } }, RECORDS);
    await panel.ask('delete', { key: record.key }, RECORDS);
    const messages = await heard.messages(7);
    const of = (id: string) => messages.filter(({ data }) => (data.file?.id ?? data.record?.key) === id);
    const typesOf = (id: string) => of(id).map(({ type }) => type);
    assert.deepEqual(typesOf(record.key), ['record.created', 'record.changed', 'record.deleted']);
    assert.deepEqual(typesOf(gone.id), ['file.stored', 'file.deleted']);
    assert.deepEqual(typesOf(kept.id), ['file.stored', 'file.changed']);
    assert.deepEqual(
      of(record.key).map(({ data }) => data.record?.data),
      [{ n: 1 }, { n: 1, m: 2 }, { n: 1, m: 2 }],
    );
    assert.deepEqual(
      of(kept.id).map(({ data }) => data.file?.record),
      [record, null],
    );
    assert.equal((await fetch(String(of(kept.id).at(-1)?.data.file?.url))).status, 200);
    await nothingMore(heard, 7);
  });
});

suite('many files', () => {
  test('deleted by retention are told of, each once', async () => {
    const heard = await heardPanel(['file.deleted'], { temp: { keep_days: 1 } });
    const { panel } = heard;
    const files = await Promise.all(Array.from({ length: 20 }, (_, n) => panel.upload({ path: `temp/${n}` })));
    const longAgo = sql<Date>`now() - interval '2 days'`;
    const { query: db } = database;
    await db.updateTable('booster_files').set({ kept_since: longAgo }).where('panel_id', '=', panel.id).execute();
    await deleteExpiredFiles({ database, announce }, AbortSignal.timeout(30_000));
    const messages = await heard.messages(20);
    assert.deepEqual(messages.map(({ data }) => data.file?.id).sort(), files.map(({ id }) => id).sort());
    await nothingMore(heard, 20);
  });

  test('changed at once: of each in its own order', async () => {
    const heard = await heardPanel(FILES);
    const { panel } = heard;
    const paths = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const { id } = await panel.upload({ path: `docs/${n}` });
        for (let time = 1; time <= 3; time++) await panel.ask('update', { id, path: `moved/${time}/${n}` });
        await panel.ask('delete', { id });
        return [`docs/${n}`, `moved/1/${n}`, `moved/2/${n}`, `moved/3/${n}`, `moved/3/${n}`];
      }),
    );
    const messages = await heard.messages(40);
    const byFile = Map.groupBy(messages, ({ data }) => data.file?.id);
    const told = [...byFile.values()].map(of => of.map(({ data }) => String(data.file?.path)));
    assert.deepEqual(told.sort(), paths.sort());
    await nothingMore(heard, 40);
  });

  test('are told to those alone who asked for such events', async () => {
    const [stored, deleted] = [openPlace(json({})), openPlace(json({}))];
    const webhooks = [
      { url: stored.url, events: ['file.stored'], secret: SECRET },
      { url: deleted.url, events: ['file.deleted'], secret: SECRET },
    ];
    const panel = await makePanel(service, owner, {}, { webhooks });
    const { id } = await panel.upload({ path: 'docs/a' });
    await panel.ask('update', { id, path: 'docs/b' });
    await panel.ask('delete', { id });
    await Promise.all([stored.came(1), deleted.came(1)]);
    assert.deepEqual(
      [stored, deleted].map(({ seen }) => seen.map(request => messageOf(request).type)),
      [['file.stored'], ['file.deleted']],
    );
  });
});
