import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { AbortableSingleFlight, type CallContext } from './abortable-single-flight.ts';

suite('a shared call', () => {
  test('runs once for all who ask at once, and again for a later caller', async () => {
    const work = new AbortableSingleFlight<number>();
    let performed = 0;
    const perform = async () => ++performed;

    const together = await Promise.all([1, 2, 3].map(() => work.run('a', perform, never())));
    assert.deepEqual(together, [1, 1, 1]);
    assert.equal(await work.run('a', perform, never()), 2);
    assert.deepEqual(await Promise.all([work.run('a', perform, never()), work.run('b', perform, never())]), [3, 4]);
  });

  test('fails for all waiters', async () => {
    const work = new AbortableSingleFlight<number>();
    const failure = new Error('the loom is broken');
    const perform = async () => Promise.reject(failure);

    const outcomes = await Promise.allSettled([1, 2].map(() => work.run('a', perform, never())));

    assert.deepEqual(
      outcomes.map(outcome => outcome.status === 'rejected' && outcome.reason),
      [failure, failure],
    );
  });

  test('does not start for a caller whose signal has aborted', async () => {
    const work = new AbortableSingleFlight<number>();
    const reason = new Error('gone');

    await assert.rejects(
      work.run('a', async () => assert.fail(), AbortSignal.abort(reason)),
      reason,
    );
  });

  test('continues while one caller waits, and is aborted when all have left', async () => {
    const work = new AbortableSingleFlight<string>();
    const task = createTask();
    const [first, second] = [new AbortController(), new AbortController()];
    const outcomes = [first, second].map(({ signal }) => work.run('a', task.perform, signal));
    const { signal } = await task.started;

    first.abort(new Error('first'));
    await assert.rejects(outcomes[0] ?? assert.fail(), /^Error: first$/);
    assert.equal(signal.aborted, false);

    const stopped = once(signal, 'abort');
    second.abort(new Error('second'));
    await assert.rejects(outcomes[1] ?? assert.fail(), /^Error: second$/);
    await stopped;
    // A new caller does not join the aborted call.
    assert.equal(await work.run('a', async () => 'anew', never()), 'anew');
    task.finish('too late');
    await work.close(new Error('closed'));
  });

  test('can be joined without any waiters when it must finish', async () => {
    const work = new AbortableSingleFlight<string>();
    const task = createTask();
    const first = new AbortController();
    const outcome = work.run('a', task.perform, first.signal);
    const { signal, mustFinish } = await task.started;
    mustFinish();
    first.abort(new Error('first'));
    await assert.rejects(outcome, /^Error: first$/);

    const joined = work.run('a', async () => assert.fail(), never());
    task.finish('done');

    assert.equal(await joined, 'done');
    assert.equal(signal.aborted, false);
  });

  test('is aborted on closing, unless it must finish', async () => {
    const work = new AbortableSingleFlight<string>();
    const [waiting, finishing] = [createTask(), createTask()];
    const outcomes = [work.run('a', waiting.perform, never()), work.run('b', finishing.perform, never())];
    const { signal } = await waiting.started;
    const { mustFinish } = await finishing.started;
    mustFinish();
    signal.addEventListener('abort', () => waiting.fail(signal.reason));
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

/** A task that ends when the test says so. */
function createTask() {
  const started = Promise.withResolvers<CallContext>();
  const ended = Promise.withResolvers<string>();
  return {
    started: started.promise,
    finish: ended.resolve,
    fail: ended.reject,
    perform(context: CallContext) {
      started.resolve(context);
      return ended.promise;
    },
  };
}
