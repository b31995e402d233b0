/** Tests what the console does with the records of a panel: collections, export, saving and deleting. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite } from 'node:test';
import type { CollectionSummary, DeletionReply, ExportReply } from '../../src/booster/records/console-schemas.ts';
import type { BoosterRecord } from '../../src/booster/records/schemas.ts';
import { type Person, testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { makePanel, type PanelUser, RECORDS } from './booster-panels.ts';

const service = await testService();
const owner = await service.person();

const ask = <Reply>(action: string, panel: PanelUser, body: object = {}, by: Person = owner) =>
  service.ask<Reply>(`/api/v1/record/${action}`, { panel_id: panel.id, ...body }, by.key);
const call = (action: string, panel: { id: string }, body: object = {}, key = owner.key) =>
  service.call(`/api/v1/record/${action}`, { panel_id: panel.id, ...body }, key);
const create = (panel: PanelUser, data: object, collection = 'things') =>
  panel.ask<BoosterRecord>('create', { collection, data }, RECORDS);
const get = (panel: PanelUser, key: string) => panel.ask<BoosterRecord>('get', { key }, RECORDS);

/** A body that each endpoint accepts. */
const BODIES = {
  collections: {},
  import: { collection: 'things', rows: [{ data: {} }] },
  export: { collection: 'things' },
  files: { key: randomUUID() },
  save: { key: randomUUID(), updated: 1 },
  delete: { keys: [randomUUID()] },
};

suite('records in the console', () => {
  for (const [action, body] of Object.entries(BODIES)) {
    test(`${action}: a panel of others does not exist`, async () => {
      const panel = await makePanel(service, owner);
      const stranger = await service.person();
      const notFound = { status: 404, body: { detail: 'panel not found' } };
      for (const [id, key] of [
        [panel.id, stranger.key],
        [randomUUID(), owner.key],
      ] as const) {
        const { status, body: reply } = await call(action, { id }, body, key);
        assert.deepEqual({ status, body: reply }, notFound);
      }
    });

    test(`${action}: administrators need a share, as everywhere`, async () => {
      const panel = await makePanel(service, owner);
      const admin = await service.person({ admin: true });
      const { status, body: reply } = await call(action, panel, body, admin.key);
      assert.deepEqual([status, reply], [403, { detail: 'permission denied' }]);
    });

    test(`${action}: a panel without a database is refused`, async () => {
      const panel = await makePanel(service, owner, {}, { database: false });
      const { status, body: reply } = await call(action, panel, body);
      assert.deepEqual([status, reply], [403, { detail: 'database access is not allowed for this panel' }]);
    });
  }

  test('may be read by everybody with whom the panel is shared', async () => {
    const reader = await service.person();
    const panel = await makePanel(service, owner, {}, { sharing: [{ user_email: reader.email, write: false }] });
    const record = await create(panel, { a: 1 });
    assert.equal((await ask<CollectionSummary[]>('collections', panel, {}, reader)).length, 1);
    const { records } = await ask<ExportReply>('export', panel, { collection: 'things' }, reader);
    assert.deepEqual(records, [record]);
  });
});

suite('the collections of a panel', () => {
  test('have their number of records and the time of the last change', async () => {
    const panel = await makePanel(service, owner);
    assert.deepEqual(await ask('collections', panel), []);
    const first = await create(panel, { n: 1 }, 'orders');
    await create(panel, { n: 2 }, 'orders');
    const other = await create(panel, {}, 'customers');
    const changed = await panel.ask<BoosterRecord>('update', { key: first.key, data: { n: 3 } }, RECORDS);
    assert.deepEqual(await ask('collections', panel), [
      { collection: 'customers', records: 1, updated: other.updated },
      { collection: 'orders', records: 2, updated: changed.updated },
    ]);
  });
});

suite('an export', () => {
  test('gives every record once, page by page, in the order of creation', async () => {
    const panel = await makePanel(service, owner);
    const rows = Array.from({ length: 25 }, (_, n) => ({ data: { n } }));
    await ask('import', panel, { collection: 'things', rows });
    await create(panel, {}, 'others');
    const pages: ExportReply[] = [];
    for (let after: ExportReply['next'] | undefined; after !== null; after = pages.at(-1)?.next) {
      pages.push(await ask('export', panel, { collection: 'things', limit: 10, ...(after && { after }) }));
    }
    assert.deepEqual(
      pages.map(({ records }) => records.length),
      [10, 10, 5, 0],
    );
    const found = await panel.ask<BoosterRecord[]>('find', { collection: 'things' }, RECORDS);
    assert.deepEqual(
      pages.flatMap(({ records }) => records),
      found.toReversed(),
    );
  });

  test('misses nothing when records are deleted and created between two pages', async () => {
    const panel = await makePanel(service, owner);
    const records = [];
    for (let n = 0; n < 4; n++) records.push(await create(panel, { n }));
    const first = await ask<ExportReply>('export', panel, { collection: 'things', limit: 2 });
    await panel.ask('delete', { key: records[1]?.key }, RECORDS);
    const added = await create(panel, { n: 4 });
    const second = await ask<ExportReply>('export', panel, { collection: 'things', after: first.next });
    assert.deepEqual(second.records, [...records.slice(2), added]);
  });

  test('takes the filters of the API, and refuses others with their place', async () => {
    const panel = await makePanel(service, owner);
    await create(panel, { n: 1 });
    const two = await create(panel, { n: 2 });
    const filters = [['data.n', '>', 1]];
    const { records } = await ask<ExportReply>('export', panel, { collection: 'things', filters });
    assert.deepEqual(records, [two]);
    const { status, body } = await call('export', panel, { collection: 'things', filters: [['data.n', '~', 1]] });
    const detail =
      "validation error: filters[0]: unknown operator '~': must be one of ==, !=, <, <=, >, >=, in, not_in, contains, regex";
    assert.deepEqual([status, body], [422, { detail }]);
  });

  test('ends a page early when its records are long', COMPLETE_ONLY, async () => {
    const panel = await makePanel(service, owner);
    const long = 'x'.repeat(1_000_000);
    for (let n = 0; n < 8; n++) await create(panel, { n, long });
    const first = await ask<ExportReply>('export', panel, { collection: 'things' });
    const second = await ask<ExportReply>('export', panel, { collection: 'things', after: first.next });
    assert.ok(first.records.length < 8, `${first.records.length}`);
    assert.deepEqual(
      [...first.records, ...second.records].map(({ data }) => data.n),
      [0, 1, 2, 3, 4, 5, 6, 7],
    );
  });
});

suite('the files of a record', () => {
  test('are listed from all folders that may be listed', async () => {
    const panel = await makePanel(service, owner, { hidden: { list: 'none' } });
    const { key } = await panel.record('things');
    const other = await panel.record('things');
    const upload = (path: string, record_key: string) =>
      panel.upload({ path, record_collection: 'things', record_key });
    const two = await upload('photos/2.txt', key);
    const one = await upload('docs/deep/1.txt', key);
    await upload('hidden/3.txt', key);
    await upload('docs/4.txt', other.key);
    const expected = [one, two].map(({ id, path, size, content_type, updated }) => {
      return { id, path, size, content_type, updated };
    });
    assert.deepEqual(await ask('files', panel, { key }), expected);
    assert.deepEqual(await ask('files', panel, { key: randomUUID() }), []);
  });
});

suite('saving a record', () => {
  test('replaces and removes top-level fields, and announces the change', async () => {
    const panel = await makePanel(service, owner);
    const { key, updated } = await create(panel, { a: 1, b: { c: 2 }, d: 3 });
    const body = { key, updated, set: { b: { e: 5 }, f: null }, remove: ['a', 'missing'] };
    const saved = await ask<BoosterRecord>('save', panel, body);
    assert.deepEqual(saved.data, { b: { e: 5 }, d: 3, f: null });
    assert.ok(saved.updated > updated);
    assert.deepEqual({ ...(await get(panel, key)), started_runs: [] }, saved);
  });

  test('is refused when somebody else changed the record since it was read', async () => {
    const panel = await makePanel(service, owner);
    const { key, updated } = await create(panel, { a: 1 });
    await panel.ask('update', { key, data: { a: 2 } }, RECORDS);
    const { status, body } = await call('save', panel, { key, updated, set: { a: 3 } });
    assert.deepEqual([status, body], [409, { detail: 'the record was changed by somebody else meanwhile' }]);
    assert.deepEqual((await get(panel, key)).data, { a: 2 });
  });

  test('succeeds for one of several at once', async () => {
    const panel = await makePanel(service, owner);
    const { key, updated } = await create(panel, {});
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, n) => call('save', panel, { key, updated, set: { n } })),
    );
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409]);
  });

  test('is refused for a record of another panel, and for data that is too long', async () => {
    const [panel, other] = [await makePanel(service, owner), await makePanel(service, owner)];
    const { key, updated } = await create(other, { a: 'x'.repeat(900_000) });
    const missing = await call('save', panel, { key, updated });
    assert.deepEqual([missing.status, missing.body], [404, { detail: 'Database record not found' }]);
    const long = await call('save', other, { key, updated, set: { b: 'x'.repeat(900_000) } });
    const detail = 'validation error: data: must not be longer than 1048576 characters of JSON';
    assert.deepEqual([long.status, long.body], [422, { detail }]);
    const swapped = { key, updated, set: { b: 'x'.repeat(900_000) }, remove: ['a'] };
    assert.deepEqual(Object.keys((await ask<BoosterRecord>('save', other, swapped)).data), ['b']);
  });
});

suite('deleting records', () => {
  test('deletes those that exist, and names the others', async () => {
    const panel = await makePanel(service, owner);
    const [one, two] = [await create(panel, {}), await create(panel, {})];
    const kept = await create(panel, {});
    const unknown = randomUUID();
    const keys = [one.key, two.key.toUpperCase(), unknown, one.key];
    assert.deepEqual(await ask<DeletionReply>('delete', panel, { keys }), {
      deleted: 2,
      refused: [{ key: unknown, code: 'record_not_found', message: 'Database record not found' }],
      started_runs: [],
    });
    assert.deepEqual(await panel.ask('find', { collection: 'things' }, RECORDS), [kept]);
  });
});
