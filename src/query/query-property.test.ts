import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { type InMemoryQuery, queryInMemory } from '../../test/fixtures/in-memory-query.ts';
import {
  thing as createThing,
  openThings,
  type Thing,
  type ThingsDatabase,
  type ThingsSchema,
  thingFields,
} from '../../test/fixtures/query.ts';
import { runsOf } from '../../test/support/tiers.ts';
import { ApiError } from '../errors.ts';
import { compileQuery } from './compile.ts';
import { countRows, findRows } from './execute.ts';
import { OPERATORS, type QueryBody } from './query-body.ts';

let things: ThingsDatabase;
let batch = 0;
before(async () => {
  things = await openThings();
});
after(() => things.drop());

/** Few values, so that filters match rows, with all characters that SQL, LIKE, arrays and patterns treat specially. */
const text = fc
  .array(fc.constantFrom(...`aAbBéÉß %_\\'"{},.:;$^()[]\n\u0001\uffff😀\u{10ffff}`), { maxLength: 3 })
  .map(characters => characters.join(''));
const integer = fc.constantFrom(0, 1, -1, 2, 2 ** 31 - 1, -(2 ** 31));
const bigInteger = fc.oneof(integer, fc.constantFrom(2 ** 31, 2 ** 53 - 1, 1 - 2 ** 53));
const number = fc.oneof(
  integer,
  fc.constantFrom(0.1, 0.5, 1e21, 1e-7, Number.MIN_VALUE, Number.MAX_VALUE),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value || 0),
);
const uuid = fc.constantFrom(...['a', 'b', 'c'].map(digit => `0197d1aa-0000-7000-8000-00000000000${digit}`));
const moment = fc.constantFrom(
  0,
  1,
  -1,
  999,
  Date.UTC(2026, 0, 1),
  Date.UTC(1, 0, 1),
  Date.UTC(20_000, 5, 1, 1, 1, 1, 1),
);
const anyMoment = fc.oneof(moment, fc.constantFrom(2 ** 53 - 1, 1 - 2 ** 53, 8.64e15, -8.64e15));
const texts = fc.array(text, { maxLength: 3 });
const key = fc.constantFrom('a', 'b', '0', '1', '-1', '+0', ' 1', '1 ', 'é', '"', "'", '\\', '{a,b}', ' ', '😀');
const json = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), number, text),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const jsonPath = fc
  .tuple(fc.constantFrom('metadata', 'labels'), fc.array(key, { maxLength: 3 }))
  .map(([name, path]) => [name, ...path].join('.'));

const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3 });
const thing: fc.Arbitrary<Thing> = fc.record({
  id: fc.uuid(),
  created: moment,
  name: orNull(text),
  size: orNull(integer),
  total: orNull(bigInteger),
  ratio: orNull(number),
  amount: orNull(number),
  enabled: orNull(fc.boolean()),
  seen: orNull(moment),
  owner: orNull(uuid),
  scopes: orNull(texts),
  metadata: fc.option(json, { nil: undefined, freq: 5 }),
});
const rows = fc.uniqueArray(thing, { maxLength: 8, selector: row => row.id });

/** Parts of patterns that mean the same in JavaScript and in PostgreSQL. */
const atom = fc.constantFrom('a', 'B', 'é', '😀', '.', '[aé]', '[^a]', '(?:a|É)', '\\\\', '\\.', '_', '%', "'", '\\(');
const part = fc.tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}')).map(parts => parts.join(''));
const pattern = fc
  .tuple(
    fc.constantFrom('', '(?i)'),
    fc.constantFrom('', '^'),
    fc.array(part, { maxLength: 3 }),
    fc.constantFrom('', '$'),
  )
  .map(([option, begin, parts, end]) => [option, begin, ...parts, end].join(''));

type Filter = InMemoryQuery['filters'][number];
const equality = (field: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>): fc.Arbitrary<Filter>[] => [
  fc.tuple(field, fc.constantFrom('==', '!='), orNull(value)),
  fc.tuple(field, fc.constantFrom('in', 'not_in'), fc.array(orNull(value), { maxLength: 3 })),
];
const comparisons = (field: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>): fc.Arbitrary<Filter>[] => [
  fc.tuple(field, fc.constantFrom('<', '<=', '>', '>='), value),
];
const ordered = (field: string, value: fc.Arbitrary<unknown>) =>
  fc.oneof(...equality(fc.constant(field), value), ...comparisons(fc.constant(field), value));

const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.oneof(
    ordered('name', text),
    fc.tuple(fc.constant('name'), fc.constant('contains'), text),
    fc.tuple(fc.constant('name'), fc.constant('regex'), pattern),
  ),
  ordered('size', bigInteger),
  ordered('total', bigInteger),
  ordered('ratio', number),
  ordered('amount', number),
  ordered('created.timestamp', anyMoment),
  ordered('seen.timestamp', anyMoment),
  fc.oneof(...equality(fc.constant('owner'), uuid)),
  fc.oneof(...equality(fc.constant('enabled'), fc.boolean())),
  fc.oneof(
    fc.tuple(fc.constant('scopes'), fc.constantFrom('==', '!='), orNull(texts)),
    fc.tuple(fc.constant('scopes'), fc.constant('contains'), text),
  ),
  {
    weight: 5,
    arbitrary: fc.oneof(
      ...equality(jsonPath, json),
      ...comparisons(jsonPath, fc.oneof(number, text)),
      fc.tuple(jsonPath, fc.constant('contains'), fc.oneof(json, text)),
      fc.tuple(jsonPath, fc.constant('regex'), pattern),
    ),
  },
);
const sortKey = fc.oneof(fc.constantFrom(...thingFields.exact.keys()), jsonPath);
const sort = fc.record({
  sort_key: fc.option(
    sortKey.filter(key => key !== 'scopes' && key !== 'name_and_name'),
    { nil: undefined },
  ),
  sort_order: fc.constantFrom(1, -1, undefined),
});

async function inBatch(stored: Thing[]) {
  const number = ++batch;
  await things.insert(number, stored);
  const visible = (db: Kysely<ThingsSchema>) => db.selectFrom('things').select('id').where('batch', '=', number);
  return {
    find: async (body: QueryBody) =>
      (await findRows(things.query, compileQuery(thingFields, body), visible)).map(row => row.id),
    count: (body: QueryBody) => countRows(things.query, compileQuery(thingFields, body), visible),
  };
}

const toIds = (found: Thing[]) => found.map(row => row.id);

test('the database finds and counts what the same query finds in memory, in the same order', () =>
  fc.assert(
    fc.asyncProperty(rows, fc.array(filter, { maxLength: 3 }), sort, async (stored, filters, order) => {
      const { find, count } = await inBatch(stored);
      for (const query of [...filters.map(each => ({ filters: [each], ...order })), { filters, ...order }]) {
        const expected = toIds(queryInMemory(stored, query));
        assert.deepEqual(await find(query), expected);
        assert.equal(await count(query), expected.length);
      }
    }),
    runsOf(500),
  ));

/** Lists every path inside a JSON value, with its value. Indexes of arrays are written in all possible ways. */
function placesIn(value: unknown, path: string[] = []): { path: string[]; value: unknown }[] {
  const here = { path, value };
  if (Array.isArray(value)) {
    const written = (index: number) => [`${index}`, `+${index}`, ` ${index}`, `${index - value.length}`];
    return [here, ...value.flatMap((inner, index) => written(index).flatMap(key => placesIn(inner, [...path, key])))];
  }
  if (typeof value !== 'object' || value === null) return [here];
  return [here, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))];
}

test('a value is found by every path that leads to it, with and without an index', () =>
  fc.assert(
    fc.asyncProperty(rows, fc.infiniteStream(fc.nat()), fc.array(json, { maxLength: 2 }), async (stored, any, more) => {
      const pick = <Item>(items: Item[]) => items[Number(any.next().value) % items.length] ?? assert.fail();
      fc.pre(stored.length > 0);
      const places = placesIn(pick(stored).metadata);
      const { find } = await inBatch(stored);
      for (const name of ['metadata', 'labels']) {
        const filters = Array.from({ length: 5 }, (): Filter => {
          const { path, value = null } = pick(places);
          const field = [name, ...path].join('.');
          return pick([true, false]) ? [field, '==', value] : [field, 'in', [...more, value]];
        });
        for (const query of [...filters.map(each => ({ filters: [each] })), { filters }]) {
          const expected = toIds(queryInMemory(stored, query));
          assert(expected.length > 0);
          assert.deepEqual(await find(query), expected);
        }
      }
    }),
    runsOf(200),
  ));

test('all pages together are the whole result', () =>
  fc.assert(
    fc.asyncProperty(rows, sort, fc.integer({ min: 1, max: 4 }), async (stored, order, items) => {
      const { find } = await inBatch(stored);
      const pages: string[] = [];
      for (let from = 0; from < stored.length; from += items) {
        pages.push(...(await find({ ...order, limit_from: from, limit_to: from + items })));
      }
      assert.deepEqual(pages, toIds(queryInMemory(stored, { filters: [], ...order })));
    }),
    runsOf(100),
  ));

test('every query is either executed or refused', async () => {
  const { find, count } = await inBatch(fc.sample(rows, { numRuns: 5, seed: 1 }).flat());
  const signs = fc.string({ unit: fc.constantFrom(...'(?i)*+{1,}[a-z]|\\\\w^$') });
  const anyText = fc.oneof(text, pattern, signs, fc.string({ unit: 'binary' }));
  const anyPath = anyText.map(path => `metadata.${path}`);
  const anyField = fc.oneof(sortKey, { weight: 3, arbitrary: anyPath }, anyText);
  const anyOperator = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...OPERATORS) }, anyText);
  const anyNumber = fc.oneof(bigInteger, anyMoment, fc.maxSafeInteger());
  const anyValue = fc.oneof(json, anyText, anyNumber, fc.array(anyText), fc.jsonValue({ stringUnit: 'binary' }));
  const body = fc.record(
    {
      filters: fc.array(fc.tuple(anyField, anyOperator, anyValue), { maxLength: 2 }),
      sort_key: anyField,
      sort_order: fc.constantFrom(1, -1, 0),
      limit_from: fc.oneof(fc.nat(9), anyNumber),
    },
    { requiredKeys: [] },
  );
  const runs = runsOf(700);
  const outcomes = { executed: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(body, async query => {
      try {
        await find(query);
        await count(query);
        outcomes.executed++;
      } catch (error) {
        assert(error instanceof ApiError && error.status === 422, String(error));
        outcomes.refused++;
      }
    }),
    runs,
  );
  // If one of them were rare, this test would prove nothing.
  assert(Math.min(outcomes.executed, outcomes.refused) > runs.numRuns / 10, JSON.stringify(outcomes));
});

test('deep pages continue where the pages before them ended', async () => {
  const stored = Array.from({ length: 2100 }, (_, index) =>
    createThing({ created: Date.UTC(2026, 0, 1) + (index % 50), size: index % 7, name: `thing ${index % 300}` }),
  );
  const { find } = await inBatch(stored);
  const filters: Filter[] = [['name', 'regex', '^thing']];
  const queries: InMemoryQuery[] = [
    { filters: [] },
    { filters: [], sort_key: 'size' },
    { filters, sort_key: 'name', sort_order: -1 },
  ];
  for (const query of queries) {
    const expected = toIds(queryInMemory(stored, query));
    for (const [limit_from, limit_to] of [
      [990, 1010],
      [1000, 1100],
      [1999, 2100],
      [2099, 2200],
      [2100, 2200],
    ] as const) {
      assert.deepEqual(await find({ ...query, limit_from, limit_to }), expected.slice(limit_from, limit_to));
    }
  }
});
