import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneAfterAnother } from './one-after-another.ts';

test('calls during the work let it run once more, and cut nothing off', async () => {
  const ends: (() => void)[] = [];
  let ended = 0;
  const call = oneAfterAnother(async () => {
    await new Promise<void>(resolve => ends.push(resolve));
    ended++;
  });
  const settle = () => new Promise(resolve => setImmediate(resolve));
  call();
  call();
  call();
  assert.equal(ends.length, 1);
  ends[0]?.();
  await settle();
  assert.deepEqual([ended, ends.length], [1, 2]);
  ends[1]?.();
  await settle();
  assert.deepEqual([ended, ends.length], [2, 2]);
  call();
  assert.equal(ends.length, 3);
  ends[2]?.();
  await settle();
});

test('work that failed is done again with the next call', async () => {
  let times = 0;
  const call = oneAfterAnother(() => {
    times++;
    return Promise.reject(new Error('no'));
  });
  call();
  await new Promise(resolve => setImmediate(resolve));
  call();
  assert.equal(times, 2);
});
