import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import pg from 'pg';
import { openDatabaseProxy } from '../../../test/http/database-proxy.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { inReverse } from '../../../test/support/process.ts';
import { ReadOnlyServer } from './connection-error.ts';
import { openPool } from './pool.ts';
import { connectTo, parseTarget, Servers } from './target.ts';

suite('a URL', () => {
  for (const [url, servers, needsWrites] of [
    ['postgres://ada:p%40ss@db/heddle', ['postgres://ada:p%40ss@db/heddle'], false],
    ['postgresql://a:1,b:2/h', ['postgresql://a:1/h', 'postgresql://b:2/h'], true],
    ['postgres://a,b/h?target_session_attrs=any', ['postgres://a/h', 'postgres://b/h'], false],
    ['postgres://a/h?target_session_attrs=primary&sslmode=require', ['postgres://a/h?sslmode=require'], true],
    ['postgres://u@[::1]:1,b/h?port=7', ['postgres://u@[::1]:1/h', 'postgres://u@b:7/h'], true],
    ['postgres://u@/h?host=a,b&port=1,2', ['postgres://u@a:1/h', 'postgres://u@b:2/h'], true],
    [
      'postgres://u@/h?host=/run/a,/run/b&connect_timeout=3',
      ['postgres://u@/h?connect_timeout=3&host=%2Frun%2Fa', 'postgres://u@/h?connect_timeout=3&host=%2Frun%2Fb'],
      true,
    ],
  ] as const) {
    test(`is understood: ${url}`, () => {
      const parsed = parseTarget(url);
      assert.deepEqual(
        parsed.servers.map(({ connectionString }) => connectionString),
        servers,
      );
      assert.equal(parsed.needsWrites, needsWrites);
    });
  }
});

suite('of several servers', () => {
  test('the first that can be used is used, and remembered', async t => {
    const { urls } = await setUp(t);
    const servers = new Servers(urls.afterClosedPort);
    const client = await connectTo(servers, { application_name: 'a test' });
    await client.end();
    assert.equal(servers.next, 1);
  });

  test('a pool uses the next one when the first is away', async t => {
    const { urls, name } = await setUp(t);
    const pool = openPool(urls.afterClosedPort, { maxConnections: 2 });
    t.after(() => pool.end());
    const { rows } = await pool.query('SELECT current_database() AS name');
    assert.deepEqual(rows, [{ name }]);
    await pool.requireWritable();
  });

  test('one that does not accept writes is not used', async t => {
    const { urls, setReadOnly } = await setUp(t);
    await setReadOnly();
    const wanted = `${urls.direct}?target_session_attrs=read-write`;
    const [pool, any] = [openPool(wanted, { maxConnections: 1 }), openPool(urls.direct, { maxConnections: 1 })];
    t.after(() => Promise.all([pool.end(), any.end()]));
    await assert.rejects(pool.query('SELECT 1'), ReadOnlyServer);
    await assert.rejects(connectTo(new Servers(wanted), {}), ReadOnlyServer);
    assert.deepEqual((await any.query('SELECT 1 AS one')).rows, [{ one: 1 }]);
    await assert.rejects(any.requireWritable(), ReadOnlyServer);
  });
});

async function setUp(t: TestContext) {
  const hooks = inReverse(t);
  const database = await createTestDatabase({ template: 'template0' });
  hooks.after(() => database.drop());
  const proxy = await openDatabaseProxy(database);
  hooks.after(() => proxy.cut());
  const name = database.address.database;
  return {
    name,
    urls: { direct: proxy.database.url, afterClosedPort: proxy.database.url.replace('@', '@127.0.0.1:1,') },
    async setReadOnly() {
      const admin = new pg.Client(database.address);
      await admin.connect();
      await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      await admin.end();
    },
  };
}
