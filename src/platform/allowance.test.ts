import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAllowance } from './allowance.ts';

const { signal } = new AbortController();

/** What has been answered by the time that everything else has had its turn. */
async function isAnswered(promise: Promise<unknown>): Promise<boolean> {
  let answered = false;
  promise.then(
    () => {
      answered = true;
    },
    () => {
      answered = true;
    },
  );
  await new Promise(resolve => setImmediate(resolve));
  return answered;
}

test('gives as much as there is, and the rest when some comes back', async () => {
  const allowance = createAllowance(10);
  const six = await allowance.take(6, signal);
  await allowance.take(4, signal);
  const three = allowance.take(3, signal);
  assert.equal(await isAnswered(three), false);
  six();
  six(); // a second time counts for nothing
  await three;
  assert.equal(await isAnswered(allowance.take(4, signal)), false);
});

test('serves who came first first, also when less would do for a later one', async () => {
  const allowance = createAllowance(10);
  const all = await allowance.take(10, signal);
  const order: string[] = [];
  const big = allowance.take(9, signal).then(release => {
    order.push('big');
    release();
  });
  const small = allowance.take(1, signal).then(() => order.push('small'));
  all();
  await Promise.all([big, small]);
  assert.deepEqual(order, ['big', 'small']);
});

test('gives all it has to who asks for more', async () => {
  const allowance = createAllowance(10);
  const one = await allowance.take(1, signal);
  const tooMuch = allowance.take(100, signal);
  assert.equal(await isAnswered(tooMuch), false);
  one();
  (await tooMuch)();
  await allowance.take(10, signal);
});

test('who gives up waiting holds up nobody', async () => {
  const allowance = createAllowance(10);
  await allowance.take(5, signal);
  const impatience = new AbortController();
  const big = allowance.take(10, impatience.signal);
  const small = allowance.take(5, signal);
  impatience.abort(new Error('enough'));
  await assert.rejects(big, /enough/);
  await small;
  await assert.rejects(allowance.take(1, impatience.signal), /enough/);
});
