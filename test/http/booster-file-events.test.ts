/** Webhook messages about the files and records of a panel, from the call that changes them to the receiver. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { deleteExpiredFiles } from '../../src/booster/storage/tasks.ts';
import { json, openPlaces, type Place, type SeenRequest } from '../support/outside-places.ts';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
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

interface ObservedPanel {
  panel: PanelUser;
  place: Place;
  /** Waits for this many messages, verifies their signatures, and returns them in the order of arrival. */
  messages(count: number): Promise<Message[]>;
}

async function createObservedPanel(events: string[], folders: Record<string, object> = {}): Promise<ObservedPanel> {
  const place = openPlace(json({}));
  const panel = await makePanel(service, owner, folders, { webhooks: [{ url: place.url, events, secret: SECRET }] });
  return {
    panel,
    place,
    async messages(count) {
      await place.came(count);
      return place.seen.slice(0, count).map(verifyMessage);
    },
  };
}

function verifyMessage({ body, headers }: SeenRequest): Message {
  const signed = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => [name, String(headers[name])]),
  );
  return new Webhook(SECRET).verify(body, signed) as Message;
}

/** Checks that exactly this many events were stored and delivered. */
async function checkNothingElse({ panel, place }: ObservedPanel, expected: number): Promise<void> {
  const { query: db } = database;
  const events = await db.selectFrom('booster_events').select('id').where('panel_id', '=', panel.id).execute();
  assert.equal(events.length, expected);
  assert.equal(place.seen.length, expected);
}

suite('one file', () => {
  test('is reported from its upload to its deletion, in order, with working links', async () => {
    const observed = await createObservedPanel(FILES);
    const { panel } = observed;
    const before = Date.now();
    const stored = await panel.upload({ path: 'docs/a.txt', metadata: '{"n":1}' }, { content: 'first' });
    const [first] = await observed.messages(1);
    assert.ok(first);
    assert.equal(await (await fetch(String(first.data.file?.url))).text(), 'first');

    const moved = await panel.ask('update', { id: stored.id, path: 'other/b.txt' });
    const described = await panel.ask('update', { id: stored.id, metadata: { n: 2 } });
    const overwritten = await panel.upload({ path: 'other/b.txt', overwrite: 'true' }, { content: 'second' });
    const all = await observed.messages(4);
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
    const last = (await observed.messages(5)).at(-1);
    const { url, download_url, ...gone } = last?.data.file ?? ({} as StoredFile);
    assert.equal(last?.type, 'file.deleted');
    assert.deepEqual([url, download_url], [null, null], 'of what is not there any more');
    assert.deepEqual({ ...gone, url: 0, download_url: 0 }, { ...overwritten, url: 0, download_url: 0 });
    await checkNothingElse(observed, 5);
  });

  test('uploaded as base64 or directly is reported like any other', async () => {
    const observed = await createObservedPanel(FILES);
    const { panel } = observed;
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
    const messages = await observed.messages(2);
    assert.deepEqual(messages.map(({ type, data }) => `${type} ${data.file?.path}`).sort(), [
      'file.stored docs/b64.txt',
      'file.stored docs/direct.txt',
    ]);
    await checkNothingElse(observed, 2);
  });

  test('is not reported when nothing changed', async () => {
    const observed = await createObservedPanel(FILES, { closed: { upload: 'none' } });
    const { panel } = observed;
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
    const messages = await observed.messages(2);
    assert.deepEqual(
      messages.map(({ type }) => type),
      ['file.stored', 'file.deleted'],
    );
    await checkNothingElse(observed, 2);
  });

  test('in a folder without read access is reported without links', async () => {
    const observed = await createObservedPanel(FILES, { closed: { read: 'none' } });
    await observed.panel.upload({ path: 'closed/a.txt' });
    const [message] = await observed.messages(1);
    assert.deepEqual([message?.data.file?.url, message?.data.file?.download_url], [null, null]);
  });
});

suite('records', () => {
  test('are reported together with the files that their deletion affects', async () => {
    const observed = await createObservedPanel(ALL, { kept: { keep_without_record: true } });
    const { panel } = observed;
    const record = await panel.record('things', { n: 1 });
    const fields = { record_collection: record.collection, record_key: record.key };
    const [gone, kept] = [
      await panel.upload({ path: 'docs/gone', ...fields }),
      await panel.upload({ path: 'kept/kept', ...fields }),
    ];
    await panel.ask('update', { key: record.key, data: { m: 2 } }, RECORDS);
    await panel.ask('delete', { key: record.key }, RECORDS);
    const messages = await observed.messages(7);
    const findMessages = (id: string) => messages.filter(({ data }) => (data.file?.id ?? data.record?.key) === id);
    const findTypes = (id: string) => findMessages(id).map(({ type }) => type);
    assert.deepEqual(findTypes(record.key), ['record.created', 'record.changed', 'record.deleted']);
    assert.deepEqual(findTypes(gone.id), ['file.stored', 'file.deleted']);
    assert.deepEqual(findTypes(kept.id), ['file.stored', 'file.changed']);
    assert.deepEqual(
      findMessages(record.key).map(({ data }) => data.record?.data),
      [{ n: 1 }, { n: 1, m: 2 }, { n: 1, m: 2 }],
    );
    assert.deepEqual(
      findMessages(kept.id).map(({ data }) => data.file?.record),
      [record, null],
    );
    assert.equal((await fetch(String(findMessages(kept.id).at(-1)?.data.file?.url))).status, 200);
    await checkNothingElse(observed, 7);
  });
});

suite('many files', () => {
  test('deleted by retention are each reported once', COMPLETE_ONLY, async () => {
    const observed = await createObservedPanel(['file.deleted'], { temp: { keep_days: 1 } });
    const { panel } = observed;
    const files = await Promise.all(Array.from({ length: 20 }, (_, n) => panel.upload({ path: `temp/${n}` })));
    const longAgo = sql<Date>`now() - interval '2 days'`;
    const { query: db } = database;
    await db.updateTable('booster_files').set({ kept_since: longAgo }).where('panel_id', '=', panel.id).execute();
    await deleteExpiredFiles({ database, announce }, AbortSignal.timeout(60_000));
    const messages = await observed.messages(20);
    assert.deepEqual(messages.map(({ data }) => data.file?.id).sort(), files.map(({ id }) => id).sort());
    await checkNothingElse(observed, 20);
  });

  test('changed simultaneously are each reported in their own order', COMPLETE_ONLY, async () => {
    const observed = await createObservedPanel(FILES);
    const { panel } = observed;
    const paths = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const { id } = await panel.upload({ path: `docs/${n}` });
        for (let time = 1; time <= 3; time++) await panel.ask('update', { id, path: `moved/${time}/${n}` });
        await panel.ask('delete', { id });
        return [`docs/${n}`, `moved/1/${n}`, `moved/2/${n}`, `moved/3/${n}`, `moved/3/${n}`];
      }),
    );
    const messages = await observed.messages(40);
    const byFile = Map.groupBy(messages, ({ data }) => data.file?.id);
    const reportedPaths = [...byFile.values()].map(group => group.map(({ data }) => String(data.file?.path)));
    assert.deepEqual(reportedPaths.sort(), paths.sort());
    await checkNothingElse(observed, 40);
  });

  test('are reported only to webhooks that requested such events', async () => {
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
      [stored, deleted].map(({ seen }) => seen.map(request => verifyMessage(request).type)),
      [['file.stored'], ['file.deleted']],
    );
  });
});
