/** `find` and `count` over HTTP. The unit tests of filters cover every case of their meaning. */
import assert from 'node:assert/strict';
import { before, suite } from 'node:test';
import pg from 'pg';
import { OPERATORS } from '../../src/query/query-body.ts';
import { ADMIN_KEY, testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { poll } from './poll.ts';

// One test occupies the processor once for each connection, so there are only a few.
const service = await testService({ HEDDLE_DATABASE_CONNECTIONS: '3' });
const { pool } = service.service.system.database;

interface Organization {
  id: string;
  name: string;
  credits: number | null;
}

/** Organizations. Two pairs of them have the same creation time. */
const given: [name: string, credits: number | null, createdAt: number][] = [
  ['Apricot', 5, 1_000],
  ['apple', null, 2_000],
  ['Banana', 0, 2_000],
  ['cherry 100%', 5, 3_000],
  ['Ångström', 7.5, 4_000],
  ['date_palm', null, 4_000],
  ["O'Brien; --", 1e9, 5_000],
];
const all: Organization[] = [];
for (const [name, credits, createdAt] of given) {
  const organization = await service.ask<Organization>('/api/v1/organization/create', { name, credits });
  await pool.query('UPDATE organizations SET created_at = to_timestamp($1) WHERE id = $2', [
    createdAt,
    organization.id,
  ]);
  all.push(organization);
}

async function find(body: Record<string, unknown> = {}): Promise<string[]> {
  const found = await service.ask<Organization[]>('/api/v1/organization/find', body);
  return found.map(({ name }) => name);
}

function names(...indexes: number[]): string[] {
  return indexes.map(index => String(given[index]?.[0]));
}

suite('filters match', () => {
  const cases: [filters: unknown[], indexes: number[]][] = [
    [[], [0, 1, 2, 3, 4, 5, 6]],
    [[['name', '==', 'apple']], [1]],
    [[['name', '==', 'Apple']], []],
    [[['name', '!=', 'apple']], [0, 2, 3, 4, 5, 6]],
    [[['credits', '==', null]], [1, 5]],
    [[['credits', '!=', null]], [0, 2, 3, 4, 6]],
    [[['credits', '!=', 5]], [1, 2, 4, 5, 6]],
    [[['credits', '>=', 5]], [0, 3, 4, 6]],
    [[['credits', '<', 5]], [2]],
    [[['credits', '<=', 7.5]], [0, 2, 3, 4]],
    [[['credits', 'in', [5, null]]], [0, 1, 3, 5]],
    [[['credits', 'not_in', [5, 0]]], [1, 4, 5, 6]],
    [[['credits', 'in', []]], []],
    [[['name', 'contains', '%']], [3]],
    [[['name', 'contains', '_']], [5]],
    [[['name', 'contains', "'"]], [6]],
    [[['name', 'regex', '^[Aa]p']], [0, 1]],
    [[['name', 'regex', '(?i)^a']], [0, 1]],
    [[['name', 'regex', '(?i)^å']], [4]],
    [[['name', 'regex', '^a']], [1]],
    [[['created.timestamp', '>=', 4_000_000]], [4, 5, 6]],
    [[['created.timestamp', '==', 2_000_000]], [1, 2]],
    [
      [
        ['credits', '==', 5],
        ['name', 'regex', '^A'],
      ],
      [0],
    ],
    [[['name', '==', "' OR true --"]], []],
  ];
  for (const [filters, indexes] of cases) {
    test(JSON.stringify(filters), async () => {
      assert.deepEqual((await find({ filters })).sort(), names(...indexes).sort());
      assert.equal(await service.ask('/api/v1/organization/count', { filters }), indexes.length);
    });
  }

  test('ids', async () => {
    const { id } = all[2] ?? { id: '' };
    assert.deepEqual(await find({ filters: [['id', '==', id]] }), names(2));
    assert.deepEqual(await find({ filters: [['id', 'in', [id.toUpperCase()]]] }), names(2));
  });

  test('lists of texts', async () => {
    const person = await service.person();
    await service.key(person.id, ['service.chat', 'service.workflow']);
    const count = (filter: unknown[]) => service.ask('/api/v1/key/count', { filters: [filter] }, person.key);
    assert.equal(await count(['scopes', 'contains', 'service.chat']), 1);
    assert.equal(await count(['scopes', '==', ['*']]), 1);
    assert.equal(await count(['scopes', '!=', ['*']]), 1);
    assert.equal(await count(['scopes', 'contains', 'service']), 0);
  });
});

suite('the order of results', () => {
  const newest = names(6, 5, 4, 3, 2, 1, 0);

  test('is newest first by default', async () => {
    assert.deepEqual(await find(), newest);
    assert.deepEqual(await find({ sort_order: -1 }), newest);
    assert.deepEqual(await find({ sort_order: 1 }), newest.toReversed());
  });

  test('by a sort key is ascending by default, and equal keys are ordered by id', async () => {
    const byName = names(0, 2, 6, 1, 3, 5, 4);
    assert.deepEqual(await find({ sort_key: 'name' }), byName);
    assert.deepEqual(await find({ sort_key: 'name', sort_order: -1 }), byName.toReversed());
    const byCredits = names(2, 0, 3, 4, 6, 1, 5);
    assert.deepEqual(await find({ sort_key: 'credits', sort_order: 1 }), byCredits);
    assert.deepEqual(await find({ sort_key: 'credits', sort_order: -1 }), byCredits.toReversed());
    assert.deepEqual(await find({ sort_key: 'created.timestamp' }), newest.toReversed());
  });
});

suite('pages', () => {
  test('start at one index and end before another', async () => {
    const whole = await find();
    assert.deepEqual(await find({ limit_from: 0, limit_to: 3 }), whole.slice(0, 3));
    assert.deepEqual(await find({ limit_from: 3, limit_to: 5 }), whole.slice(3, 5));
    assert.deepEqual(await find({ limit_from: 5 }), whole.slice(5));
    assert.deepEqual(await find({ limit_to: 2 }), whole.slice(0, 2));
    assert.deepEqual(await find({ limit_from: 5, limit_to: 100 }), whole.slice(5));
    assert.deepEqual(await find({ limit_from: 3, limit_to: 3 }), []);
    assert.deepEqual(await find({ limit_from: 1_000_000 }), []);
  });

  test('neither repeat nor lose an item, even among equal sort keys', async () => {
    for (const sort of [{}, { sort_key: 'credits' }, { sort_key: 'credits', sort_order: -1 }]) {
      const pages = [];
      for (let from = 0; from < given.length; from++) {
        pages.push(...(await find({ ...sort, limit_from: from, limit_to: from + 1 })));
      }
      assert.deepEqual(pages, await find(sort));
    }
  });

  test('are ignored by count', async () => {
    const body = { limit_from: 2, limit_to: 3, sort_key: 'name' };
    assert.equal(await service.ask('/api/v1/organization/count', body), given.length);
  });
});

suite('an invalid query is refused', () => {
  const operators = OPERATORS.join(', ');
  const cases: [body: Record<string, unknown>, detail: string][] = [
    [{ filters: {} }, 'filters: must be array'],
    [{ filters: ['name', '==', 'x'] }, 'filters[0]: must be [field, operator, value]'],
    [{ filters: [['name', '==']] }, 'filters[0]: must be [field, operator, value]'],
    [{ filters: [['name', '==', 'x', 1]] }, 'filters[0]: must be [field, operator, value]'],
    [{ filters: [['name', '==', 'x'], null] }, 'filters[1]: must be [field, operator, value]'],
    [{ filters: [[1, '==', 'x']] }, 'filters[0]: the field must be a string'],
    [{ filters: [['colour', '==', 'x']] }, "filters[0]: unknown field 'colour'"],
    [{ filters: [['Name', '==', 'x']] }, "filters[0]: unknown field 'Name'"],
    [
      { filters: [['name"; DROP TABLE users; --', '==', 'x']] },
      `filters[0]: unknown field 'name"; DROP TABLE users; --'`,
    ],
    [{ filters: [['constructor', '==', 'x']] }, "filters[0]: unknown field 'constructor'"],
    [{ filters: [['password_hash', '==', 'x']] }, "filters[0]: unknown field 'password_hash'"],
    [{ filters: [['name', '=', 'x']] }, `filters[0]: unknown operator '=': must be one of ${operators}`],
    [{ filters: [['name', 'like', 'x']] }, `filters[0]: unknown operator 'like': must be one of ${operators}`],
    [{ filters: [['name', '==', 7]] }, "filters[0]: field 'name' takes a string"],
    [{ filters: [['credits', '>', '7']] }, "filters[0]: field 'credits' takes a number"],
    [{ filters: [['credits', '>', null]] }, "filters[0]: field 'credits' takes a number"],
    [{ filters: [['id', '==', 'x']] }, "filters[0]: field 'id' takes a UUID"],
    [{ filters: [['id', '<', 'x']] }, "filters[0]: operator '<' does not apply to field 'id'"],
    [{ filters: [['credits', 'regex', 'x']] }, "filters[0]: operator 'regex' does not apply to field 'credits'"],
    [{ filters: [['name', 'in', 'x']] }, "filters[0]: operator 'in' takes an array"],
    [{ filters: [['name', 'in', Array(1001).fill('x')]] }, "filters[0]: operator 'in' takes at most 1000 values"],
    [
      { filters: [['created.timestamp', '>', 1.5]] },
      "filters[0]: field 'created.timestamp' takes an integer number of milliseconds",
    ],
    [{ filters: Array(101).fill(['name', '==', 'x']) }, 'filters: at most 100 filters are allowed'],
    [{ filters: Array(10_000).fill(['name', '==', 'x']) }, 'filters: at most 100 filters are allowed'],
    [{ filters: [['name', 'regex', '(']] }, "filters[0]: pattern '(' is invalid: parentheses () not balanced"],
    [{ filters: [['name', 'regex', 7]] }, "filters[0]: operator 'regex' takes a string"],
    [
      { filters: [['name', 'regex', 'a'.repeat(100_000)]] },
      `filters[0]: pattern '${'a'.repeat(80)}…' is longer than 1000 characters`,
    ],
    [{ sort_key: 'colour' }, "sort_key: unknown field 'colour'"],
    [{ sort_key: 7 }, 'sort_key: must be string'],
    [{ sort_order: 0 }, 'sort_order: must be 1 or -1'],
    [{ sort_order: 'asc' }, 'sort_order: must be integer'],
    [{ limit_from: -1 }, 'limit_from: must be an integer not below 0'],
    [{ limit_from: 1.5 }, 'limit_from: must be integer'],
    [{ limit_from: '1' }, 'limit_from: must be integer'],
    [{ limit_from: 5, limit_to: 4 }, 'limit_to: must be an integer not below limit_from'],
    [{ limit_to: 10_001 }, 'limit_to: at most 10000 items are given at once'],
    [{ limit_to: null }, 'limit_to: must be integer'],
  ];
  for (const [body, detail] of cases) {
    test(`${JSON.stringify(body).slice(0, 70)}`, async () => {
      for (const action of ['find', 'count']) {
        await service.refuse(422, `validation error: ${detail}`, `/api/v1/organization/${action}`, body);
      }
    });
  }

  suite('a pattern that takes too long', () => {
    // Back references make PostgreSQL try every way to split the text.
    const pattern = '^(a*)(a*)(a*)(a*)(a*)(a*)(a*)(a*)\\1\\2\\3\\4\\5\\6\\7\\8$';
    const findSlowly = () => service.call('/api/v1/group/find', { filters: [['name', 'regex', pattern]] });
    before(() => service.ask('/api/v1/group/create', { name: 'a'.repeat(199) }));

    test('is refused, and does not block other requests, however many there are', COMPLETE_ONLY, async () => {
      const { connections } = service.service.system.config.database;
      let left = connections;
      const asked = Array.from({ length: connections }, async () => {
        const { status, body } = await findSlowly().finally(() => left--);
        const detail = `validation error: filters[0]: pattern '${pattern}' takes too long`;
        assert.deepEqual({ status, body }, { status: 422, body: { detail } });
      });
      const client = new pg.Client(service.database.address);
      await client.connect();
      try {
        await poll(async () => (await countMatching(client)) > 0 || undefined);
        await service.ask('/api/v1/organization/count');
        assert.ok(left > 0, 'it waited for all of them');
        let most = 0;
        await poll(async () => {
          most = Math.max(most, await countMatching(client));
          return left === 0 || undefined;
        });
        assert.ok(most < connections, `${most} had a connection at the same time`);
      } finally {
        await client.end();
      }
      await Promise.all(asked);
    });

    /** Returns how many patterns PostgreSQL is matching. */
    async function countMatching(client: pg.Client): Promise<number> {
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE state = 'active' AND datname = current_database() AND query LIKE '%"name" collate%'`,
      );
      return Number(rowCount);
    }
  });

  test('and does not change the time limit of the queries that follow', async () => {
    const { rows } = await pool.query("SELECT current_setting('statement_timeout') AS timeout");
    assert.deepEqual(rows, [{ timeout: '10s' }]);
    assert.equal((await service.call('/api/v1/organization/count', {}, ADMIN_KEY)).body, given.length);
  });
});
