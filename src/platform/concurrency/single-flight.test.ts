import assert from 'node:assert/strict';
import { test } from 'node:test';
import { singleFlight } from './single-flight.ts';

test('callers at the same time share one call, and a later caller makes another', async () => {
  let calls = 0;
  const count = singleFlight(async () => ++calls);
  assert.deepEqual(await Promise.all([count(), count(), count()]), [1, 1, 1]);
  assert.equal(await count(), 2);
});

test('a result is cached for the given time', async t => {
  let now = 1_000;
  t.mock.method(performance, 'now', () => now);
  let calls = 0;
  const count = singleFlight(async () => ++calls, { cacheMs: 50 });
  assert.equal(await count(), 1);
  now += 49;
  assert.equal(await count(), 1);
  now += 1;
  assert.equal(await count(), 2);
});

test('a failure reaches all callers and is not cached', async () => {
  let calls = 0;
  const count = singleFlight(
    async () => {
      calls++;
      if (calls === 1) throw new Error('away');
      return calls;
    },
    { cacheMs: 10_000 },
  );
  const both = [count(), count()];
  for (const each of both) await assert.rejects(each, /away/);
  assert.equal(await count(), 2);
});
