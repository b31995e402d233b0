import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import fc from 'fast-check';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { Schema } from '../../database.ts';
import { newId } from '../../platform/ids.ts';
import { openDatabase } from '../../platform/postgres/database.ts';
import { createRateGate, takeTime, toWindow } from './rate.ts';

const created = await createTestDatabase();
const databases = [1, 2].map(() => openDatabase<Schema>(created.url, { maxConnections: 3 }));
const [database = assert.fail(), other = assert.fail()] = databases;
after(async () => {
  await Promise.all(databases.map(each => each.close()));
  await created.drop();
});
const { signal } = new AbortController();
const user = newId();
await database.pool.query('INSERT INTO users (id, email, name) VALUES ($1, $2, $2)', [user, 'ann@example.org']);

async function createConnector(): Promise<string> {
  const id = newId();
  const columns = 'INSERT INTO connectors (id, created_by, name, title, base_url)';
  await database.pool.query(`${columns} VALUES ($1, $2, $3, '', '')`, [id, user, `c${id.replaceAll('-', '')}`]);
  return id;
}

suite('a rate', () => {
  test('is never exceeded in any window of time, however many calls two processes make at once', async () => {
    const rate = fc.record({
      calls: fc.integer({ min: 1, max: 20 }),
      seconds: fc.double({ min: 0.001, max: 100, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(rate, fc.integer({ min: 1, max: 60 }), async (given, count) => {
        const id = await createConnector();
        const begunAt = performance.now();
        const takes = Array.from({ length: count }, (_, index) =>
          takeTime(index % 2 === 0 ? database : other, id, given, signal),
        );
        const times = (await Promise.all(takes)).map(({ at }) => at).sort((a, b) => a - b);
        for (const [index, at] of times.entries()) {
          const later = times[index + given.calls];
          // The clock counts microseconds.
          if (later !== undefined) assert.ok(later - at >= given.seconds - 0.000_005, `${later - at} seconds`);
        }
        // Nobody waits longer than necessary: the last one may have asked when all others had been answered.
        const askedSeconds = (performance.now() - begunAt) / 1000;
        const rounds = Math.ceil(count / given.calls) - 1;
        const [first = 0, last = 0] = [times[0], times.at(-1)];
        assert.ok(last - first <= rounds * given.seconds + askedSeconds);
      }),
      { numRuns: 20 },
    );
  });

  test('of many calls is kept in shorter windows, which never allow more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 86_400 }), (calls, seconds) => {
        const window = toWindow({ calls, seconds });
        const windows = Math.round(seconds / window.seconds);
        assert.ok(window.calls >= 1 && window.calls <= 500);
        assert.ok(window.calls * windows <= calls);
        assert.ok(window.calls * windows > calls - windows);
      }),
    );
  });

  test('lets users take turns', async () => {
    const gate = createRateGate(database);
    const id = await createConnector();
    const order: string[] = [];
    const rate = { calls: 1, seconds: 0.05 };
    const pass = (owner: string) => gate.pass(id, rate, owner, signal).then(() => order.push(owner));
    await Promise.all(['ann', 'ann', 'ann', 'ann', 'ben'].map(pass));
    assert.ok(order.indexOf('ben') <= 2, order.join());
  });

  test('lets those go who no longer want to wait', async () => {
    const gate = createRateGate(database);
    const id = await createConnector();
    const rate = { calls: 1, seconds: 1000 };
    await gate.pass(id, rate, 'ann', signal);
    const leaving = new AbortController();
    const waiting = [1, 2, 3].map(() => gate.pass(id, rate, 'ann', leaving.signal));
    leaving.abort(new Error('enough'));
    for (const each of await Promise.allSettled(waiting)) assert.equal(each.status, 'rejected');
  });

  test('can be paused, but not for ever', async () => {
    const gate = createRateGate(database);
    const id = await createConnector();
    await takeTime(database, id, { calls: 10, seconds: 1 }, signal);
    await gate.pause(id, Number.MAX_SAFE_INTEGER);
    const { waitMs } = await takeTime(database, id, { calls: 10, seconds: 1 }, signal);
    assert.ok(waitMs > 3_540_000 && waitMs <= 3_600_000);
  });

  test('of a connector that was deleted ends its calls', async () => {
    await assert.rejects(takeTime(database, newId(), { calls: 1, seconds: 1 }, signal), /The connector was deleted/);
  });
});
