import assert from 'node:assert/strict';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createThreads, type RunOptions, ThreadError, type Threads, type ThreadsOptions } from './threads.ts';
import type { Task } from './threads-fixture.ts';

const MODULE = new URL('./threads-fixture.ts', import.meta.url);

function open(t: TestContext, options: Partial<ThreadsOptions> = {}): Threads {
  const threads = createThreads({ atOnce: 2, ...options });
  t.after(() => threads.close());
  return threads;
}

/** With limits that no test reaches by accident. */
const limits = { timeoutMs: 120_000, memoryMb: 256 };

function run(threads: Threads, task: Task, options: Partial<RunOptions> = {}): Promise<unknown> {
  return threads.run(MODULE, task, { owner: 'ann', ...limits, ...options });
}

function isThreadError(reason: string, message?: RegExp): (error: unknown) => boolean {
  return error => {
    assert.ok(error instanceof ThreadError, String(error));
    assert.equal(error.reason, reason);
    if (message) assert.match(error.message, message);
    return true;
  };
}

/** [how many have begun, whether to go on] */
function gate(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(8));
}

async function begun(shared: Int32Array, count: number): Promise<void> {
  for (let seen = Atomics.load(shared, 0); seen < count; seen = Atomics.load(shared, 0)) {
    await Atomics.waitAsync(shared, 0, seen).value;
  }
}

function goOn(shared: Int32Array): void {
  Atomics.store(shared, 1, 1);
  Atomics.notify(shared, 1);
}

suite('work', () => {
  test('is done in a thread, and its result comes back', async t => {
    const threads = open(t);
    const value = { list: [1, 'a', null], day: new Date(0) };
    assert.deepEqual(await run(threads, { do: 'answer', value }), value);
    assert.ok(Number(await run(threads, { do: 'thread id' })) > 0);
  });

  test('moves the bytes that it names, in both directions', async t => {
    const threads = open(t);
    const bytes = new Uint8Array(5_000_000);
    assert.equal(await run(threads, { do: 'measure', bytes }, { transfer: [bytes] }), 5_000_000);
    assert.equal(bytes.byteLength, 0);
    const result = await run(threads, { do: 'bytes', size: 3_000_000 });
    assert.deepEqual(result, { content: new Uint8Array(3_000_000).fill(7) });
  });

  test('copies bytes that can not move', async t => {
    const small = Buffer.from('shares its memory with others');
    assert.equal(await run(open(t), { do: 'measure', bytes: small }, { transfer: [small] }), 29);
    assert.equal(small.toString(), 'shares its memory with others');
  });

  test('that throws gives the name and the message of the error, and spares the thread', async t => {
    const threads = open(t);
    const thread = await run(threads, { do: 'thread id' });
    await assert.rejects(run(threads, { do: 'throw', message: 'no good' }), error => {
      assert.ok(error instanceof ThreadError);
      assert.equal(error.reason, 'failed');
      assert.equal(error.message, 'no good');
      assert.equal(error.thrown, 'FixtureError');
      return true;
    });
    assert.equal(await run(threads, { do: 'thread id' }), thread);
  });

  test('that gives what can not be copied, or is not there, fails', async t => {
    const threads = open(t);
    await assert.rejects(run(threads, { do: 'give a function' }), isThreadError('failed', /could not be cloned/));
    const nowhere = new URL('./nowhere.ts', import.meta.url);
    await assert.rejects(
      threads.run(nowhere, {}, { owner: 'ann', ...limits }),
      isThreadError('failed', /Cannot find module/),
    );
  });

  test('sees neither the environment nor the flags of the process', async t => {
    assert.deepEqual(await run(open(t), { do: 'look around' }), { variables: [], flags: [] });
  });
});

suite('limits', () => {
  for (const task of ['loop', 'backtrack'] as const) {
    test(`of time end a thread in a ${task}`, async t => {
      const threads = open(t, { atOnce: 1 });
      await assert.rejects(run(threads, { do: task }, { timeoutMs: 100 }), isThreadError('timeout', /0\.1 seconds/));
      assert.equal(await run(threads, { do: 'answer', value: 'goes on' }), 'goes on');
    });
  }

  for (const task of ['objects', 'big arrays', 'buffers'] as const) {
    test(`of memory end a thread that hoards ${task}`, async t => {
      const threads = open(t, { atOnce: 1 });
      await assert.rejects(run(threads, { do: task }, { memoryMb: 100 }), isThreadError('memory', /100 MB/));
      assert.equal(await run(threads, { do: 'answer', value: 'goes on' }), 'goes on');
    });
  }

  test('a thread that dies harms only its own work', async t => {
    const threads = open(t);
    const shared = gate();
    const other = run(threads, { do: 'wait', shared }, { owner: 'bob' });
    await begun(shared, 1);
    await assert.rejects(run(threads, { do: 'throw later' }), isThreadError('crashed'));
    await assert.rejects(run(threads, { do: 'exit' }), isThreadError('crashed', /code 3/));
    goOn(shared);
    assert.ok(Number(await other) > 0);
  });
});

suite('signals', () => {
  test('break off work under way with their reason', async t => {
    const threads = open(t, { atOnce: 1 });
    const shared = gate();
    const aborting = new AbortController();
    const work = run(threads, { do: 'wait', shared }, { signal: aborting.signal });
    await begun(shared, 1);
    aborting.abort(new Error('enough'));
    await assert.rejects(work, /enough/);
    assert.equal(await run(threads, { do: 'answer', value: 1 }), 1);
  });

  test('break off work that waits, which then takes no place', async t => {
    const threads = open(t, { atOnce: 1 });
    const shared = gate();
    const first = run(threads, { do: 'wait', shared });
    await begun(shared, 1);
    const aborting = new AbortController();
    const second = run(threads, { do: 'loop' }, { signal: aborting.signal });
    const third = run(threads, { do: 'answer', value: 3 });
    aborting.abort(new Error('enough'));
    await assert.rejects(second, /enough/);
    goOn(shared);
    await first;
    assert.equal(await third, 3);
    await assert.rejects(run(threads, { do: 'loop' }, { signal: aborting.signal }), /enough/);
  });
});

suite('threads', () => {
  test('are no more than allowed: further work waits in turn', async t => {
    const threads = open(t, { atOnce: 2 });
    const shared = gate();
    const done: number[] = [];
    const busy = ['ann', 'bob'].map(owner => run(threads, { do: 'wait', shared }, { owner }));
    await begun(shared, 2);
    const waiting = [1, 2, 3].map(value =>
      run(threads, { do: 'answer', value }).then(result => done.push(Number(result))),
    );
    assert.deepEqual(done, []);
    goOn(shared);
    const used = new Set(await Promise.all(busy));
    assert.equal(used.size, 2);
    await Promise.all(waiting);
    assert.deepEqual(done.sort(), [1, 2, 3]);
    assert.ok(used.has(await run(threads, { do: 'thread id' })), 'no thread was added');
  });

  test('are never all held by one owner: another begins while that one has more work waiting', async t => {
    const threads = open(t, { atOnce: 3 });
    const [held, last] = [gate(), gate()];
    const busy = Array.from({ length: 8 }, () => run(threads, { do: 'wait', shared: held }));
    await begun(held, 2);
    assert.equal(await run(threads, { do: 'answer', value: 'of bob' }, { owner: 'bob' }), 'of bob');
    const waiting = run(threads, { do: 'wait', shared: last }, { owner: 'bob' });
    await begun(last, 1);
    assert.equal(Atomics.load(held, 0), 2, 'a third one of ann has begun');
    goOn(last);
    await waiting;
    goOn(held);
    await Promise.all(busy);
  });

  test('go to the owner who has fewest of them', async t => {
    const threads = open(t, { atOnce: 1 });
    const shared = gate();
    const order: string[] = [];
    const first = run(threads, { do: 'wait', shared });
    await begun(shared, 1);
    const waiting = ['ann', 'ann', 'bob'].map(async owner => {
      await run(threads, { do: 'answer', value: 1 }, { owner });
      order.push(owner);
    });
    goOn(shared);
    await first;
    await Promise.all(waiting);
    assert.deepEqual(order.toSorted(), ['ann', 'ann', 'bob']);
    assert.notEqual(order.at(-1), 'bob');
  });

  const onLinux = process.platform === 'linux';
  test('leave the processor to the event loop', { skip: !onLinux && 'priorities of threads are of Linux' }, async t => {
    const { process: own, thread } = Object(await run(open(t), { do: 'tell priorities' }));
    assert.equal(own, getPriority());
    assert.ok(thread > own, `${thread} is not lower than ${own}`);
  });

  test('are used again, unless the work asks for another limit', async t => {
    const threads = open(t, { atOnce: 1 });
    const first = await run(threads, { do: 'thread id' });
    assert.equal(await run(threads, { do: 'thread id' }), first);
    assert.notEqual(await run(threads, { do: 'thread id' }, { memoryMb: 128 }), first);
  });

  test('end when there is no work for them', async t => {
    const threads = open(t, { atOnce: 1, idleMs: 0 });
    const first = await run(threads, { do: 'thread id' });
    // Timers of the same length come in turn: the one that ends the thread was there before.
    await setTimeout(0);
    assert.notEqual(await run(threads, { do: 'thread id' }), first);
  });

  test('end when they are closed, with what they do and what waits for them', async () => {
    const threads = createThreads({ atOnce: 1 });
    const shared = gate();
    const busy = run(threads, { do: 'wait', shared });
    const waiting = run(threads, { do: 'loop' });
    const both = Promise.all([
      assert.rejects(busy, isThreadError('closed')),
      assert.rejects(waiting, isThreadError('closed')),
    ]);
    await begun(shared, 1);
    await threads.close();
    await both;
    await assert.rejects(run(threads, { do: 'answer', value: 1 }), isThreadError('closed'));
  });

  test('print nothing on the output of the process', async t => {
    const source = `
      import { createThreads } from ${JSON.stringify(new URL('./threads.ts', import.meta.url).href)};
      const threads = createThreads({ atOnce: 1 });
      const limits = { owner: 'ann', timeoutMs: 120_000, memoryMb: 256 };
      process.exitCode = (await threads.run(new URL(${JSON.stringify(MODULE.href)}), { do: 'print' }, limits)) === 'printed' ? 7 : 1;
      await threads.close();`;
    const standIn = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
      stdout: true,
      stderr: true,
    });
    t.after(() => standIn.terminate());
    const printed = Array.fromAsync(standIn.stdout);
    const complained = Array.fromAsync(standIn.stderr);
    assert.deepEqual(await once(standIn, 'exit'), [7]);
    assert.deepEqual([await printed, await complained], [[], []]);
  });
});
