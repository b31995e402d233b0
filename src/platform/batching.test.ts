import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batching } from './batching.ts';

/** Doubles numbers, each batch when it is let go; odd ones above a hundred fail. */
function doubling(most = 3) {
  const batches: number[][] = [];
  const holds: (() => void)[] = [];
  const double = batching<number, number>({
    most,
    async act(batch) {
      batches.push([...batch]);
      await new Promise<void>(resolve => holds.push(resolve));
      if (batch.includes(666)) throw new Error('for all');
      if (batch.some(given => given > 100)) throw new Error('for one');
      return batch.map(given => given * 2);
    },
    isForAll: error => error instanceof Error && error.message === 'for all',
  });
  const letGo = async () => {
    holds.shift()?.();
    await new Promise(setImmediate);
  };
  return { double, batches, letGo };
}

test('the first waits for nothing, those that come meanwhile go together, in order', async () => {
  const { double, batches, letGo } = doubling();
  const answers = Promise.all([1, 2, 3, 4, 5].map(double));
  assert.deepEqual(batches, [[1]]);
  await letGo();
  await letGo();
  await letGo();
  assert.deepEqual(await answers, [2, 4, 6, 8, 10]);
  assert.deepEqual(batches, [[1], [2, 3, 4], [5]]);
});

test('what is wrong with one is told to that one alone', async () => {
  const { double, batches, letGo } = doubling();
  const answers = Promise.allSettled([1, 2, 101, 3].map(double));
  for (let turn = 0; turn < 5; turn++) await letGo();
  assert.deepEqual(
    (await answers).map(answer => (answer.status === 'fulfilled' ? answer.value : answer.reason.message)),
    [2, 4, 'for one', 6],
  );
  assert.deepEqual(batches, [[1], [2, 101, 3], [2], [101], [3]]);
});

test('what is wrong for all is told to all, and the next go on', async () => {
  const { double, letGo } = doubling();
  const answers = Promise.allSettled([1, 2, 666, 3, 4].map(double));
  for (let turn = 0; turn < 3; turn++) await letGo();
  assert.deepEqual(
    (await answers).map(answer => (answer.status === 'fulfilled' ? answer.value : answer.reason.message)),
    [2, 'for all', 'for all', 'for all', 8],
  );
});
