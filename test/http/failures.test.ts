/** When something behind the API fails, clients learn that it failed and nothing more. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { createTestDatabase } from '../support/database.ts';
import { type Reply, serviceOn, testService } from '../support/service.ts';
import { openDatabaseProxy } from './database-proxy.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';
import { lockTable } from './table-lock.ts';

const UNAVAILABLE = 'the service can not reach its database or storage';

function assertDetail({ status, body }: Reply, expected: number, detail: string): void {
  assert.deepEqual({ status, body }, { status: expected, body: { detail } });
}

const memory = memoryLog();
const service = await testService({}, memory);
const { pool } = service.service.system.database;

const proxy = await openDatabaseProxy(await createTestDatabase());
const remote = await serviceOn(proxy.database);
after(() => remote.stop());

// The test runner catches exceptions that would end a process, so this listener records them first.
const crashes: Error[] = [];
const onCrash = (error: Error) => crashes.push(error);
process.on('uncaughtExceptionMonitor', onCrash);
after(() => process.off('uncaughtExceptionMonitor', onCrash));

suite('an internal fault', () => {
  test('is answered without its details, which are only in the log', async () => {
    await pool.query('ALTER TABLE groups RENAME TO moved');
    const headers = { 'x-request-id': 'the-fault' };
    const reply = await service.send('/api/v1/group/find', {
      headers: { ...headers, 'uni-api-key': 'administrators-own-test-key' },
    });
    await pool.query('ALTER TABLE moved RENAME TO groups');
    assertDetail(reply, 500, 'internal error');
    assert.equal(reply.headers.get('x-request-id'), 'the-fault');
    const logged = memory.lines().filter(({ level }) => level >= 50);
    assert.deepEqual(
      logged.map(({ reqId, msg }) => [reqId, msg]),
      [['the-fault', 'a request failed']],
    );
    assert.match(JSON.stringify(logged[0]), /relation .*groups.* does not exist/);
    assert.deepEqual(await service.ask('/api/v1/group/find'), []);
  });

  test('is answered in the same way while the caller is being identified', async () => {
    const { key } = await service.person();
    await pool.query('ALTER TABLE api_keys RENAME TO moved');
    const reply = await service.call('/api/v1/key/count', {}, key);
    await pool.query('ALTER TABLE moved RENAME TO api_keys');
    assertDetail(reply, 500, 'internal error');
    assert.equal(await service.ask('/api/v1/key/count', {}, key), 1);
  });

  test('is not reported when the database ends the connection of a request', async () => {
    const lock = await lockTable(service.database, 'groups');
    const call = service.call('/api/v1/group/count');
    await pool.query('SELECT pg_terminate_backend($1)', [await lock.waiting()]);
    const reply = await call;
    await lock.release();
    assertDetail(reply, 503, UNAVAILABLE);
    // Requests also fail if they get this connection before the pool notices that it has ended.
    const { body } = await poll(async () => {
      const next = await service.call('/api/v1/group/count');
      if (next.status === 200) return next;
      assertDetail(next, 503, UNAVAILABLE);
      return undefined;
    });
    assert.equal(body, 0);
  });
});

suite('without its database', () => {
  test('the service answers 503, stays up, and recovers when the database is back', async () => {
    const { key } = await remote.person();
    assert.equal(await remote.ask('/api/v1/key/count', {}, key), 1);
    await proxy.cut();
    for (const path of ['/api/v1/key/count', '/api/v1/group/find', '/api/v1/user/create']) {
      assertDetail(await remote.call(path, { email: 'a@example.org', name: 'A' }), 503, UNAVAILABLE);
    }
    assertDetail(await remote.call('/api/v1/key/count', {}, 'some-unknown-key'), 503, UNAVAILABLE);
    assertDetail(await remote.call('/unknown'), 404, 'not found');
    assert.equal((await remote.send('/health', { method: 'GET' })).status, 200);
    const ready = await remote.send('/ready', { method: 'GET' });
    assert.equal(ready.status, 503);
    assert.deepEqual(ready.body, { status: 'not ready', database: 'unreachable', storage: 'ok' });

    await proxy.mend();
    assert.equal(await remote.ask('/api/v1/key/count', {}, key), 1);
    assert.equal((await remote.send('/ready', { method: 'GET' })).status, 200);
    assert.equal(await remote.ask('/api/v1/user/count', { filters: [['email', '==', 'a@example.org']] }), 0);
    await poll(() => remote.service.system.listener.connected || undefined);
  });

  test('a request that was waiting for the database is answered with 503', async () => {
    const lock = await lockTable(remote.database, 'groups');
    const call = remote.call('/api/v1/group/count');
    await lock.waiting();
    await proxy.cut();
    assertDetail(await call, 503, UNAVAILABLE);
    await lock.release();
    await proxy.mend();
    assert.equal(await remote.ask('/api/v1/group/count'), 0);
    assert.deepEqual(crashes, []);
  });

  test('the metrics of the process are still available', async () => {
    const isReachable = async () =>
      /^heddle_database_reachable (.)$/m.exec(await remote.service.system.metrics.text())?.[1];
    assert.equal(await isReachable(), '1');
    await proxy.cut();
    const reply = await remote.send('/metrics', { method: 'GET' });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    assert.match(String(reply.body), /^process_resident_memory_bytes \d+$/m);
    await poll(async () => (await isReachable()) === '0' || undefined);
    await proxy.mend();
    await poll(async () => (await isReachable()) === '1' || undefined);
  });
});
