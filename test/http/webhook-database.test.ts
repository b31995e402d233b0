/** When the connection to the database breaks, every webhook call that is answered with 200 has exactly one run. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import type { Schema } from '../../src/database.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { dropExpiredPartitions, makePartitions } from '../../src/runs/store/partitions.ts';
import { createTestDatabase } from '../support/database.ts';
import { openLossyProxy } from '../support/lossy-proxy.ts';
import { serviceOn } from '../support/service.ts';
import { openDatabaseProxy } from './database-proxy.ts';
import { publishHook } from './webhook-calls.ts';

const idle = { work: false };
const database = await createTestDatabase();
const many = { HEDDLE_QUEUED_RUNS: '10000' };
const service = await serviceOn(database, many, idle);
after(() => service.stop());

suite('when the answer to a commit is lost,', () => {
  const file = { name: 'a.txt', data: 'QUFB' };
  const kinds: [kind: string, body: object, key: boolean][] = [
    ['a plain call', { a: 1 }, false],
    ['a call with a file', { file }, false],
    ['a call with a key', { a: 1 }, true],
    ['a call with both', { file }, true],
  ];
  for (const [kind, body, isKeyed] of kinds) {
    test(`${kind} starts one run`, async t => {
      const person = await service.person();
      const hook = await publishHook(service, person);
      const lossy = await openLossyProxy(t, database, /^Q.{4}commit|webhooks\.accept/is);
      const lost = await serviceOn({ ...database, url: lossy.url }, {}, idle);
      try {
        // Each call may lose several answers before it gets one. Many calls on a slow machine would run out of patience.
        const calls = Array.from({ length: 5 }, () => {
          const key: Record<string, string> = isKeyed ? { 'idempotency-key': randomUUID() } : {};
          return hook.call(body, key, lost);
        });
        const ids = new Set(await Promise.all(calls));
        assert.equal(ids.size, calls.length);
        assert.ok(lossy.lost > 0);
        assert.equal(await hook.count(), calls.length);
        const files = await service.service.system.database.query
          .selectFrom('files')
          .select('run_id')
          .where('user_id', '=', person.id)
          .execute();
        assert.deepEqual(new Set(files.map(({ run_id }) => run_id)), 'file' in body ? ids : new Set());
      } finally {
        await lost.stopService();
      }
    });
  }
});

test('calls are answered with 503 while the database can not be reached, and succeed afterwards', async () => {
  const person = await service.person();
  const hook = await publishHook(service, person);
  const proxy = await openDatabaseProxy(database);
  const distant = await serviceOn(proxy.database, {}, idle);
  try {
    await hook.call({}, {}, distant);
    await proxy.cut();
    const { status, body } = await hook.send({}, {}, distant);
    const detail = 'the service can not reach its database or storage';
    assert.deepEqual([status, body], [503, { detail }]);
    await proxy.mend();
    await hook.call({}, {}, distant);
    assert.equal(await hook.count(), 2);
  } finally {
    await distant.stopService();
    await proxy.cut();
  }
});

test('calls are accepted, without a deadlock, while partitions of runs are made and dropped', async () => {
  const person = await service.person();
  const hook = await publishHook(service, person);
  const maintenance = openDatabase<Schema>(database.url, { maxConnections: 1 });
  const countDeadlocks = async () => {
    const { rows } = await maintenance.pool.query(
      'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0].deadlocks;
  };
  const deadlocks = await countDeadlocks();
  let isOver = false;
  const callUntilOver = async () => {
    let calls = 0;
    for (; !isOver; calls++) await hook.call({ a: 1 });
    return calls;
  };
  try {
    const calling = Promise.all(Array.from({ length: 4 }, callUntilOver));
    const longAgo = Date.now() - 120 * 86_400_000;
    for (let round = 0; round < 3; round++) {
      await makePartitions(maintenance.query, 7, longAgo);
      assert.notDeepEqual(await dropExpiredPartitions(maintenance.query, 90), []);
    }
    isOver = true;
    const calls = await calling;
    assert.equal(
      await hook.count(),
      calls.reduce((sum, each) => sum + each),
    );
    assert.equal(await countDeadlocks(), deadlocks);
  } finally {
    isOver = true;
    await maintenance.close();
  }
});
