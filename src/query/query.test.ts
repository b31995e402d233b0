import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely';
import { openThings, type ThingsDatabase, type ThingsSchema, thing, thingFields } from '../../test/fixtures/query.ts';
import { toKyselyPool } from '../platform/postgres/database.ts';
import { compileQuery } from './compile.ts';
import { countRows, findRows } from './execute.ts';
import { defineFields } from './fields.ts';
import type { QueryBody } from './query-body.ts';

let things: ThingsDatabase;
const visible = (db: Kysely<ThingsSchema>) => db.selectFrom('things').select('name').where('batch', '=', 1);

const ANA = '0197d1aa-0000-7000-8000-00000000000a';
const BEN = '0197d1aa-0000-7000-8000-00000000000b';
const JANUARY = Date.UTC(2026, 0, 1);

const rows = [
  thing({
    name: 'Émile',
    created: JANUARY,
    size: -1,
    total: 2 ** 40,
    ratio: 0.1,
    amount: 0.1,
    enabled: true,
    seen: JANUARY + 1,
    owner: ANA,
    scopes: ['a', 'b'],
    metadata: { rank: 1, title: 'Émile', tags: ['x', 1, null, { deep: [1] }], pair: { a: 1, b: null } },
  }),
  thing({
    name: '100%_\\',
    created: JANUARY + 2,
    size: 2 ** 31 - 1,
    total: 5,
    ratio: 1e308,
    amount: 3,
    enabled: false,
    seen: JANUARY + 2,
    owner: BEN,
    scopes: [],
    metadata: { rank: '1', title: "o'b", tags: 'x1', pair: null },
  }),
  thing({ name: 'ﬀ', created: JANUARY + 1, size: 0, scopes: ['B', '{,"\\'], metadata: { rank: 10, tags: [] } }),
  thing({ name: '😀', created: JANUARY + 1, size: 0, metadata: [1, { rank: true }] }),
  thing({ name: null, created: JANUARY + 3, metadata: null }),
];

before(async () => {
  things = await openThings();
  await things.insert(
    1,
    rows.map((row, index) => ({ ...row, id: `0197d1aa-0000-7000-8000-00000000010${index}` })),
  );
});
after(() => things.drop());

async function find(body: QueryBody): Promise<(string | null)[]> {
  const found = await findRows(things.query, compileQuery(thingFields, body), visible);
  return found.map(row => row.name);
}

const [EMILE, PERCENT, LIGATURE, SMILE, NAMELESS] = ['Émile', '100%_\\', 'ﬀ', '😀', null];
const ALL = [EMILE, PERCENT, LIGATURE, SMILE, NAMELESS];
const all = (...excluded: (string | null | undefined)[]) => ALL.filter(name => !excluded.includes(name));

describe('filters', () => {
  const cases: [filter: unknown[], expected: (string | null | undefined)[]][] = [
    [['name', '==', EMILE], [EMILE]],
    [['name', '==', 'émile'], []],
    [['name', '!=', EMILE], all(EMILE)],
    [['name', '==', null], [NAMELESS]],
    [['name', '!=', null], all(NAMELESS)],
    [
      ['name', '<', 'ﬀ'],
      [EMILE, PERCENT],
    ],
    [['name', '>', 'ﬀ'], [SMILE]],
    [
      ['name', '>=', 'ﬀ'],
      [LIGATURE, SMILE],
    ],
    [
      ['name', 'in', [EMILE, SMILE, 'x']],
      [EMILE, SMILE],
    ],
    [
      ['name', 'in', [EMILE, null]],
      [EMILE, NAMELESS],
    ],
    [['name', 'in', [null]], [NAMELESS]],
    [['name', 'in', []], []],
    [['name', 'not_in', [EMILE]], all(EMILE)],
    [['name', 'not_in', [EMILE, null]], all(EMILE, NAMELESS)],
    [['name', 'not_in', [null]], all(NAMELESS)],
    [['name', 'not_in', []], ALL],
    [['name', 'contains', '%'], [PERCENT]],
    [['name', 'contains', '_\\'], [PERCENT]],
    [['name', 'contains', 'é'], []],
    [['name', 'contains', ''], all(NAMELESS)],
    [['name', 'regex', '^.mile$'], [EMILE]],
    [['name', 'regex', 'émile'], []],
    [['name', 'regex', '(?i)émile'], [EMILE]],
    [
      ['name', 'regex', '^(?:100|😀)'],
      [PERCENT, SMILE],
    ],
    [
      ['name', 'regex', '^(?!É)'],
      [PERCENT, LIGATURE, SMILE],
    ],
    [['name', 'regex', ''], all(NAMELESS)],
    [['name_and_name', '<', 'É'], [PERCENT]],
    [['name_and_name', '==', 'ÉmileÉmile'], [EMILE]],

    [['owner', '==', ANA.toUpperCase()], [EMILE]],
    [['owner', '!=', ANA], all(EMILE)],
    [
      ['owner', 'in', [ANA, BEN.toUpperCase()]],
      [EMILE, PERCENT],
    ],
    [['owner', 'not_in', [ANA, null]], [PERCENT]],

    [
      ['size', '==', -0],
      [LIGATURE, SMILE],
    ],
    [['size', '<', 0], [EMILE]],
    [['size', '<=', Number.MAX_SAFE_INTEGER], all(NAMELESS)],
    [['size', '>', Number.MIN_SAFE_INTEGER], all(NAMELESS)],
    [['size', '==', 2 ** 40], []],
    [
      ['size', 'in', [2 ** 40, 0, null]],
      [LIGATURE, SMILE, NAMELESS],
    ],
    [
      ['size', 'not_in', [2 ** 40, 0]],
      [EMILE, PERCENT, NAMELESS],
    ],
    [['total', '==', 2 ** 40], [EMILE]],
    [
      ['total', '>=', 5],
      [EMILE, PERCENT],
    ],

    [['ratio', '==', 0.1], [EMILE]],
    [['ratio', '>', 1e307], [PERCENT]],
    [
      ['ratio', '>', Number.MIN_VALUE],
      [EMILE, PERCENT],
    ],
    [
      ['ratio', '<', Number.MAX_VALUE],
      [EMILE, PERCENT],
    ],
    [['amount', '==', 0.1], [EMILE]],
    [['amount', 'in', [3, 1e-300]], [PERCENT]],

    [['enabled', '==', true], [EMILE]],
    [['enabled', '!=', true], all(EMILE)],
    [
      ['enabled', 'in', [true, false]],
      [EMILE, PERCENT],
    ],
    [
      ['enabled', '==', null],
      [LIGATURE, SMILE, NAMELESS],
    ],

    [['seen.timestamp', '==', JANUARY + 1], [EMILE]],
    [['seen.timestamp', '>', JANUARY + 1], [PERCENT]],
    [['seen.timestamp', 'in', [JANUARY + 1, null]], all(PERCENT)],
    [
      ['seen.timestamp', '>', Number.MIN_SAFE_INTEGER],
      [EMILE, PERCENT],
    ],
    [
      ['seen.timestamp', '<', Number.MAX_SAFE_INTEGER],
      [EMILE, PERCENT],
    ],
    [
      ['seen.timestamp', '<', 8.64e15],
      [EMILE, PERCENT],
    ],
    [['seen.timestamp', '>=', Date.UTC(10000, 0, 1)], []],
    [
      ['seen.timestamp', '>=', Date.parse('0001-01-01T00:00:00Z')],
      [EMILE, PERCENT],
    ],

    [['scopes', 'contains', 'a'], [EMILE]],
    [['scopes', 'contains', 'b'], [EMILE]],
    [['scopes', 'contains', '{,"\\'], [LIGATURE]],
    [['scopes', '==', ['a', 'b']], [EMILE]],
    [['scopes', '==', ['b', 'a']], []],
    [['scopes', '==', []], [PERCENT]],
    [['scopes', '!=', []], all(PERCENT)],
    [
      ['scopes', '==', null],
      [SMILE, NAMELESS],
    ],
    [
      ['scopes', '!=', null],
      [EMILE, PERCENT, LIGATURE],
    ],

    [['metadata.rank', '==', 1], [EMILE]],
    [['metadata.rank', '==', '1'], [PERCENT]],
    [['metadata.rank', '!=', 1], all(EMILE)],
    [
      ['metadata.rank', '==', null],
      [SMILE, NAMELESS],
    ],
    [
      ['metadata.rank', '>=', 1],
      [EMILE, LIGATURE],
    ],
    [['metadata.rank', '>=', '1'], [PERCENT]],
    [
      ['metadata.rank', 'in', ['1', 10, null]],
      [PERCENT, LIGATURE, SMILE, NAMELESS],
    ],
    [
      ['metadata.rank', 'not_in', ['1', 10]],
      [EMILE, SMILE, NAMELESS],
    ],
    [['metadata.rank', 'not_in', ['1', 10, null]], [EMILE]],
    [['metadata.title', 'contains', "'b"], [PERCENT]],
    [['metadata.rank', 'contains', '1'], [PERCENT]],
    [['metadata.pair', 'contains', 'a'], []],
    [['metadata.title', 'regex', '(?i)^é'], [EMILE]],
    [['metadata.rank', 'regex', '.'], [PERCENT]],
    [
      ['metadata.tags', 'contains', 'x'],
      [EMILE, PERCENT],
    ],
    [['metadata.tags', 'contains', 1], [EMILE]],
    [['metadata.tags', 'contains', null], [EMILE]],
    [['metadata.tags', 'contains', { deep: [1] }], [EMILE]],
    [['metadata.tags', 'contains', {}], []],
    [['metadata.tags', '==', []], [LIGATURE]],
    [['metadata.tags.3.deep.0', '==', 1], [EMILE]],
    [['metadata.pair', '==', { b: null, a: 1 }], [EMILE]],
    [['metadata.pair.b', '!=', null], []],
    [['metadata.1.rank', '==', true], [SMILE]],
    [['metadata', '==', null], [NAMELESS]],
    [['metadata', 'contains', 1], [SMILE]],
    [['metadata.__proto__', '==', null], ALL],
    [['metadata.constructor', '!=', null], []],
    [["metadata.'; drop table things; --", '==', null], ALL],
    [['metadata.{rank}', '==', 1], []],
  ];
  for (const [filter, expected] of cases) {
    test(JSON.stringify(filter), async () => {
      const found = await find({ filters: [filter] });
      assert.deepEqual(
        ALL.filter(name => found.includes(name)),
        expected,
      );
      assert.equal(found.length, expected.length);
      assert.equal(
        await countRows(things.query, compileQuery(thingFields, { filters: [filter] }), visible),
        expected.length,
      );
    });
  }

  test('all filters must match', async () => {
    const filters = [
      ['size', '==', 0],
      ['name', 'regex', '😀'],
      ['metadata.1.rank', '==', true],
    ];
    assert.deepEqual(await find({ filters }), [SMILE]);
    assert.deepEqual(await find({ filters: [...filters, ['enabled', '!=', null]] }), []);
  });
});

describe('sort and pages', () => {
  const sorted: [body: QueryBody, expected: (string | null | undefined)[]][] = [
    [{}, [NAMELESS, PERCENT, SMILE, LIGATURE, EMILE]],
    [{ sort_order: -1 }, [NAMELESS, PERCENT, SMILE, LIGATURE, EMILE]],
    [{ sort_order: 1 }, [EMILE, LIGATURE, SMILE, PERCENT, NAMELESS]],
    [{ sort_key: 'name' }, [PERCENT, EMILE, LIGATURE, SMILE, NAMELESS]],
    [{ sort_key: 'name', sort_order: 1 }, [PERCENT, EMILE, LIGATURE, SMILE, NAMELESS]],
    [{ sort_key: 'name', sort_order: -1 }, [NAMELESS, SMILE, LIGATURE, EMILE, PERCENT]],
    [{ sort_key: 'size' }, [EMILE, LIGATURE, SMILE, PERCENT, NAMELESS]],
    [{ sort_key: 'size', sort_order: -1 }, [NAMELESS, PERCENT, SMILE, LIGATURE, EMILE]],
    [{ sort_key: 'enabled' }, [PERCENT, EMILE, LIGATURE, SMILE, NAMELESS]],
    [{ sort_key: 'metadata.rank' }, [PERCENT, EMILE, LIGATURE, SMILE, NAMELESS]],
    [{ sort_key: 'metadata.rank', sort_order: -1 }, [NAMELESS, SMILE, LIGATURE, EMILE, PERCENT]],
    [{ sort_key: 'id', limit_to: 2 }, [EMILE, PERCENT]],
    [{ sort_key: 'id', limit_from: 3 }, [SMILE, NAMELESS]],
    [{ sort_key: 'id', limit_from: 1, limit_to: 3 }, [PERCENT, LIGATURE]],
    [{ sort_key: 'id', limit_from: 2, limit_to: 2 }, []],
    [{ limit_from: Number.MAX_SAFE_INTEGER }, []],
  ];
  for (const [body, expected] of sorted) {
    test(JSON.stringify(body), async () => assert.deepEqual(await find(body), expected));
  }

  test('a resource can set its own numbers of items', async () => {
    const options = { newest: ['things.created_at', 'things.id'], defaultItems: 2, maxItems: 3 } as const;
    const fields = defineFields({}, options);
    const countPage = async (body: QueryBody) =>
      (await findRows(things.query, compileQuery(fields, body), visible)).length;
    assert.equal(await countPage({}), 2);
    assert.equal(await countPage({ limit_from: 1 }), 2);
    assert.equal(await countPage({ limit_to: 3 }), 3);
    assert.throws(() => compileQuery(fields, { limit_from: 1, limit_to: 5 }), {
      message: 'validation error: limit_to: at most 3 items are given at once',
    });
    assert.equal(await countRows(things.query, compileQuery(fields), visible), 5);
  });
});

describe('the SQL', () => {
  async function compileSql(body: QueryBody): Promise<string> {
    const statements: string[] = [];
    const log = (event: LogEvent) => {
      statements.push(event.query.sql);
    };
    const dialect = new PostgresDialect({ pool: toKyselyPool(things.pool) });
    const db = new Kysely<ThingsSchema>({ dialect, log });
    await findRows(db, compileQuery(thingFields, body), db => db.selectFrom('things').select('name'));
    return statements
      .join('\n')
      .replace('select "name" from "things" ', '')
      .replace(/ limit \$\d+ offset \$\d+$/, '');
  }
  const newest = 'order by "things"."created_at" desc, "things"."id" desc';
  const equal = '("things"."metadata" #> $1::text[])';
  const contains = '"things"."metadata" @>';

  test('lets comparisons and the order use indexes', async () => {
    assert.equal(await compileSql({}), newest);
    assert.equal(await compileSql({ sort_key: 'size' }), 'order by "things"."size" asc, "things"."id" asc');
    const conditions: [filter: unknown[], condition: string][] = [
      [['name', '==', 'a'], '"things"."name" = $1::text'],
      [['owner', '==', ANA], '"things"."owner" = $1::uuid'],
      [['owner', 'in', [ANA]], '"things"."owner" = any($1::uuid[])'],
      [['size', '>=', 1], '"things"."size" >= $1::bigint'],
      [['amount', '==', 1], '"things"."amount" = $1::numeric'],
      [['created.timestamp', '<', 1], '"things"."created_at" < $1::timestamptz'],
      [['scopes', 'contains', 'a'], '"things"."scopes" @> $1::text[]'],
      [['metadata.a', '==', 1], '("things"."metadata" #> $1::text[]) = $2::jsonb'],
      [['labels.a', '==', 1], `coalesce(${equal} = $2::jsonb, false) and ${contains} $3::jsonb`],
      [
        ['labels.a', 'in', [1, 2]],
        `coalesce(${equal} = any($2::jsonb[]), false) and (${contains} $3::jsonb or ${contains} $4::jsonb)`,
      ],
    ];
    for (const [filter, condition] of conditions) {
      assert.equal(await compileSql({ filters: [filter] }), `where ${condition} ${newest}`);
    }
  });

  test('does not search the containment index for values that it lacks or finds slowly', async () => {
    const many = Array.from({ length: 21 }, (_, index) => index);
    const conditions: [filter: unknown[], condition: string][] = [
      [['labels.a', '==', null], '("things"."metadata" #>> $1::text[]) is null'],
      [['labels.a', '!=', 1], `${equal} is distinct from $2::jsonb`],
      [['labels', '==', 1], '"things"."metadata" = $1::jsonb'],
      [['labels.a', '==', []], `${equal} = $2::jsonb`],
      [['labels.a', '==', { b: 1 }], `${equal} = $2::jsonb`],
      [['labels.a.0', '==', 1], `${equal} = $2::jsonb`],
      [['labels.-1.a', '==', 1], `${equal} = $2::jsonb`],
      [['labels. +1', '==', 1], `${equal} = $2::jsonb`],
      [['labels.a', 'in', []], `${equal} = any($2::jsonb[])`],
      [['labels.a', 'in', [1, []]], `${equal} = any($2::jsonb[])`],
      [['labels.a', 'in', many], `${equal} = any($2::jsonb[])`],
      [['labels.a', 'in', [1, null]], `(${equal} = any($2::jsonb[]) or ("things"."metadata" #>> $3::text[]) is null)`],
    ];
    for (const [filter, condition] of conditions) {
      assert.equal(await compileSql({ filters: [filter] }), `where ${condition} ${newest}`);
    }
  });

  test('searches the containment index for all values at once', () => {
    const filters = [
      ['labels.a.b', '==', 1],
      ['labels.c', '==', 'x'],
      ['labels.a.__proto__', '==', true],
      // A filter that contradicts an earlier one is left out: the equalities make sure that nothing is found.
      ['labels.c', '==', 'y'],
      ['labels.c.d', '==', 2],
      ['labels.a', '==', 3],
    ];
    const { conditions } = compileQuery(thingFields, { filters });
    assert.equal(conditions.length, 2);
    const { parameters } = things.query
      .selectFrom('things')
      .where(conditions[1] ?? assert.fail())
      .compile();
    assert.deepEqual(parameters, ['{"a":{"b":1,"__proto__":true},"c":"x"}']);
  });

  test('searches the containment index for at most three lists', () => {
    const filters = Array(5).fill(['labels.a', 'in', [1, 2]]);
    assert.equal(compileQuery(thingFields, { filters }).conditions.length, 4);
  });

  test('uses the containment index', async () => {
    const cases: [filters: unknown[], expected: (string | null | undefined)[]][] = [
      [[['labels.rank', '==', 1]], [EMILE]],
      [[['labels.rank', '==', '1']], [PERCENT]],
      [[['labels.pair.a', '==', 1]], [EMILE]],
      [
        [
          ['labels.pair.a', '==', 1],
          ['labels.title', '==', EMILE],
        ],
        [EMILE],
      ],
      [
        [
          ['labels.rank', '==', 1],
          ['labels.rank', '==', 10],
        ],
        [],
      ],
      [[['labels.rank', 'in', [10, '1', 7]]], [LIGATURE, PERCENT]],
    ];
    await things.query.transaction().execute(async transaction => {
      await sql`SET LOCAL enable_seqscan = off`.execute(transaction);
      for (const [filters, expected] of cases) {
        const { conditions } = compileQuery(thingFields, { filters });
        const query = conditions.reduce(
          (narrowed, condition) => narrowed.where(condition),
          transaction.selectFrom('things').select('name').orderBy('created_at'),
        );
        assert.match(JSON.stringify(await query.explain()), /things_metadata/);
        const found = await query.execute();
        assert.deepEqual(
          found.map(row => row.name),
          expected,
        );
      }
    });
  });

  test('works with joins, aliases and whole rows', async () => {
    const fields = defineFields(
      { name: { type: 'text', column: 'own.name' }, twin: { type: 'text', column: 'twin.name' } },
      { newest: ['own.created_at', 'own.id'] },
    );
    const pairs = (db: Kysely<ThingsSchema>) =>
      db
        .selectFrom('things as own')
        .innerJoin('things as twin', 'twin.size', 'own.size')
        .selectAll('own')
        .select('twin.name as twin')
        .where('own.batch', '=', 1)
        .where('twin.batch', '=', 1);
    const selection = compileQuery(fields, { filters: [['name', '==', LIGATURE]], sort_key: 'twin' });
    const found = await findRows(things.query, selection, pairs);
    assert.deepEqual(
      found.map(row => [row.name, row.twin, row.size]),
      [
        [LIGATURE, LIGATURE, 0],
        [LIGATURE, SMILE, 0],
      ],
    );
    assert.equal(await countRows(things.query, selection, pairs), 2);
  });
});
