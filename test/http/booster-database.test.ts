/** Creating, reading, changing and deleting the records of a panel's database. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { BoosterRecord } from '../../src/booster/records/schemas.ts';
import { fixedLimits } from '../../src/configuration/limits.ts';
import { defaultConfig } from '../fixtures/config.ts';
import { testService } from '../support/service.ts';
import { makePanel, RECORDS, refused, succeeded } from './booster-panels.ts';

const service = await testService();
const owner = await service.person();
const panel = await makePanel(service, owner);
const otherPanel = await makePanel(service, owner);

const call = (action: string, body: unknown, user = panel) => user.call(action, body, RECORDS);
const ask = <Answer = BoosterRecord>(action: string, body: unknown, user = panel) =>
  user.ask<Answer>(action, body, RECORDS);
const refuse = (status: number, detail: string, action: string, body: unknown, user = panel) =>
  user.refuse(status, detail, action, body, RECORDS);
const create = (data: object = {}, given: object = {}) => ask('create', { collection: 'things', data, ...given });
/** Sends a body as text, because JSON.stringify can not produce every body that the tests need. */
const sendText = (action: string, body: string) =>
  service.send(`${RECORDS}/${action}`, { headers: { ...panel.headers, 'content-type': 'application/json' }, body });

suite('create', () => {
  test('returns the record with exactly the documented fields', async () => {
    const before = Date.now();
    const { key, created, updated, ...rest } = await create({ name: 'Ada', tags: [1, null, { a: true }] });
    assert.deepEqual(rest, { collection: 'things', data: { name: 'Ada', tags: [1, null, { a: true }] } });
    assert.match(key, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.equal(created, updated);
    assert.ok(created >= before - 1 && created <= Date.now() + 1, `${created}`);
  });

  test('accepts a key in any case and returns it in lower case', async () => {
    const key = randomUUID();
    const record = await create({}, { key: key.toUpperCase() });
    assert.equal(record.key, key);
    assert.deepEqual(await ask('get', { key }), record);
    assert.deepEqual(await ask('get', { key: key.toUpperCase() }), record);
  });

  test('refuses a key that is in use in any collection of the panel, but not in another panel', async () => {
    const { key } = await create({ first: true });
    for (const again of [key, key.toUpperCase()]) {
      const body = { collection: 'others', data: {}, key: again };
      await refuse(409, `a record '${key}' already exists`, 'create', body);
    }
    assert.deepEqual((await ask('get', { key })).data, { first: true });
    const other = await ask('create', { collection: 'things', data: { theirs: true }, key }, otherPanel);
    assert.deepEqual(await ask('get', { key }, otherPanel), other);
    assert.deepEqual((await ask('get', { key })).data, { first: true });
  });

  test('succeeds for one of several simultaneous requests with the same key', async () => {
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, index) => call('create', { collection: 'things', data: { index }, key })),
    );
    const [winner, ...losers] = replies.toSorted((a, b) => a.status - b.status);
    assert.deepEqual(await ask('get', { key }), winner?.body);
    for (const loser of losers) refused(loser, 409, `a record '${key}' already exists`);
  });

  test('stores data unchanged', async () => {
    const data = {
      '': 0,
      ' ': '',
      'a.b': { 'c.d': 1 },
      constructor: 1,
      prototype: { hasOwnProperty: null, toString: [] },
      'naïve 😀 \u0001\n"\'\\': 1,
      text: 'line\nbreak\u0007 \u2028 😀 \ufeff',
      numbers: [0, -1, 0.1, 1e21, 5e-324, Number.MAX_SAFE_INTEGER],
      deep: nestObjects(fixedLimits.bodyDepth - 3),
    };
    const { key, data: answered } = await create(data);
    assert.deepEqual(answered, data);
    assert.deepEqual((await ask('get', { key })).data, data);
  });

  test('ignores unknown and read-only fields', async () => {
    const { created, updated } = await create({}, { created: 1, updated: 1, panel_id: otherPanel.id, nonsense: {} });
    assert.ok(created > 1 && updated > 1);
  });

  test('accepts a collection name of 1 to 100 characters', async () => {
    for (const collection of ['x', '😀'.repeat(100), ' ', '*', 'a/b c', "'; --"]) {
      const { key } = await ask('create', { collection, data: {} });
      assert.equal((await ask('get', { key })).collection, collection);
      assert.ok((await ask<number>('count', { collection })) > 0);
    }
  });
});

suite('update', () => {
  test('replaces the top-level fields that are sent, and no others', async () => {
    const record = await create({ name: 'Ada', address: { street: 'a', city: 'b' }, tags: [1, 2], gone: 1 });
    const data = { address: { city: 'c' }, tags: [], gone: null, born: 1815 };
    const changed = await ask('update', { key: record.key.toUpperCase(), data });
    assert.ok(changed.updated > record.updated);
    assert.deepEqual(changed, {
      ...record,
      data: { name: 'Ada', address: { city: 'c' }, tags: [], gone: null, born: 1815 },
      updated: changed.updated,
    });
    assert.deepEqual(await ask('get', { key: record.key }), changed);
  });

  test('without fields still counts as a change', async () => {
    const record = await create({ a: 1 });
    const changed = await ask('update', { key: record.key, data: {} });
    assert.ok(changed.updated > record.updated);
    assert.deepEqual(changed, { ...record, updated: changed.updated });
  });

  test('changes neither key nor collection', async () => {
    const record = await create();
    const sent = { key: record.key, data: {}, collection: 'others', created: 1 };
    const { collection, created } = await ask('update', sent);
    assert.deepEqual({ collection, created }, { collection: 'things', created: record.created });
  });

  test('loses no simultaneous change, and gives each a later time', async () => {
    const { key } = await create({ kept: true });
    const fields = Array.from({ length: 20 }, (_, index) => `field${index}`);
    const replies = await Promise.all(
      fields.map(field => call('update', { key, data: { [field]: true, last: field } })),
    );
    const changes = replies.map(reply => succeeded(reply) as BoosterRecord).toSorted((a, b) => a.updated - b.updated);
    assert.equal(new Set(changes.map(({ updated }) => updated)).size, fields.length);
    changes.forEach(({ data }, index) => {
      assert.equal(Object.keys(data).length, index + 3, JSON.stringify(data));
    });
    const record = await ask('get', { key });
    assert.deepEqual(record, changes.at(-1));
    assert.deepEqual(record.data, {
      kept: true,
      last: record.data.last,
      ...Object.fromEntries(fields.map(field => [field, true])),
    });
  });

  test('always has a later time than the previous one, even if the clock was set back', async () => {
    const { key } = await create();
    const ahead = Date.now() + 3_600_000;
    await service.service.system.database.pool.query('UPDATE booster_records SET updated_at = $1 WHERE key = $2', [
      new Date(ahead),
      key,
    ]);
    assert.equal((await ask('update', { key, data: {} })).updated, ahead + 1);
  });

  test('can not make a record larger than a single request could', async () => {
    const half = 'x'.repeat(fixedLimits.record.dataCharacters / 2);
    const record = await create({ a: half });
    await refuse(422, 'validation error', 'update', { key: record.key, data: { b: half } });
    assert.deepEqual(await ask('get', { key: record.key }), record);
    await ask('update', { key: record.key, data: { a: null, b: half } });
    await ask('delete', { key: record.key });
  });
});

suite('delete', () => {
  test('returns that it is accepted, removes the record, and frees its key', async () => {
    const { key } = await create();
    assert.deepEqual(await ask('delete', { key: key.toUpperCase() }), { accepted: true });
    for (const action of ['get', 'delete']) await refuse(404, 'Database record not found', action, { key });
    await refuse(404, 'Database record not found', 'update', { key, data: {} });
    assert.deepEqual((await create({ new: true }, { key })).data, { new: true });
  });

  test('succeeds for one of several simultaneous requests', async () => {
    const { key } = await create();
    const replies = await Promise.all(Array.from({ length: 5 }, () => call('delete', { key })));
    const [winner, ...losers] = replies.toSorted((a, b) => a.status - b.status);
    assert.deepEqual(winner?.body, { accepted: true });
    for (const loser of losers) refused(loser, 404, 'Database record not found');
  });

  test('is final, even if updates arrive at the same time', async () => {
    const { key } = await create();
    const updates = Array.from({ length: 5 }, () => call('update', { key, data: { late: true } }));
    const [deletion, ...replies] = await Promise.all([call('delete', { key }), ...updates]);
    assert.equal(deletion.status, 200);
    for (const { status } of replies) assert.ok([200, 404].includes(status), `${status}`);
    await refuse(404, 'Database record not found', 'get', { key });
  });
});

suite('a key that names no record of the panel', () => {
  test('gets 404, whether it is unknown or belongs to another panel, whose record stays unchanged', async () => {
    const theirs = await ask('create', { collection: 'things', data: { theirs: true } }, otherPanel);
    for (const key of [randomUUID(), theirs.key]) {
      await refuse(404, 'Database record not found', 'get', { key });
      await refuse(404, 'Database record not found', 'update', { key, data: { mine: true } });
      await refuse(404, 'Database record not found', 'delete', { key });
    }
    assert.deepEqual(await ask('get', { key: theirs.key }, otherPanel), theirs);
  });
});

suite('invalid input is refused:', () => {
  const key = randomUUID();
  const collection = 'things';
  const data = {};
  const collections = [
    undefined,
    null,
    7,
    '',
    ['a'],
    'x'.repeat(101),
    '😀'.repeat(101),
    'a\nb',
    '\u007f',
    '\u0085',
    '\t',
  ];
  const keys = [null, 7, '', 'x', `urn:uuid:${key}`, `{${key}}`, key.replaceAll('-', ''), `${key}'--`, [key]];
  const datas = [undefined, null, 7, 'text', true, [], [{}]];
  const wrong: [action: string, body: unknown][] = [
    ...collections.flatMap((collection): [string, unknown][] => [
      ['create', { collection, data }],
      ['find', { collection }],
      ['count', { collection }],
    ]),
    ...keys.flatMap((key): [string, unknown][] => [
      ['create', { collection, data, key }],
      ['get', { key }],
      ['update', { key, data }],
      ['delete', { key }],
    ]),
    ...datas.flatMap((data): [string, unknown][] => [
      ['create', { collection, data }],
      ['update', { key, data }],
    ]),
    ...['get', 'update', 'delete'].map((action): [string, unknown] => [action, { data }]),
    ['create', { collection, data: nestObjects(fixedLimits.bodyDepth) }],
    ...[[], 'x', 7, null].flatMap((params): [string, unknown][] => [
      ['find', { collection, params }],
      ['count', { collection, params }],
    ]),
  ];
  for (const [action, body] of wrong) {
    test(`${action} ${JSON.stringify(body).slice(0, 60)}`, () => refuse(422, 'validation error', action, body));
  }

  const texts = [
    '"\\u0000"',
    '"\\ud800"',
    '{"\\u0000": 1}',
    '{"\\udc00": 1}',
    '{"a": ["\\ud83d"]}',
    '{"__proto__": {"polluted": true}}',
    '{"a": {"__proto__": 1}}',
  ];
  for (const text of texts) {
    test(`data with ${text}`, async () => {
      refused(
        await sendText('create', `{"collection": "things", "data": {"value": ${text}}}`),
        422,
        'validation error',
      );
      refused(await sendText('update', `{"key": "${key}", "data": {"value": ${text}}}`), 422, 'validation error');
      refused(await sendText('create', `{"collection": ${text}, "data": {}}`), 422, 'validation error');
      assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
    });
  }

  test('a body that is not a JSON object', async () => {
    for (const action of ['create', 'get', 'update', 'delete', 'find', 'count']) {
      for (const text of ['{', '[]', 'null', '"x"', '']) {
        refused(await sendText(action, text), 422, 'validation error');
      }
    }
  });

  test('a body over the limit', async () => {
    const body = { collection, data: { text: 'x'.repeat(defaultConfig.http.bodyBytes) } };
    await refuse(413, `the request body is larger than ${defaultConfig.http.bodyBytes} bytes`, 'create', body);
  });
});

function nestObjects(levels: number): object {
  return JSON.parse(`${'{"a":'.repeat(levels)}{}${'}'.repeat(levels)}`);
}
