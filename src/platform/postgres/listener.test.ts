import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../../test/support/database.ts';
import { errorMessage, READY_FOR_QUERY } from '../../../test/support/postgres-messages.ts';
import { inReverse, until } from '../../../test/support/process.ts';
import { openProxy } from '../../../test/support/proxy.ts';
import { openListener } from './listener.ts';
import { NotificationsLost, requireNotifications } from './notifications-check.ts';
import { openPool } from './pool.ts';

suite('listener', () => {
  test('passes notifications to the subscribers of their channel', async t => {
    const { listener, client } = await setUp(t);
    const heard: string[] = [];
    await listener.subscribe('looms', payload => heard.push(`one: ${payload}`), fail);
    const other = await listener.subscribe('looms', payload => heard.push(`other: ${payload}`), fail);
    await listener.subscribe('Some "Channel"', payload => heard.push(`quoted: ${payload}`), fail);
    await client.query("SELECT pg_notify('looms', 'first'), pg_notify('threads', 'unheard')");
    await until(() => heard.length === 2, 'both heard it');
    await other.close();
    await client.query(`SELECT pg_notify('looms', ''), pg_notify('Some "Channel"', 'last')`);
    await until(() => heard.includes('quoted: last'), 'the last one was heard');
    assert.deepEqual(heard, ['one: first', 'other: first', 'one: ', 'quoted: last']);
  });

  test('reports missed notifications when its connection breaks, and reconnects', async t => {
    const { listener, client } = await setUp(t);
    const heard: string[] = [];
    let missed = 0;
    await listener.subscribe(
      'looms',
      payload => heard.push(payload),
      () => {
        // It is called when the connection breaks, and again after the reconnection: notifications in between are lost.
        missed++;
        assert.equal(listener.connected, missed === 2);
      },
    );
    await breakConnection(client);
    await until(() => missed === 2, 'reported twice');
    await client.query("SELECT pg_notify('looms', 'after')");
    await until(() => heard.length > 0, 'heard again');
    assert.deepEqual(heard, ['after']);
  });

  test('serves subscribers that came while it was disconnected', async t => {
    const { listener, client } = await setUp(t);
    const heard: string[] = [];
    const subscribed = Promise.withResolvers<void>();
    const toldIfBack = () => {
      if (listener.connected) subscribed.resolve();
    };
    await listener.subscribe('threads', fail, () => {
      if (!listener.connected) void listener.subscribe('looms', payload => heard.push(payload), toldIfBack);
    });
    await breakConnection(client);
    await subscribed.promise;
    await client.query("SELECT pg_notify('looms', 'now')");
    await until(() => heard.length > 0, 'heard');
    assert.deepEqual(heard, ['now']);
  });

  test('stays closed when it is closed while it is disconnected', async t => {
    const { listener, client } = await setUp(t);
    const closed = Promise.withResolvers<void>();
    await listener.subscribe('looms', fail, () => void listener.close().then(closed.resolve));
    await breakConnection(client);
    await closed.promise;
    // Dropping the test database fails when a connection is left.
  });

  test('closes connections on which it can not listen, and listens to everything once it can', async t => {
    const server = await setUpStandby(t);
    const heard: string[] = [];
    const missed = Promise.withResolvers<void>();
    await server.listener.subscribe('looms', payload => heard.push(payload), missed.resolve);
    server.isStandby = true;
    // Its connection still works, and only this statement fails.
    await server.listener.subscribe(
      'threads',
      payload => heard.push(payload),
      () => {},
    );
    await missed.promise;
    await until(() => server.refused > 3, 'it has tried some connections');
    server.isStandby = false;
    await until(() => server.listener.connected, 'it listens');
    await server.client.query("SELECT pg_notify('looms', 'one'), pg_notify('threads', 'other')");
    await until(() => heard.length === 2, 'both were heard');
    await until(() => server.connections === 1, 'the other connections are closed');
  });

  test('is found out when it hears nothing, as behind a pooler', async t => {
    const [heard, deaf] = [await setUp(t), await setUp(t)];
    const pool = openPool(heard.address, { maxConnections: 1 });
    await requireNotifications(pool, heard.listener);
    await assert.rejects(requireNotifications(pool, deaf.listener, 50), NotificationsLost);
    await pool.end();
  });

  test('does not report missed notifications when it is closed', async t => {
    const { listener } = await setUp(t);
    await listener.subscribe('looms', fail, fail);
    await listener.close();
  });
});

async function setUp(t: TestContext) {
  const database = await createTestDatabase({ template: 'template0' });
  const listener = await openListener(database.address);
  const client = new pg.Client(database.address);
  await client.connect();
  t.after(async () => {
    await listener.close();
    await client.end();
    await database.drop();
  });
  return { listener, client, address: database.address };
}

/** A server that can be told to refuse to listen, as a standby does that took the place of the primary. */
async function setUpStandby(t: TestContext) {
  const hooks = inReverse(t);
  const database = await createTestDatabase({ template: 'template0' });
  hooks.after(() => database.drop());
  const standby = { isStandby: false, refused: 0, connections: 0 };
  const refusal = errorMessage('ERROR', '25006', 'cannot execute LISTEN during recovery');
  const proxy = await openProxy(database, (client, server) => {
    standby.connections++;
    client.on('close', () => {
      standby.connections--;
      server.destroy();
    });
    server.pipe(client);
    client.on('data', (chunk: Buffer) => {
      if (!standby.isStandby || !chunk.includes('LISTEN')) return server.write(chunk);
      standby.refused++;
      return client.write(Buffer.concat([refusal, READY_FOR_QUERY]));
    });
  });
  hooks.after(() => proxy.cut());
  const listener = await openListener(proxy.url);
  const client = new pg.Client(database.address);
  await client.connect();
  hooks.after(() => client.end());
  hooks.after(() => listener.close());
  return Object.assign(standby, { listener, client });
}

async function breakConnection(client: pg.Client): Promise<void> {
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'heddle listener'",
  );
}

function fail(): void {
  assert.fail('nothing was missed');
}
