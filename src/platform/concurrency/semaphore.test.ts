import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { createSemaphore, type Release } from './semaphore.ts';

/** Whether the promise settles without waiting for anything but microtasks. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  await nextTurn();
  return settled;
}

test('grants what is free at once, and the rest when something is released', async () => {
  const semaphore = createSemaphore({ total: 10 });
  const six = await semaphore.acquire('a', 6);
  await semaphore.acquire('b', 4);
  const three = semaphore.acquire('a', 3);
  assert.equal(await isSettled(three), false);
  assert.equal(semaphore.waiting, 1);
  six();
  six(); // releasing twice has no effect
  await three;
  assert.equal(await isSettled(semaphore.acquire('a', 4)), false);
});

test('serves the requests of one owner in order, even when a later one would fit', async () => {
  const semaphore = createSemaphore({ total: 10 });
  const all = await semaphore.acquire('a', 10);
  const order: string[] = [];
  const large = semaphore.acquire('a', 9).then(release => {
    order.push('large');
    release();
  });
  const small = semaphore.acquire('a', 2).then(() => order.push('small'));
  all();
  await Promise.all([large, small]);
  assert.deepEqual(order, ['large', 'small']);
});

test('serves the owner who holds least first, regardless of the order of arrival', async () => {
  const semaphore = createSemaphore({ total: 3 });
  const held = await Promise.all(['a', 'a', 'b'].map(owner => semaphore.acquire(owner, 1)));
  const order: string[] = [];
  const wait = (owner: string) => semaphore.acquire(owner, 1).then(() => void order.push(owner));
  const waiting = [wait('a'), wait('a'), wait('b'), wait('c')];
  for (const release of held) {
    release();
    await nextTurn();
  }
  await Promise.race(waiting);
  assert.equal(order[0], 'c');
  assert.deepEqual(order.toSorted(), ['a', 'b', 'c']);
});

test('serves owners who hold the same amount in turn, however many requests one of them has', async () => {
  const semaphore = createSemaphore({ total: 1 });
  const held = await semaphore.acquire('a', 1);
  const order: string[] = [];
  const waiting = ['a', 'a', 'a', 'b', 'b'].map(async owner => {
    const release = await semaphore.acquire(owner, 1);
    order.push(owner);
    release();
  });
  held();
  await Promise.all(waiting);
  assert.deepEqual(order, ['a', 'b', 'a', 'b', 'a']);
});

test('leaves a part for other owners, however much one owner asks for', async () => {
  const semaphore = createSemaphore({ total: 4, perOwner: 3 });
  const greedy = [1, 2, 3, 4, 5].map(() => semaphore.acquire('greedy', 1));
  await Promise.all(greedy.slice(0, 3));
  const other = await semaphore.acquire('other', 1);
  other();
  assert.equal(await isSettled(greedy[3] ?? Promise.resolve()), false);
  assert.equal(semaphore.tryAcquire('greedy', 1), undefined);
});

test('does not let an owner who holds more overtake a request that does not fit yet', async () => {
  const semaphore = createSemaphore({ total: 10 });
  const first = await semaphore.acquire('a', 4);
  await semaphore.acquire('a', 4);
  const large = semaphore.acquire('b', 5);
  assert.equal(semaphore.tryAcquire('a', 1), undefined);
  assert.equal(await isSettled(semaphore.acquire('a', 1)), false);
  first();
  await large;
});

test('reduces a request for more than the share of an owner to that share', async () => {
  const semaphore = createSemaphore({ total: 10, perOwner: 6 });
  const one = await semaphore.acquire('a', 1);
  const tooMuch = semaphore.acquire('a', 100);
  assert.equal(semaphore.tryAcquire('b', 100), undefined);
  assert.equal(await isSettled(tooMuch), false);
  one();
  (await tooMuch)();
  await semaphore.acquire('a', 6);
});

test('removes a request whose signal aborts', async () => {
  const semaphore = createSemaphore({ total: 10 });
  await semaphore.acquire('a', 5);
  const aborting = new AbortController();
  const large = semaphore.acquire('b', 10, aborting.signal);
  const small = semaphore.acquire('b', 5);
  aborting.abort(new Error('enough'));
  await assert.rejects(large, /enough/);
  await small;
  await assert.rejects(semaphore.acquire('a', 1, aborting.signal), /enough/);
  assert.equal(semaphore.waiting, 0);
});

test('never grants more than the total or the share of an owner, and loses nothing', async () => {
  const acts = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 8 }), fc.boolean()), {
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(acts, async acts => {
      const semaphore = createSemaphore({ total: 10, perOwner: 7 });
      const held: { owner: string; amount: number; release: Release }[] = [];
      const pending: Promise<void>[] = [];
      for (const [owner, amount, releases] of acts) {
        if (releases) held.shift()?.release();
        else {
          const acquired = semaphore.acquire(owner, amount).then(release => {
            held.push({ owner, amount: Math.min(amount, 7), release });
          });
          pending.push(acquired);
        }
        await nextTurn();
        const sum = (some: typeof held) => some.reduce((total, { amount }) => total + amount, 0);
        assert.ok(sum(held) <= 10);
        for (const name of ['a', 'b', 'c']) assert.ok(sum(held.filter(({ owner }) => owner === name)) <= 7);
      }
      while (held.length > 0 || semaphore.waiting > 0) {
        held.shift()?.release();
        await nextTurn();
      }
      await Promise.all(pending);
      assert.ok(semaphore.tryAcquire('d', 7));
    }),
    { numRuns: 50 },
  );
});
