import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabaseProxy } from '../../../test/http/database-proxy.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { errorMessage, READY_FOR_QUERY } from '../../../test/support/postgres-messages.ts';
import { inReverse, until } from '../../../test/support/process.ts';
import { openProxy } from '../../../test/support/proxy.ts';
import { runAsOwner } from '../concurrency/owner-context.ts';
import type { Connection } from './connection.ts';
import {
  ConnectionError,
  connectionFailure,
  DatabaseBusy,
  databaseProblem,
  isStatementTimeout,
  ownDatabaseProblem,
  transactionConflict,
} from './connection-error.ts';
import { openDatabase } from './database.ts';
import type { PoolOptions } from './pool-connections.ts';
import { createRetry, type LongRetry } from './retry.ts';

suite('database', () => {
  test('numbers are returned as numbers, and texts as texts', async t => {
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

  test('a connection that breaks within a transaction fails only that transaction', async t => {
    const { pool, query } = await setUp(t);
    const broken = query.transaction().execute(async transaction => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction);
      await pool.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
      await sql`SELECT 1`.execute(transaction);
    });
    await assert.rejects(broken, (error: unknown) => connectionFailure(error) !== undefined);
    assert.deepEqual((await pool.query('SELECT 1 AS one')).rows, [{ one: 1 }]);
  });

  test('a connection that breaks while it is handed over is replaced before anybody uses it', async t => {
    const hooks = inReverse(t);
    const database = await createTestDatabase({ template: 'template0' });
    hooks.after(() => database.drop());
    let opened = 0;
    const proxy = await openProxy(database, (client, server) => {
      client.on('close', () => server.destroy());
      client.pipe(server);
      if (++opened > 1) server.pipe(client);
      else endAfterPreparation(server, client);
    });
    hooks.after(() => proxy.cut());
    const { pool, close } = openDatabase(proxy.url, { maxConnections: 1 });
    hooks.after(close);
    assert.deepEqual((await pool.query('SELECT 1 AS one')).rows, [{ one: 1 }]);
    assert.equal(opened, 2);
  });

  test('every error of a connection that can not be asked any more is a lost connection', async t => {
    const { pool } = await setUp(t);
    const [one, other] = await Promise.all([pool.connect(), pool.connect()]);
    await other.query('SELECT pg_terminate_backend($1, 60000)', [await backendPid(one)]);
    for (let attempt = 0; attempt < 3; attempt++) {
      await assert.rejects(
        one.query('SELECT 1'),
        (error: unknown) => ownDatabaseProblem(error)?.kind === 'unreachable',
      );
    }
    for (const connection of [one, other]) connection.release();
  });

  test('closing does not wait for a blocked query', async t => {
    const opened = await setUp(t);
    const waiting = opened.pool.query('SELECT pg_sleep(600)');
    const refused = assert.rejects(waiting, (error: unknown) => connectionFailure(error) !== undefined);
    await until(() => opened.pool.totalCount === 1 && opened.pool.waitingCount === 0, 'the query is running');
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
    ['25006', 'the server is a standby'],
    ['25P03', 'the transaction stood idle'],
    ['08P01', 'a pooler gave up'],
    ['53400', 'a limit of the server is reached'],
    ['57P05', 'the session stood idle'],
    ['58030', 'the server can not read its disk'],
  ] as const) {
    test(`${state} is a problem of the connection: ${name}`, () => {
      const problem = connectionFailure(Object.assign(new Error('as the system puts it'), { code: state }));
      assert.equal(typeof problem, 'string');
    });
  }

  for (const [state, kind] of [
    ['40001', 'conflict'],
    ['40P01', 'conflict'],
    ['40003', 'conflict'],
    ['55P03', 'conflict'],
    ['57014', 'timeout'],
    ['23505', undefined],
    ['42P01', undefined],
    ['25P02', undefined],
  ] as const) {
    test(`${state} is ${kind ? `a ${kind}` : 'an error that a retry repeats'}`, () => {
      assert.equal(databaseProblem(Object.assign(new Error(''), { code: state }))?.kind, kind);
    });
  }

  test('an error of another server with the same code is no problem of our own database', () => {
    const foreign = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    assert.deepEqual([databaseProblem(foreign)?.kind, ownDatabaseProblem(foreign)], ['unreachable', undefined]);
    assert.equal(ownDatabaseProblem(new DatabaseBusy())?.kind, 'busy');
  });

  test('an untrusted certificate is a problem of the connection', () => {
    const cause = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    assert.equal(connectionFailure(new ConnectionError(cause.message, { cause })), 'self-signed certificate');
  });

  test('other errors are no problem of the connection', () => {
    assert.equal(connectionFailure(new Error('duplicate key')), undefined);
    assert.equal(connectionFailure(Object.assign(new Error('duplicate key'), { code: '23505' })), undefined);
    assert.equal(connectionFailure('ECONNREFUSED'), undefined);
  });

  test('the words of a message decide nothing', () => {
    for (const message of [
      'timeout',
      'password authentication',
      'terminating',
      'connection error',
      'SSL certificate',
    ]) {
      assert.equal(connectionFailure(Object.assign(new Error(message), { code: 'P0001' })), undefined);
      assert.equal(connectionFailure(new Error(message)), undefined);
    }
  });

  test('a read-only server counts as unreachable, and all connections to it are replaced', async t => {
    const { pool, query } = await setUp(t);
    await pool.query('CREATE TABLE things (id integer)');
    // This simulates the former primary after a failover: its open sessions stay read-only.
    const sessions = await Promise.all(['a', 'b', 'c'].map(owner => runAsOwner(owner, () => pool.connect())));
    const pids = await Promise.all(sessions.map(backendPid));
    for (const session of sessions) await session.query('SET default_transaction_read_only = on');
    for (const session of sessions) session.release();
    const write = () => sql`INSERT INTO things VALUES (1)`.execute(query);
    await assert.rejects(write, (error: unknown) => connectionFailure(error) === 'the server is read-only');
    await Promise.all([write(), write(), write()]);
    const fresh = await pool.connect();
    assert.ok(!pids.includes(await backendPid(fresh)));
    fresh.release();
  });

  test('waiting too long for a connection fails because all are in use', async t => {
    const { pool } = await setUp(t, { waitMs: 20 });
    const held = await Promise.all(['a', 'b', 'c'].map(owner => runAsOwner(owner, () => pool.connect())));
    assert.equal(pool.isBusy, false);
    const refused = assert.rejects(pool.query('SELECT 1'), DatabaseBusy);
    assert.equal(pool.isBusy, true);
    await refused;
    for (const connection of held) connection.release();
    assert.deepEqual((await pool.query('SELECT 1 AS one')).rows, [{ one: 1 }]);
  });

  test('no owner gets all connections, and a free one goes to an owner who has none', async t => {
    const { pool } = await setUp(t);
    const order: string[] = [];
    const ask = (owner: string) =>
      runAsOwner(owner, async () => {
        const connection = await pool.connect();
        order.push(owner);
        return connection;
      });
    const greedy = Array.from({ length: 4 }, () => ask('greedy'));
    // Connections take different times to open, and the order of what is opened is not the point.
    const [first] = await Promise.all(greedy.slice(0, 2));
    const modest = await ask('modest');
    const late = ask('late');
    assert.deepEqual(order, ['greedy', 'greedy', 'modest']);
    first?.release();
    (await late).release();
    modest.release();
    for (const connection of greedy.slice(1)) (await connection).release();
    assert.deepEqual(order, ['greedy', 'greedy', 'modest', 'late', 'greedy', 'greedy']);
  });

  test('statements and waits for locks have time limits', async t => {
    const { pool } = await setUp(t, { statementMs: 200, lockMs: 50 });
    await assert.rejects(pool.query('SELECT pg_sleep(60)'), (error: unknown) => isStatementTimeout(error));
    const holder = await pool.connect();
    await holder.query('BEGIN; SELECT pg_advisory_xact_lock(1)');
    await assert.rejects(
      pool.query('SELECT pg_advisory_lock(1)'),
      (error: unknown) => transactionConflict(error) === 'a lock was not free in time',
    );
    await holder.query('ROLLBACK');
    holder.release();
  });

  test('connections that were forgotten on the way are given up and replaced', async t => {
    const { proxy, open } = await setUpProxy(t);
    const { pool } = open({ silenceMs: 300 });
    const held = await pool.connect();
    await pool.query('SELECT 1'); // on a second connection, which is idle then
    proxy.forget();
    await assert.rejects(held.query('SELECT 1'), {
      name: 'ConnectionError',
      message: 'the server did not answer in time',
    });
    held.release();
    // The idle connection, of which nothing was heard since, is replaced without being asked.
    const { rows } = await pool.query('SELECT 1 AS one');
    assert.deepEqual(rows, [{ one: 1 }]);
  });

  test('closing does not wait for connections that were forgotten', async t => {
    const { proxy, open } = await setUpProxy(t);
    const opened = open({});
    const held = await opened.pool.connect();
    await opened.pool.query('SELECT 1'); // on a second connection, which is idle then
    proxy.forget();
    const hanging = assert.rejects(held.query('SELECT 1'), ConnectionError).finally(() => held.release());
    await opened.close();
    await hanging;
  });

  test('a commit that hangs is given up earlier than other statements', async t => {
    const { proxy, open } = await setUpProxy(t);
    const { query } = open({ silenceMs: 600_000, commitMs: 100 });
    const committing = query.transaction().execute(async transaction => {
      await sql`SELECT 1`.execute(transaction);
      proxy.forget();
    });
    await assert.rejects(committing, { message: 'the server did not answer in time' });
  });

  test('a server that reads and does not acknowledge commits is found out', async t => {
    const hooks = inReverse(t);
    const database = await createTestDatabase({ template: 'template0' });
    hooks.after(() => database.drop());
    // This is what a server does whose standby servers have frozen.
    let isFrozen = false;
    const proxy = await openProxy(database, (client, server) => {
      client.on('close', () => server.destroy());
      server.pipe(client);
      client.on('data', (chunk: Buffer) => (isFrozen && chunk.includes('COMMIT')) || server.write(chunk));
    });
    hooks.after(() => proxy.cut());
    const { pool, close } = openDatabase(proxy.url, { maxConnections: 2, silenceMs: 600_000, commitMs: 100 });
    hooks.after(close);
    isFrozen = true;
    await pool.requireWritable();
    await assert.rejects(pool.requireCommits(), { message: 'the server did not answer in time' });
    isFrozen = false;
    // A commit on a busy machine may take longer than this pool allows.
    const isAcknowledged = () =>
      pool.requireCommits().then(
        () => true,
        () => false,
      );
    await until(isAcknowledged, 'commits are acknowledged again');
  });

  test('retries with patience do not wait longer for an attempt that hangs', async () => {
    const hangs = () => new Promise<void>(() => {});
    const impatient = { signal: AbortSignal.abort(), patienceMs: 1 };
    await assert.rejects(createRetry()(hangs, impatient), { name: 'ConnectionError' });
    await assert.rejects(createRetry({ isBusy: () => true })(hangs, impatient), { name: 'DatabaseBusy' });
  });

  test('a transaction that stands idle is ended, with its locks', async t => {
    const { pool } = await setUp(t, { idleTransactionMs: 50 });
    const holder = await pool.connect();
    await holder.query('BEGIN; SELECT pg_advisory_xact_lock(1)');
    await pool.query('SELECT pg_advisory_lock(1)');
    await assert.rejects(holder.query('COMMIT'), (error: unknown) => connectionFailure(error) !== undefined);
    holder.release();
  });

  test('behind a pooler, the limits are those of each transaction', async t => {
    const { pool, query } = await setUp(t, { isPooled: true, statementMs: 7_000, lockMs: 3_000 });
    const limits = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`;
    assert.deepEqual((await pool.query(limits)).rows, [{ statement: '0', lock: '0' }]);
    await query.transaction().execute(async transaction => {
      const { rows } = await sql.raw(limits).execute(transaction);
      assert.deepEqual(rows, [{ statement: '7s', lock: '3s' }]);
    });
    const connection = await pool.connect();
    await connection.query('BEGIN; SELECT 1');
    assert.deepEqual((await connection.query(limits)).rows, [{ statement: '7s', lock: '3s' }]);
    await connection.query('ROLLBACK');
    connection.release();
  });

  test('long retries are reported once for all that are in progress', async () => {
    const abort = new AbortController();
    const reported: LongRetry[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    let tries = 0;
    const onLongRetry = (given: LongRetry) => {
      reported.push(given);
      resolve();
    };
    const retry = createRetry({ onLongRetry, longMs: 100 });
    const act = async () => {
      tries++;
      throw Object.assign(new Error('away'), { code: '57P03' });
    };
    const retries = [1, 2].map(() => retry(act, { signal: abort.signal }));
    await promise;
    abort.abort();
    await Promise.allSettled(retries);
    const problem = { kind: 'unreachable', text: 'the server is starting or stopping' };
    assert.deepEqual(reported, [{ problem, seconds: 0 }]);
    assert.ok(tries > 2, `${tries} tries`);
  });
});

async function backendPid(connection: Connection): Promise<number> {
  const { rows } = await connection.query('SELECT pg_backend_pid() AS pid');
  return rows[0].pid;
}

async function setUp(t: TestContext, options: Partial<PoolOptions> = {}) {
  const database = await createTestDatabase({ template: 'template0' });
  const opened = openDatabase(database.address, { maxConnections: 3, ...options });
  t.after(async () => {
    if (!opened.pool.ended) await opened.close();
    // This ends queries that nobody waits for.
    await database.drop().catch(() => {});
  });
  return opened;
}

const TERMINATED = errorMessage('FATAL', '57P01', 'terminating connection');

/**
 * Passes on what the server says. The reply to the statement after the login arrives together with the news that the
 * connection is terminated, so the client breaks before anybody can have learnt that it is open.
 */
function endAfterPreparation(server: Socket, client: Socket): void {
  let replies = 0;
  server.on('data', (chunk: Buffer) => {
    if (chunk.subarray(-READY_FOR_QUERY.length).equals(READY_FOR_QUERY)) replies++;
    if (replies < 2) client.write(chunk);
    else client.end(Buffer.concat([chunk, TERMINATED]));
  });
}

/** A database behind a proxy that can forget connections. */
async function setUpProxy(t: TestContext) {
  const hooks = inReverse(t);
  const database = await createTestDatabase({ template: 'template0' });
  hooks.after(() => database.drop());
  const proxy = await openDatabaseProxy(database);
  hooks.after(() => proxy.cut());
  return {
    proxy,
    open(options: Partial<PoolOptions>) {
      const opened = openDatabase(proxy.database.url, { maxConnections: 3, ...options });
      hooks.after(async () => {
        if (!opened.pool.ended) await opened.close();
      });
      return opened;
    },
  };
}
