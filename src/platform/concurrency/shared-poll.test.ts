import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SharedPoll } from './shared-poll.ts';

/** A poll whose reads the test answers. */
function manualPoll(pauseMs = { first: 60_000, longest: 60_000 }) {
  const reads: { ids: readonly string[]; answer(states: Record<string, string>): void; fail(error: Error): void }[] =
    [];
  let onRead = () => {};
  const poll = new SharedPoll<string>({
    pauseMs,
    read(ids) {
      const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
      reads.push({ ids, answer: states => resolve(new Map(Object.entries(states))), fail: reject });
      onRead();
      return promise;
    },
  });
  async function nextRead() {
    if (reads.length === 0) await new Promise<void>(resolve => (onRead = resolve));
    const read = reads.shift();
    assert.ok(read);
    return read;
  }
  /** Watches a thing. Its sights come one at a time, like its errors. */
  function watch(id: string) {
    let next = Promise.withResolvers<string | undefined>();
    const take = (act: (settled: typeof next) => void) => {
      act(next);
      next = Promise.withResolvers();
    };
    const stop = poll.watch(id, {
      see: state => take(({ resolve }) => resolve(state)),
      fail: error => take(({ reject }) => reject(error)),
    });
    return { stop, sight: () => next.promise };
  }
  return { poll, nextRead, watch };
}

suite('a shared poll', () => {
  test('asks about all things at once, and tells all who watch one', async t => {
    const { nextRead, watch } = manualPoll();
    const [one, another, other] = [watch('a'), watch('a'), watch('b')];
    t.after(() => {
      for (const { stop } of [one, another, other]) stop();
    });
    const sights = Promise.all([one.sight(), another.sight(), other.sight()]);
    const read = await nextRead();
    assert.deepEqual(read.ids, ['a', 'b']);
    read.answer({ a: 'running' });
    assert.deepEqual(await sights, ['running', 'running', undefined]);
  });

  test('asks again at once about what something happened to while it asked', async t => {
    const { poll, nextRead, watch } = manualPoll();
    const { stop, sight } = watch('a');
    t.after(stop);
    const before = await nextRead();
    poll.hurry('a');
    const first = sight();
    before.answer({ a: 'running' });
    assert.equal(await first, 'running');
    const after = await nextRead();
    const second = sight();
    after.answer({ a: 'success' });
    assert.equal(await second, 'success');
  });

  test('asks no more about what nobody watches, and keeps no timer for it', async () => {
    const { nextRead, watch } = manualPoll();
    const [gone, kept] = [watch('a'), watch('b')];
    gone.stop();
    const read = await nextRead();
    assert.deepEqual(read.ids, ['b']);
    const seen = kept.sight();
    read.answer({ b: 'x' });
    await seen;
    kept.stop();
  });

  test('tells everybody of a failure, and asks again', async t => {
    const { nextRead, watch } = manualPoll({ first: 1, longest: 1 });
    const { stop, sight } = watch('a');
    t.after(stop);
    const failed = assert.rejects(sight(), /away/);
    (await nextRead()).fail(new Error('away'));
    await failed;
    const seen = sight();
    (await nextRead()).answer({ a: 'x' });
    assert.equal(await seen, 'x');
  });

  test('waits for those who are told before it asks about the same thing again', async t => {
    const { nextRead, poll } = manualPoll({ first: 1, longest: 1 });
    const { promise: told, resolve: end } = Promise.withResolvers<void>();
    const order: string[] = [];
    const stops = [
      poll.watch('slow', { see: () => told.then(() => void order.push('told')), fail: assert.ifError }),
      poll.watch('quick', { see: () => {}, fail: assert.ifError }),
    ];
    t.after(() => {
      for (const stop of stops) stop();
    });
    (await nextRead()).answer({ slow: 'x', quick: 'x' });
    const next = await nextRead();
    assert.deepEqual(next.ids, ['quick']);
    end();
    await told;
    next.answer({ quick: 'x' });
    const last = await nextRead();
    order.push('asked');
    assert.deepEqual([last.ids.includes('slow'), order], [true, ['told', 'asked']]);
    last.answer({});
  });

  test('waits until it finds something, or until nobody waits any more', async () => {
    const { poll, nextRead } = manualPoll({ first: 1, longest: 1 });
    const leaving = new AbortController();
    const find = (state: string | undefined) => (state === 'success' ? 'found' : undefined);
    const found = poll.until('a', new AbortController().signal, find);
    const left = poll.until('b', leaving.signal, find);
    (await nextRead()).answer({ a: 'running', b: 'running' });
    leaving.abort();
    assert.equal(await left, undefined);
    assert.equal(await poll.until('c', leaving.signal, find), undefined);
    const read = await nextRead();
    assert.deepEqual(read.ids, ['a']);
    read.answer({ a: 'success' });
    assert.equal(await found, 'found');
  });
});
