import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import {
  openThings,
  type Thing,
  type ThingsDatabase,
  type ThingsSchema,
  thing,
  thingFields,
} from '../../test/fixtures/query.ts';
import { findBatches, jsonArray } from './batches.ts';
import { compileQuery } from './compile.ts';
import { rowSize, whenSmall } from './row-size.ts';

const size = rowSize({ texts: ['things.name'], json: ['things.metadata'] });
const KILOBYTE = 1024;

let things: ThingsDatabase;
before(async () => {
  things = await openThings();
});
after(() => things.drop());

const columns = (db: Kysely<ThingsSchema>, batch: number) =>
  db.selectFrom('things').select(['id', 'size']).where('batch', '=', batch);
const selectRows = (batch: number) => ({
  visible: (db: Kysely<ThingsSchema>) => columns(db, batch).select('name'),
  small: (db: Kysely<ThingsSchema>) =>
    columns(db, batch).select(whenSmall(size, sql<string | null>`things.name`).as('name')),
  size,
});

async function insert(batch: number, made: Partial<Thing>[]): Promise<void> {
  await things.insert(
    batch,
    made.map((values, index) => thing({ size: index, created: index, ...values })),
  );
}

describe('batches', () => {
  for (const [name, lengths, batches] of [
    ['one query reads small rows', [1, 1, 1], [3]],
    ['large rows come in separate batches, in the order of the page', [3000, 1, 1, 1500, 3000, 1], [1, 3, 1, 1]],
    ['a page without rows has no batch', [], []],
    ['more rows than the first query reads', Array.from({ length: 120 }, () => 30), [67, 53]],
    ['many small rows', Array.from({ length: 700 }, () => 0), [500, 200]],
  ] as const) {
    test(name, async () => {
      const batch = lengths.length + 100;
      await insert(
        batch,
        lengths.map(length => ({ name: 'é'.repeat((length * KILOBYTE) / 2) })),
      );
      const selection = compileQuery(thingFields, { sort_key: 'size' });
      const found: number[][] = [];
      for await (const { read } of findBatches(things.query, selection, selectRows(batch))) {
        const rows = await read();
        for (const row of rows) assert.equal(row.name?.length, ((lengths[row.size ?? 0] ?? 0) * KILOBYTE) / 2);
        found.push(rows.map(row => row.size ?? -1));
      }
      assert.deepEqual(found.flat(), [...lengths.keys()]);
      assert.deepEqual(
        found.map(rows => rows.length),
        batches,
      );
    });
  }

  test('JSON that is stored compressed counts with its full length', async () => {
    await insert(
      1,
      [1, 2, 3].map(() => ({ metadata: { text: 'x'.repeat(1500 * KILOBYTE) } })),
    );
    const found: number[] = [];
    for await (const { bytes } of findBatches(things.query, compileQuery(thingFields), selectRows(1)))
      found.push(bytes);
    assert.equal(found.length, 3);
    for (const bytes of found) assert.ok(bytes > 1500 * KILOBYTE && bytes < 1510 * KILOBYTE, `${bytes} bytes`);
  });

  test('a row that is deleted while the page is read is missing', async () => {
    await insert(
      2,
      [1, 2, 3].map(() => ({ name: 'x'.repeat(1500 * KILOBYTE) })),
    );
    const found: (number | null)[] = [];
    const selection = compileQuery(thingFields, { sort_key: 'size' });
    for await (const { read } of findBatches(things.query, selection, selectRows(2))) {
      found.push(...(await read()).map(row => row.size));
      await things.pool.query('DELETE FROM things WHERE batch = 2 AND size = 1');
    }
    assert.deepEqual(found, [0, 2]);
  });

  test('the JSON of all batches is one array', async () => {
    await insert(
      3,
      [2500, 1, 2500].map(length => ({ name: 'x'.repeat(length * KILOBYTE) })),
    );
    const selection = compileQuery(thingFields, { sort_key: 'size' });
    const readText = async (batch: number) => {
      let text = '';
      const batches = findBatches(things.query, selection, selectRows(batch));
      for await (const piece of jsonArray(batches, async rows => rows.map(row => JSON.stringify(row.size)))) {
        text += [await piece.text()].flat().join('');
      }
      return text;
    };
    assert.equal(await readText(3), '[0,1,2]');
    assert.equal(await readText(4), '[]');
  });
});
