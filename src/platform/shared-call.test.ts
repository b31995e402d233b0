import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sharedCall } from './shared-call.ts';

test('those who ask at the same time share one call, and the next one makes another', async () => {
  let calls = 0;
  const ask = sharedCall(async () => ++calls);
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [1, 1, 1]);
  assert.equal(await ask(), 2);
});

test('an answer is kept for a while', async () => {
  let calls = 0;
  const ask = sharedCall(async () => ++calls, { keepMs: 50 });
  assert.equal(await ask(), 1);
  assert.equal(await ask(), 1);
  await delay(60);
  assert.equal(await ask(), 2);
});

test('what it threw is told to all who asked, and not kept', async () => {
  let calls = 0;
  const ask = sharedCall(
    async () => {
      calls++;
      if (calls === 1) throw new Error('away');
      return calls;
    },
    { keepMs: 10_000 },
  );
  const both = [ask(), ask()];
  for (const each of both) await assert.rejects(each, /away/);
  assert.equal(await ask(), 2);
});
