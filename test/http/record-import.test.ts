/** Tests the import of records: each row is created, changed or refused by itself, and nothing happens twice. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { ImportReply } from '../../src/booster/records/console-schemas.ts';
import type { BoosterRecord } from '../../src/booster/records/schemas.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { testService } from '../support/service.ts';
import { makePanel, type PanelUser, RECORDS } from './booster-panels.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();
const { query: db } = service.service.system.database;
const owner = await service.person();

const send = (panel: PanelUser, rows: unknown[], more: object = {}) =>
  service.ask<ImportReply>(
    '/api/v1/record/import',
    { panel_id: panel.id, collection: 'things', rows, ...more },
    owner.key,
  );
const find = (panel: PanelUser, collection = 'things') =>
  panel.ask<BoosterRecord[]>('find', { collection, params: { sort_key: 'created', limit_to: 1000 } }, RECORDS);
const nothing = { created: 0, updated: 0, unchanged: 0, refused: [], started_runs: [] };

suite('an import', () => {
  test('creates a record of each row, with its key or a new one', async () => {
    const panel = await makePanel(service, owner);
    const key = randomUUID();
    const reply = await send(panel, [{ key: key.toUpperCase(), data: { n: 1 } }, { data: { n: 2, deep: { a: [1] } } }]);
    assert.deepEqual(reply, { ...nothing, created: 2 });
    const records = await find(panel);
    assert.deepEqual(
      records.map(({ data }) => data).toSorted((one, other) => Number(one.n) - Number(other.n)),
      [{ n: 1 }, { n: 2, deep: { a: [1] } }],
    );
    assert.ok(records.some(record => record.key === key));
  });

  test('refuses rows that are wrong, with the reason, and creates the others', async () => {
    const panel = await makePanel(service, owner);
    const key = randomUUID();
    const rows = [
      { data: { n: 0 } },
      'text',
      { data: [] },
      {},
      { key: 'mine', data: {} },
      { key, data: { n: 1 } },
      { key: key.toUpperCase(), data: { n: 2 } },
      { data: { long: 'x'.repeat(1_100_000) } },
      { data: { n: 3 } },
    ];
    assert.deepEqual(await send(panel, rows), {
      ...nothing,
      created: 3,
      refused: [
        { row: 1, code: 'validation_error', message: 'validation error: row: must be an object with `data`' },
        { row: 2, code: 'validation_error', message: 'validation error: data: must be an object' },
        { row: 3, code: 'validation_error', message: 'validation error: data: must be an object' },
        { row: 4, code: 'validation_error', message: 'validation error: key: must be a UUID' },
        { row: 6, code: 'key_in_earlier_row', message: `an earlier row has the key '${key}' too` },
        {
          row: 7,
          code: 'validation_error',
          message: 'validation error: data: must not be longer than 1048576 characters of JSON',
        },
      ],
    });
    assert.deepEqual((await find(panel)).map(({ data }) => data.n).toSorted(), [0, 1, 3]);
  });

  test('creates nothing twice when it is repeated, one after the other or at once', async () => {
    const panel = await makePanel(service, owner);
    const rows = Array.from({ length: 50 }, (_, n) => ({ key: randomUUID(), data: { n } }));
    const replies = await Promise.all([rows, rows.toReversed(), rows].map(each => send(panel, each)));
    replies.push(await send(panel, rows));
    assert.equal(
      replies.reduce((sum, { created }) => sum + created, 0),
      50,
    );
    for (const { created, unchanged, refused } of replies) assert.deepEqual([created + unchanged, refused], [50, []]);
    assert.equal((await find(panel)).length, 50);
  });

  test('refuses a key that exists with other data, in any collection', async () => {
    const panel = await makePanel(service, owner);
    const [one, two] = [randomUUID(), randomUUID()];
    await send(panel, [{ key: one, data: { a: 1, b: 2 } }]);
    await send(panel, [{ key: two, data: { a: 1 } }], { collection: 'others' });
    const rows = [
      { key: one, data: { a: 1 } },
      { key: two, data: { a: 1 } },
    ];
    assert.deepEqual(await send(panel, rows), {
      ...nothing,
      refused: [
        { row: 0, code: 'record_already_exists', message: `a record '${one}' already exists` },
        { row: 1, code: 'record_already_exists', message: `a record '${two}' already exists` },
      ],
    });
  });

  test('changes records that exist when it is asked to, but not those of other collections', async () => {
    const panel = await makePanel(service, owner);
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
    await send(panel, [
      { key: one, data: { a: 1, b: 2 } },
      { key: two, data: { a: 1 } },
    ]);
    await send(panel, [{ key: three, data: {} }], { collection: 'others' });
    const before = new Map((await find(panel)).map(record => [record.key, record]));
    const rows = [
      { key: one, data: { a: 3, c: 4 } },
      { key: two, data: { a: 1 } },
      { key: three, data: { a: 1 } },
      { data: { a: 5 } },
    ];
    assert.deepEqual(await send(panel, rows, { existing: 'update' }), {
      created: 1,
      updated: 1,
      unchanged: 1,
      refused: [
        { row: 2, code: 'record_in_other_collection', message: `record '${three}' is not in collection 'things'` },
      ],
      started_runs: [],
    });
    const after = new Map((await find(panel)).map(record => [record.key, record]));
    assert.deepEqual(after.get(one)?.data, { a: 3, b: 2, c: 4 });
    assert.ok((after.get(one)?.updated ?? 0) > (before.get(one)?.updated ?? 0));
    assert.deepEqual(after.get(two), before.get(two));
  });

  test('keeps the length of a record within its limit when it changes it', async () => {
    const panel = await makePanel(service, owner);
    const key = randomUUID();
    await send(panel, [{ key, data: { a: 'x'.repeat(900_000) } }]);
    const { refused } = await send(panel, [{ key, data: { b: 'x'.repeat(900_000) } }], { existing: 'update' });
    const message = 'validation error: data: must not be longer than 1048576 characters of JSON';
    assert.deepEqual(refused, [{ row: 0, code: 'validation_error', message }]);
  });

  test('writes the same events as single changes', async () => {
    const webhooks = [{ url: openPlace(json({})).url, events: ['record.created', 'record.changed'] }];
    const panel = await makePanel(service, owner, {}, { webhooks });
    const [one, two] = [randomUUID(), randomUUID()];
    await send(panel, [{ key: one, data: { n: 1 } }, { key: 'wrong' }]);
    await send(
      panel,
      [
        { key: one, data: { n: 2 } },
        { key: two, data: { n: 1 } },
      ],
      { existing: 'update' },
    );
    await send(panel, [{ key: two, data: { n: 1 } }]);
    const events = await db
      .selectFrom('booster_events')
      .select(['type', 'subject'])
      .where('panel_id', '=', panel.id)
      .orderBy('id')
      .execute();
    assert.deepEqual(events, [
      { type: 'record.created', subject: one },
      { type: 'record.changed', subject: one },
      { type: 'record.created', subject: two },
    ]);
  });

  test('has at least one row and at most 500', async () => {
    const panel = await makePanel(service, owner);
    for (const rows of [[], Array.from({ length: 501 }, () => ({ data: {} }))]) {
      const body = { panel_id: panel.id, collection: 'things', rows };
      const { status } = await service.call('/api/v1/record/import', body, owner.key);
      assert.equal(status, 422);
    }
    assert.deepEqual(await find(panel), []);
  });
});
