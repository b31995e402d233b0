import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../test/support/database.ts';
import type { Schema } from '../database.ts';
import { newId } from '../platform/ids.ts';
import { openDatabase } from '../platform/postgres/database.ts';
import { deleteUser, OWNED, REFERRING } from './user-deletion.ts';

const created = await createTestDatabase();
const database = openDatabase<Schema>(created.url, { maxConnections: 2 });
after(async () => {
  await database.close();
  await created.drop();
});

test('the deletion of users knows every table that refers to them', async () => {
  const { rows } = await database.pool.query<{ table: string; column: string; action: string }>(
    `SELECT conrelid::regclass::text AS table, attname AS column, confdeltype AS action
     FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
     WHERE contype = 'f' AND confrelid = 'users'::regclass
       AND conparentid = 0`, // The constraints of partitions are those of their table.
  );
  const named = (action: string) =>
    rows.filter(row => row.action === action).map(({ table, column }) => `${table}.${column}`);
  assert.deepEqual(named('a').sort(), REFERRING.map(names => names.join('.')).sort());
  const cascading = new Set(named('c'));
  for (const table of OWNED) assert.ok(cascading.has(`${table}.user_id`), table);
});

test('a user with thousands of notifications is deleted, and the rows of others stay', async () => {
  const [ann, ben] = [newId(), newId()];
  for (const id of [ann, ben]) {
    await database.pool.query('INSERT INTO users (id, email, name) VALUES ($1, $2, $2)', [id, `${id}@example.org`]);
    await database.pool.query(
      `INSERT INTO notifications (id, user_id, kind, title, text, link, event)
       SELECT gen_random_uuid(), $1, 'test', '', '', '', gen_random_uuid()::text FROM generate_series(1, 1200)`,
      [id],
    );
  }
  assert.equal(await deleteUser(database.query, ann), ann);
  const count = async (id: string) => {
    const { rowCount } = await database.pool.query('SELECT FROM notifications WHERE user_id = $1', [id]);
    return rowCount;
  };
  assert.deepEqual([await count(ann), await count(ben)], [0, 1200]);
  await assert.rejects(deleteUser(database.query, ann), { status: 404 });
});
