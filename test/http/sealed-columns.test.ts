/** Rotating the key reaches every column with sealed secrets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sealedColumns } from '../../src/composition/sealed-columns.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { pool } = service.service.system.background;

test('every sealed column is among those that a rotation wraps again', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name LIKE '%sealed%' ORDER BY 1`,
  );
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  assert.deepEqual(known.toSorted(), rows.map(({ name }) => name).toSorted());
});

test('each of them is found by the primary key of its table', async () => {
  for (const { table, key } of sealedColumns) {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT attname AS name FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
       WHERE indrelid = $1::regclass AND indisprimary`,
      [table],
    );
    assert.deepEqual(
      rows.map(({ name }) => name),
      [key],
      table,
    );
  }
});
