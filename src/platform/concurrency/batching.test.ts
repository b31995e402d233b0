import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBatcher } from './batching.ts';

/** Doubles numbers; each batch waits until `finishBatch` is called. Numbers above a hundred fail. */
function createDoubler(atOnce = 1, maxBatchWeight = Number.POSITIVE_INFINITY) {
  const batches: number[][] = [];
  const finishers: (() => void)[] = [];
  const double = createBatcher<number, number>({
    maxBatchSize: 3,
    atOnce,
    maxBatchWeight,
    weigh: input => input,
    async execute(batch) {
      batches.push([...batch]);
      await new Promise<void>(resolve => finishers.push(resolve));
      if (batch.includes(666)) throw new Error('whole batch');
      if (batch.some(input => input > 100)) throw new Error('one input');
      return batch.map(input => input * 2);
    },
    failsWholeBatch: error => error instanceof Error && error.message === 'whole batch',
  });
  const finishBatch = async () => {
    finishers.shift()?.();
    await new Promise(setImmediate);
  };
  return { double, batches, finishBatch };
}

test('the first call waits for nothing, and calls that arrive meanwhile share a batch in their order', async () => {
  const { double, batches, finishBatch } = createDoubler();
  const results = Promise.all([1, 2, 3, 4, 5].map(double));
  assert.deepEqual(batches, [[1]]);
  await finishBatch();
  await finishBatch();
  await finishBatch();
  assert.deepEqual(await results, [2, 4, 6, 8, 10]);
  assert.deepEqual(batches, [[1], [2, 3, 4], [5]]);
});

test('a batch ends before the input that would make it too heavy, and a heavier input is a batch of its own', async () => {
  const { double, batches, finishBatch } = createDoubler(1, 10);
  const results = Promise.all([1, 5, 5, 1, 20, 2, 9].map(double));
  for (let round = 0; round < 6; round++) await finishBatch();
  assert.deepEqual(await results, [2, 10, 10, 2, 40, 4, 18]);
  assert.deepEqual(batches, [[1], [5, 5], [1], [20], [2], [9]]);
});

test('as many batches are in progress as may be, and the next one begins when any of them ends', async () => {
  const { double, batches, finishBatch } = createDoubler(2);
  const results = Promise.all([1, 2, 3, 4, 5].map(double));
  assert.deepEqual(batches, [[1], [2]]);
  await finishBatch();
  assert.deepEqual(batches, [[1], [2], [3, 4, 5]]);
  await finishBatch();
  await finishBatch();
  assert.deepEqual(await results, [2, 4, 6, 8, 10]);
});

test('an error that concerns one input fails that call alone', async () => {
  const { double, batches, finishBatch } = createDoubler();
  const results = Promise.allSettled([1, 2, 101, 3].map(double));
  for (let round = 0; round < 5; round++) await finishBatch();
  assert.deepEqual(
    (await results).map(result => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    [2, 4, 'one input', 6],
  );
  assert.deepEqual(batches, [[1], [2, 101, 3], [2], [101], [3]]);
});

test('an error that concerns the whole batch fails all its calls, and the next batch runs', async () => {
  const { double, finishBatch } = createDoubler();
  const results = Promise.allSettled([1, 2, 666, 3, 4].map(double));
  for (let round = 0; round < 3; round++) await finishBatch();
  assert.deepEqual(
    (await results).map(result => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    [2, 'whole batch', 'whole batch', 'whole batch', 8],
  );
});
