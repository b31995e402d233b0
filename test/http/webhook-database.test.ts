/** When the connection to the database breaks, every webhook call that is answered with 200 has exactly one run. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { createTestDatabase } from '../support/database.ts';
import { openLossyProxy } from '../support/lossy-proxy.ts';
import { serviceOn } from '../support/service.ts';
import { openDatabaseProxy } from './database-proxy.ts';
import { publishHook } from './webhook-calls.ts';

const idle = { work: false };
const database = await createTestDatabase();
const service = await serviceOn(database, {}, idle);
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
