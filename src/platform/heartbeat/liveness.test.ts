import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/process.ts';
import { openDatabase } from '../postgres/database.ts';
import { createLiveness } from './liveness.ts';

test('a process is known from its registration until it leaves', async t => {
  const { create, known } = await setUp(t);
  const [one, other] = [create(), create()];
  assert.deepEqual([await known(), one.isRegistered, one.isGood], [[], false, false]);
  await Promise.all([one.register(), one.register(), other.register()]);
  assert.deepEqual(await known(), [one.id, other.id].toSorted());
  assert.deepEqual([one.isRegistered, one.isGood, one.lapses], [true, true, 0]);
  await one.leave();
  assert.deepEqual(await known(), [other.id]);
});

test('its time is renewed, also when its row was lost', async t => {
  const { create, known, pool } = await setUp(t);
  const liveness = create();
  await liveness.register();
  await pool.query('DELETE FROM runners');
  await until(async () => (await known()).includes(liveness.id), 'it is known again');
});

test('a registration that failed is made again', async t => {
  const { create, known, pool } = await setUp(t);
  const liveness = create();
  await pool.query('ALTER TABLE runners RENAME TO away');
  await assert.rejects(liveness.register());
  assert.equal(liveness.isRegistered, false);
  await pool.query('ALTER TABLE away RENAME TO runners');
  await liveness.register();
  assert.deepEqual(await known(), [liveness.id]);
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
    /** The ids of the processes that live. */
    async known(): Promise<string[]> {
      const { rows } = await database.pool.query('SELECT id FROM runners WHERE alive_until > now() ORDER BY id');
      return rows.map(({ id }) => id);
    },
  };
}
