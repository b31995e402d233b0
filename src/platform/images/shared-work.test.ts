import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { SharedWork, type Waiters } from './shared-work.ts';

suite('shared work', () => {
  test('is done once for all who ask at once, and again for who asks later', async () => {
    const work = new SharedWork<number>();
    let performed = 0;
    const perform = async () => ++performed;

    const together = await Promise.all([1, 2, 3].map(() => work.join('a', perform, never())));
    assert.deepEqual(together, [1, 1, 1]);
    assert.equal(await work.join('a', perform, never()), 2);
    assert.deepEqual(await Promise.all([work.join('a', perform, never()), work.join('b', perform, never())]), [3, 4]);
  });

  test('fails for all who wait', async () => {
    const work = new SharedWork<number>();
    const failure = new Error('the loom is broken');
    const perform = async () => Promise.reject(failure);

    const outcomes = await Promise.allSettled([1, 2].map(() => work.join('a', perform, never())));

    assert.deepEqual(
      outcomes.map(outcome => outcome.status === 'rejected' && outcome.reason),
      [failure, failure],
    );
  });

  test('does not begin for who has gone already', async () => {
    const work = new SharedWork<number>();
    const gone = new Error('gone');

    await assert.rejects(
      work.join('a', async () => assert.fail(), AbortSignal.abort(gone)),
      gone,
    );
  });

  test('goes on while one waits, and is broken off when all have gone', async () => {
    const work = new SharedWork<string>();
    const task = heldTask();
    const [first, second] = [new AbortController(), new AbortController()];
    const outcomes = [first, second].map(({ signal }) => work.join('a', task.perform, signal));
    const { gone } = await task.started;

    first.abort(new Error('first'));
    await assert.rejects(outcomes[0] ?? assert.fail(), /^Error: first$/);
    assert.equal(gone.aborted, false);

    const stopped = once(gone, 'abort');
    second.abort(new Error('second'));
    await assert.rejects(outcomes[1] ?? assert.fail(), /^Error: second$/);
    await stopped;
    // Who comes now does not get the end of that.
    assert.equal(await work.join('a', async () => 'anew', never()), 'anew');
    task.finish('too late');
    await work.close(new Error('closed'));
  });

  test('can be joined with nobody waiting when it must finish', async () => {
    const work = new SharedWork<string>();
    const task = heldTask();
    const first = new AbortController();
    const outcome = work.join('a', task.perform, first.signal);
    const { gone, mustFinish } = await task.started;
    mustFinish();
    first.abort(new Error('first'));
    await assert.rejects(outcome, /^Error: first$/);

    const joined = work.join('a', async () => assert.fail(), never());
    task.finish('done');

    assert.equal(await joined, 'done');
    assert.equal(gone.aborted, false);
  });

  test('is broken off on closing, except what must finish', async () => {
    const work = new SharedWork<string>();
    const [waiting, finishing] = [heldTask(), heldTask()];
    const outcomes = [work.join('a', waiting.perform, never()), work.join('b', finishing.perform, never())];
    const { gone } = await waiting.started;
    const { mustFinish } = await finishing.started;
    mustFinish();
    gone.addEventListener('abort', () => waiting.fail(gone.reason));
    let isClosed = false;

    const closed = work.close(new Error('closed')).then(() => {
      isClosed = true;
    });
    await assert.rejects(outcomes[0] ?? assert.fail(), /^Error: closed$/);
    assert.equal(isClosed, false);
    finishing.finish('done');

    assert.equal(await outcomes[1], 'done');
    await closed;
  });
});

function never(): AbortSignal {
  return new AbortController().signal;
}

/** Work that ends when the test says so. */
function heldTask() {
  const started = Promise.withResolvers<Waiters>();
  const ended = Promise.withResolvers<string>();
  return {
    started: started.promise,
    finish: ended.resolve,
    fail: ended.reject,
    perform(waiters: Waiters) {
      started.resolve(waiters);
      return ended.promise;
    },
  };
}
