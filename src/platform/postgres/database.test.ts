import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/process.ts';
import { connectionProblem, openDatabase } from './database.ts';

suite('database', () => {
  test('numbers come as numbers, and texts as texts', async t => {
    const { pool } = await setUp(t);
    const { rows } = await pool.query(`SELECT 9007199254740991::bigint AS bytes, 0.1::numeric AS credits, '1' AS text`);
    assert.deepEqual(rows, [{ bytes: Number.MAX_SAFE_INTEGER, credits: 0.1, text: '1' }]);
  });

  test('idle connections that break are replaced by the next query', async t => {
    const { pool } = await setUp(t);
    const [one, other] = await Promise.all([pool.connect(), pool.connect()]);
    other.release();
    await one.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await until(() => pool.totalCount === 1, 'the pool has noticed');
    assert.deepEqual((await pool.query('SELECT 1 AS one')).rows, [{ one: 1 }]);
    one.release();
  });

  test('a connection that breaks within a transaction fails the transaction alone', async t => {
    const { pool, query } = await setUp(t);
    const broken = query.transaction().execute(async transaction => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction);
      await pool.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
      await sql`SELECT 1`.execute(transaction);
    });
    await assert.rejects(broken, (error: unknown) => connectionProblem(error) !== undefined);
    assert.deepEqual((await pool.query('SELECT 1 AS one')).rows, [{ one: 1 }]);
  });

  test('closing does not wait for a query that waits', async t => {
    const opened = await setUp(t);
    const waiting = opened.pool.query('SELECT pg_sleep(600)');
    const refused = assert.rejects(waiting, (error: unknown) => connectionProblem(error) !== undefined);
    await until(() => opened.pool.totalCount === 1 && opened.pool.waitingCount === 0, 'it is under way');
    await opened.close();
    await refused;
  });

  for (const [state, name] of [
    ['57P01', 'the server is stopped'],
    ['57P02', 'the server has crashed'],
    ['57P03', 'the server is starting'],
    ['53300', 'no connection is left'],
    ['ECONNREFUSED', 'nothing listens'],
    ['ECONNRESET', 'the connection was cut'],
    ['EPIPE', 'the connection was cut while writing'],
    ['ENETUNREACH', 'no way leads there'],
    ['53100', 'the disk is full'],
  ] as const) {
    test(`${state} is a problem of the connection: ${name}`, () => {
      const problem = connectionProblem(Object.assign(new Error('as the system puts it'), { code: state }));
      assert.equal(typeof problem, 'string');
    });
  }

  test('a certificate that nobody vouches for is a problem of the connection', () => {
    const error = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    assert.equal(connectionProblem(error), 'self-signed certificate');
  });

  test('what is no problem of the connection is none', () => {
    assert.equal(connectionProblem(new Error('duplicate key')), undefined);
    assert.equal(connectionProblem(Object.assign(new Error('duplicate key'), { code: '23505' })), undefined);
    assert.equal(connectionProblem('ECONNREFUSED'), undefined);
  });
});

async function setUp(t: TestContext) {
  const database = await createTestDatabase({ template: 'template0' });
  const opened = openDatabase(database.address, { maxConnections: 3 });
  t.after(async () => {
    if (!opened.pool.ended) await opened.close();
    // Ends queries that nobody waits for any more.
    await database.drop().catch(() => {});
  });
  return opened;
}
