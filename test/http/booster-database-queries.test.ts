/** Finding and counting the records of a panel. The tests of the filters themselves cover every case of their meaning. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BoosterRecord } from '../../src/booster/records/schemas.ts';
import { testService } from '../support/service.ts';
import { makePanel, RECORDS } from './booster-panels.ts';

const service = await testService();
const { pool } = service.service.system.database;
const owner = await service.person();
const panel = await makePanel(service, owner);
const elsewhere = await makePanel(service, owner);

const MINUTE = 60_000;
const BEGIN = Date.UTC(2026, 0, 1);

/** The times are minutes after BEGIN. The name is the last digit of the key. */
const given: [name: string, data: object, created: number, updated: number][] = [
  ['a', { rank: 1, city: 'Paris', address: { zip: '75001', floor: null }, tags: ['x', 'y'] }, 0, 9],
  ['b', { rank: '1', city: 'paris', address: { zip: 75001 }, tags: 'xylophone' }, 1, 8],
  ['c', { rank: 10, city: 'Århus', address: [{ zip: '75001' }, { zip: '2' }], tags: [] }, 2, 7],
  ['d', { rank: true, city: null, tags: [['x'], 1, null] }, 3, 6],
  ['e', { rank: null, 'with space': { '0': 'zero' } }, 3, 5],
  ['f', {}, 4, 4],
];
const toKey = (name: string) => `0197d1aa-0000-7000-8000-00000000000${name}`;
for (const [name, data, created, updated] of given) {
  await panel.ask('create', { collection: 'things', data, key: toKey(name) }, RECORDS);
  await pool.query('UPDATE booster_records SET created_at = $1, updated_at = $2 WHERE key = $3', [
    new Date(BEGIN + created * MINUTE),
    new Date(BEGIN + updated * MINUTE),
    toKey(name),
  ]);
}
// These records match the filters, but belong to other collections or panels, so no test may find them.
for (const [user, collection] of [
  [panel, 'others'] as const,
  [panel, 'Things'] as const,
  [elsewhere, 'things'] as const,
]) {
  await user.ask('create', { collection, data: { rank: 1, city: 'Paris' } }, RECORDS);
}

async function find(params?: object, collection = 'things'): Promise<string> {
  const found = await panel.ask<BoosterRecord[]>('find', { collection, params }, RECORDS);
  return found.map(({ key }) => key.at(-1)).join('');
}

test('find returns the same complete records as get', async () => {
  const found = await panel.ask<BoosterRecord[]>('find', { collection: 'things' }, RECORDS);
  assert.equal(found.length, given.length);
  for (const record of found) assert.deepEqual(await panel.ask('get', { key: record.key }, RECORDS), record);
});

test('a collection without records is empty', async () => {
  assert.deepEqual(await panel.ask('find', { collection: 'none' }, RECORDS), []);
  assert.equal(await panel.ask('count', { collection: 'none' }, RECORDS), 0);
});

suite('filters', () => {
  const cases: [filters: unknown[], names: string][] = [
    [[], 'abcdef'],
    [[['key', '==', toKey('c').toUpperCase()]], 'c'],
    [[['key', 'in', [toKey('c'), toKey('a')]]], 'ac'],
    [[['created', '==', BEGIN + 3 * MINUTE]], 'de'],
    [[['created', '<', BEGIN + MINUTE]], 'a'],
    [[['updated', '>=', BEGIN + 8 * MINUTE]], 'ab'],

    [[['data.rank', '==', 1]], 'a'],
    [[['data.rank', '==', '1']], 'b'],
    [[['data.rank', '==', true]], 'd'],
    [[['data.rank', '==', null]], 'ef'],
    [[['data.rank', '!=', null]], 'abcd'],
    [[['data.rank', '!=', 1]], 'bcdef'],
    [[['data.rank', '>', 0]], 'ac'],
    [[['data.rank', '<=', '1']], 'b'],
    [[['data.rank', 'in', [1, '1', 7]]], 'ab'],
    [[['data.rank', 'in', [10, null]]], 'cef'],
    [[['data.rank', 'in', []]], ''],
    [[['data.rank', 'not_in', [1, '1']]], 'cdef'],
    [[['data.rank', 'in', Array.from({ length: 1000 }, (_, index) => index)]], 'ac'],

    [[['data.address.zip', '==', '75001']], 'a'],
    [[['data.address.0.zip', '==', '75001']], 'c'],
    [[['data.address.-1.zip', '==', '2']], 'c'],
    [[['data.address.zip', 'in', ['75001', 75001]]], 'ab'],
    [[['data.address.floor', '==', null]], 'abcdef'],
    [[['data.address', '==', { floor: null, zip: '75001' }]], 'a'],
    [[['data.address', '==', { zip: '75001' }]], ''],
    [[['data.with space.0', '==', 'zero']], 'e'],
    [[['data.tags', '==', ['x', 'y']]], 'a'],
    [[['data.tags', '==', []]], 'c'],
    [[['data.tags.1', '==', 'y']], 'a'],
    [[['data.tags.0.0', '==', 'x']], 'd'],
    [[['data.tags', 'contains', 'x']], 'ab'],
    [[['data.tags', 'contains', 1]], 'd'],
    [[['data.tags', 'contains', ['x']]], 'd'],
    [[['data.tags', 'contains', null]], 'd'],
    [[['data.city', 'contains', 'aris']], 'ab'],
    [[['data.city', 'regex', '^P']], 'a'],
    [[['data.city', 'regex', '(?i)^(p|å)']], 'abc'],
    [[['data.rank', 'regex', '1']], 'b'],
    [[['data', '==', {}]], 'f'],
    [[['data.toString', '!=', null]], ''],
    [[['data.__proto__', '!=', null]], ''],

    [
      [
        ['data.city', '==', 'Paris'],
        ['data.rank', '==', 1],
        ['created', '<=', BEGIN],
      ],
      'a',
    ],
    [
      [
        ['data.city', '==', 'Paris'],
        ['data.city', '==', 'paris'],
      ],
      '',
    ],
    [[['data.city', '==', "' OR true --"]], ''],
  ];
  for (const [filters, names] of cases) {
    test(JSON.stringify(filters).slice(0, 100), async () => {
      assert.equal(await find({ filters, sort_key: 'key' }), names);
      assert.equal(await panel.ask('count', { collection: 'things', params: { filters } }, RECORDS), names.length);
    });
  }
});

suite('order and pages', () => {
  const cases: [params: object | undefined, names: string][] = [
    [undefined, 'fedcba'],
    [{}, 'fedcba'],
    [{ sort_order: 1 }, 'abcdef'],
    [{ sort_key: 'created', sort_order: -1 }, 'fedcba'],
    [{ sort_key: 'updated' }, 'fedcba'],
    [{ sort_key: 'updated', sort_order: -1 }, 'abcdef'],
    [{ sort_key: 'key' }, 'abcdef'],
    [{ sort_key: 'data.rank' }, 'bacdef'],
    [{ sort_key: 'data.rank', sort_order: -1 }, 'fedcab'],
    [{ sort_key: 'data.address.zip' }, 'abcdef'],
    [{ limit_to: 2 }, 'fe'],
    [{ limit_from: 4 }, 'ba'],
    [{ limit_from: 1, limit_to: 3 }, 'ed'],
    [{ limit_from: 2, limit_to: 2 }, ''],
    [{ limit_from: 6 }, ''],
    [{ limit_from: 1, limit_to: 2, sort_key: 'data.rank', filters: [['data.rank', '!=', null]] }, 'a'],
  ];
  for (const [params, names] of cases) {
    test(JSON.stringify(params ?? 'none'), async () => assert.equal(await find(params), names));
  }

  test('do not affect count', async () => {
    const params = { limit_from: 2, limit_to: 3, sort_key: 'key' };
    assert.equal(await panel.ask('count', { collection: 'things', params }, RECORDS), given.length);
  });

  test('return 100 records by default and at most 1000', async () => {
    await pool.query(
      `INSERT INTO booster_records (panel_id, key, collection, data)
       SELECT $1, gen_random_uuid(), 'many', jsonb_build_object('number', n) FROM generate_series(1, 1100) AS n`,
      [panel.id],
    );
    const numbers = async (params: object) => {
      const found = await panel.ask<BoosterRecord[]>('find', { collection: 'many', params }, RECORDS);
      return found.map(({ data }) => Number(data.number));
    };
    assert.equal((await numbers({})).length, 100);
    assert.equal((await numbers({ limit_from: 7 })).length, 100);
    assert.equal((await numbers({ limit_to: 1000 })).length, 1000);
    assert.equal((await numbers({ limit_from: 200, limit_to: 1200 })).length, 900);
    assert.equal(await panel.ask('count', { collection: 'many' }, RECORDS), 1100);
    // All records have the same creation time, so only their keys separate the pages.
    const pages = [];
    for (let from = 0; from < 1100; from += 300)
      pages.push(...(await numbers({ limit_from: from, limit_to: from + 300 })));
    assert.deepEqual(
      pages.toSorted((a, b) => a - b),
      Array.from({ length: 1100 }, (_, index) => index + 1),
    );
  });
});

suite('an invalid query is refused:', () => {
  const wrong: object[] = [
    { limit_to: 1001 },
    { limit_from: 5, limit_to: 1006 },
    { limit_from: -1 },
    { limit_from: 2, limit_to: 1 },
    { limit_to: '1' },
    { sort_key: 'name' },
    { sort_key: 'collection' },
    { sort_key: 'data.' },
    { sort_key: 'data.\u0000' },
    { sort_order: 2 },
    { filters: {} },
    { filters: ['key', '==', toKey('a')] },
    { filters: [['panel_id', '==', panel.id]] },
    { filters: [['created_at', '>', 1]] },
    { filters: [['rank', '==', 1]] },
    { filters: [['data..rank', '==', 1]] },
    { filters: [['data.rank', '=', 1]] },
    { filters: [['data.rank', '<', null]] },
    { filters: [['data.rank', 'in', 1]] },
    { filters: [['data.rank', 'in', Array(1001).fill(1)]] },
    { filters: [['data.rank', 'regex', '(']] },
    { filters: [['key', '==', 'x']] },
    { filters: [['created', '>', '2026-01-01']] },
    { filters: Array(101).fill(['data.rank', '==', 1]) },
  ];
  for (const params of wrong) {
    test(JSON.stringify(params).slice(0, 80), async () => {
      for (const action of ['find', 'count']) {
        await panel.refuse(422, 'validation error', action, { collection: 'things', params }, RECORDS);
      }
    });
  }
});
