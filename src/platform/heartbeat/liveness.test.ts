import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/process.ts';
import { openDatabase } from '../postgres/database.ts';
import { createLiveness } from './liveness.ts';

test('a process is alive from its registration until it leaves', async t => {
  const { create, livingIds } = await setUp(t);
  const [one, other] = [create(), create()];
  assert.deepEqual([await livingIds(), one.isRegistered, one.isAlive], [[], false, false]);
  await Promise.all([one.register(), one.register(), other.register()]);
  assert.deepEqual(await livingIds(), [one.id, other.id].toSorted());
  assert.deepEqual([one.isRegistered, one.isAlive, one.lapses], [true, true, 0]);
  await one.leave();
  assert.deepEqual(await livingIds(), [other.id]);
});

test('a process renews its row even when the row was lost', async t => {
  const { create, livingIds, pool } = await setUp(t);
  const liveness = create();
  await liveness.register();
  await pool.query('DELETE FROM runners');
  await until(async () => (await livingIds()).includes(liveness.id), 'it is alive again');
});

test('a failed registration can be repeated', async t => {
  const { create, livingIds, pool } = await setUp(t);
  const liveness = create();
  await pool.query('ALTER TABLE runners RENAME TO away');
  await assert.rejects(liveness.register());
  assert.equal(liveness.isRegistered, false);
  await pool.query('ALTER TABLE away RENAME TO runners');
  await liveness.register();
  assert.deepEqual(await livingIds(), [liveness.id]);
});

async function setUp(t: TestContext) {
  const { address, drop } = await createTestDatabase();
  const database = openDatabase(address, { maxConnections: 3 });
  const cleanup = new AsyncDisposableStack();
  t.after(() => cleanup.disposeAsync());
  cleanup.defer(drop);
  cleanup.defer(() => database.close());
  return {
    pool: database.pool,
    create() {
      const liveness = createLiveness({ database, silenceSeconds: 10, hungSeconds: 60, onError: () => {} });
      cleanup.defer(() => liveness.leave());
      return liveness;
    },
    /** The ids of the living processes. */
    async livingIds(): Promise<string[]> {
      const { rows } = await database.pool.query('SELECT id FROM runners WHERE alive_until > now() ORDER BY id');
      return rows.map(({ id }) => id);
    },
  };
}
