import assert from 'node:assert/strict';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Task } from '../../../test/fixtures/thread-pool.ts';
import {
  createThreadPool,
  type RunOptions,
  ThreadError,
  type ThreadPool,
  type ThreadPoolOptions,
} from './thread-pool.ts';

const MODULE = new URL('../../../test/fixtures/thread-pool.ts', import.meta.url);

function open(t: TestContext, options: Partial<ThreadPoolOptions> = {}): ThreadPool {
  const threads = createThreadPool({ atOnce: 2, ...options });
  t.after(() => threads.close());
  return threads;
}

/** Limits that no test reaches by accident. */
const limits = { timeoutMs: 120_000, memoryMb: 256 };

function run(threads: ThreadPool, task: Task, options: Partial<RunOptions> = {}): Promise<unknown> {
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

/** Shared memory that holds [the number of tasks that have started, whether they may continue]. */
function createGate(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(8));
}

async function waitForStarts(shared: Int32Array, count: number): Promise<void> {
  for (let seen = Atomics.load(shared, 0); seen < count; seen = Atomics.load(shared, 0)) {
    await Atomics.waitAsync(shared, 0, seen).value;
  }
}

function openGate(shared: Int32Array): void {
  Atomics.store(shared, 1, 1);
  Atomics.notify(shared, 1);
}

suite('work', () => {
  test('runs in a thread and returns its result', async t => {
    const threads = open(t);
    const value = { list: [1, 'a', null], day: new Date(0) };
    assert.deepEqual(await run(threads, { do: 'answer', value }), value);
    assert.ok(Number(await run(threads, { do: 'thread id' })) > 0);
  });

  test('moves the bytes that are to be transferred, in both directions', async t => {
    const threads = open(t);
    const bytes = new Uint8Array(5_000_000);
    assert.equal(await run(threads, { do: 'measure', bytes }, { transfer: [bytes] }), 5_000_000);
    assert.equal(bytes.byteLength, 0);
    const result = await run(threads, { do: 'bytes', size: 3_000_000 });
    assert.deepEqual(result, { content: new Uint8Array(3_000_000).fill(7) });
  });

  test('copies bytes that can not be moved', async t => {
    const small = Buffer.from('shares its memory with others');
    assert.equal(await run(open(t), { do: 'measure', bytes: small }, { transfer: [small] }), 29);
    assert.equal(small.toString(), 'shares its memory with others');
  });

  test('that throws rejects with the name and the message of the error, and keeps the thread', async t => {
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

  test('fails when its result can not be copied, or when its module is missing', async t => {
    const threads = open(t);
    await assert.rejects(run(threads, { do: 'return a function' }), isThreadError('failed', /could not be cloned/));
    const nowhere = new URL('./nowhere.ts', import.meta.url);
    await assert.rejects(
      threads.run(nowhere, {}, { owner: 'ann', ...limits }),
      isThreadError('failed', /Cannot find module/),
    );
  });

  test('sees neither the environment nor the flags of the process', async t => {
    assert.deepEqual(await run(open(t), { do: 'inspect the process' }), { variables: [], flags: [] });
  });
});

suite('limits', () => {
  for (const task of ['loop', 'backtrack'] as const) {
    test(`of time end a thread in an endless ${task}`, async t => {
      const threads = open(t, { atOnce: 1 });
      await assert.rejects(run(threads, { do: task }, { timeoutMs: 100 }), isThreadError('timeout', /0\.1 seconds/));
      assert.equal(await run(threads, { do: 'answer', value: 'continues' }), 'continues');
    });
  }

  for (const task of ['objects', 'big arrays', 'buffers'] as const) {
    test(`of memory end a thread that allocates ${task}`, async t => {
      const threads = open(t, { atOnce: 1 });
      await assert.rejects(run(threads, { do: task }, { memoryMb: 100 }), isThreadError('memory', /100 MB/));
      assert.equal(await run(threads, { do: 'answer', value: 'continues' }), 'continues');
    });
  }

  test('of memory bind WebAssembly, and its memory counts for the next work', async t => {
    const threads = open(t, { atOnce: 1 });
    const first = await run(threads, { do: 'thread id' }, { memoryMb: 100 });
    // A module with one memory of at least one page and without a maximum, which it exports.
    const module = Uint8Array.fromHex('0061736d01000000050301000107 0a01066d656d6f72790200'.replace(' ', ''));
    const grown = Number(await run(threads, { do: 'web assembly', module }, { memoryMb: 100 }));
    assert.ok(grown > 90 && grown <= 100, `${grown} MB`);
    assert.notEqual(await run(threads, { do: 'thread id' }, { memoryMb: 100 }), first);
    assert.ok(Number(await run(threads, { do: 'memory for web assembly', pages: 65_536 }, { memoryMb: 100 })) <= 100);
  });

  test('a thread in which something may be broken does no other work', async t => {
    const threads = open(t, { atOnce: 1 });
    const first = await run(threads, { do: 'retire' });
    assert.notEqual(await run(threads, { do: 'thread id' }), first);
  });

  test('a thread that dies affects only its own work', async t => {
    const threads = open(t);
    const shared = createGate();
    const other = run(threads, { do: 'wait', shared }, { owner: 'bob' });
    await waitForStarts(shared, 1);
    await assert.rejects(run(threads, { do: 'throw later' }), isThreadError('crashed'));
    await assert.rejects(run(threads, { do: 'exit' }), isThreadError('crashed', /code 3/));
    openGate(shared);
    assert.ok(Number(await other) > 0);
  });
});

suite('signals', () => {
  test('abort running work with their reason', async t => {
    const threads = open(t, { atOnce: 1 });
    const shared = createGate();
    const aborting = new AbortController();
    const work = run(threads, { do: 'wait', shared }, { signal: aborting.signal });
    await waitForStarts(shared, 1);
    aborting.abort(new Error('enough'));
    await assert.rejects(work, /enough/);
    assert.equal(await run(threads, { do: 'answer', value: 1 }), 1);
  });

  test('abort waiting work, which then occupies no thread', async t => {
    const threads = open(t, { atOnce: 1 });
    const shared = createGate();
    const first = run(threads, { do: 'wait', shared });
    await waitForStarts(shared, 1);
    const aborting = new AbortController();
    const second = run(threads, { do: 'loop' }, { signal: aborting.signal });
    const third = run(threads, { do: 'answer', value: 3 });
    aborting.abort(new Error('enough'));
    await assert.rejects(second, /enough/);
    openGate(shared);
    await first;
    assert.equal(await third, 3);
    await assert.rejects(run(threads, { do: 'loop' }, { signal: aborting.signal }), /enough/);
  });
});

suite('threads', () => {
  test('are no more than allowed, and further work waits', async t => {
    const threads = open(t, { atOnce: 2 });
    const shared = createGate();
    const done: number[] = [];
    const busy = ['ann', 'bob'].map(owner => run(threads, { do: 'wait', shared }, { owner }));
    await waitForStarts(shared, 2);
    const waiting = [1, 2, 3].map(value =>
      run(threads, { do: 'answer', value }).then(result => done.push(Number(result))),
    );
    assert.deepEqual(done, []);
    openGate(shared);
    const used = new Set(await Promise.all(busy));
    assert.equal(used.size, 2);
    await Promise.all(waiting);
    assert.deepEqual(done.sort(), [1, 2, 3]);
    assert.ok(used.has(await run(threads, { do: 'thread id' })), 'no thread was added');
  });

  test('are never all used by one owner: another one starts while that owner has more work waiting', async t => {
    const threads = open(t, { atOnce: 3 });
    const [held, last] = [createGate(), createGate()];
    const busy = Array.from({ length: 8 }, () => run(threads, { do: 'wait', shared: held }));
    await waitForStarts(held, 2);
    assert.equal(await run(threads, { do: 'answer', value: 'of bob' }, { owner: 'bob' }), 'of bob');
    const waiting = run(threads, { do: 'wait', shared: last }, { owner: 'bob' });
    await waitForStarts(last, 1);
    assert.equal(Atomics.load(held, 0), 2, 'a third task of ann has started');
    openGate(last);
    await waiting;
    openGate(held);
    await Promise.all(busy);
  });

  test('go to the owner who has fewest of them', async t => {
    const threads = open(t, { atOnce: 1 });
    const shared = createGate();
    const order: string[] = [];
    const first = run(threads, { do: 'wait', shared });
    await waitForStarts(shared, 1);
    const waiting = ['ann', 'ann', 'bob'].map(async owner => {
      await run(threads, { do: 'answer', value: 1 }, { owner });
      order.push(owner);
    });
    openGate(shared);
    await first;
    await Promise.all(waiting);
    assert.deepEqual(order.toSorted(), ['ann', 'ann', 'bob']);
    assert.notEqual(order.at(-1), 'bob');
  });

  const onLinux = process.platform === 'linux';
  test('leave the processor to the event loop', {
    skip: !onLinux && 'only Linux has priorities of threads',
  }, async t => {
    const { process: own, thread } = Object(await run(open(t), { do: 'read priorities' }));
    assert.equal(own, getPriority());
    assert.ok(thread > own, `${thread} is not lower than ${own}`);
  });

  test('are reused, unless the work has another memory limit', async t => {
    const threads = open(t, { atOnce: 1 });
    const first = await run(threads, { do: 'thread id' });
    assert.equal(await run(threads, { do: 'thread id' }), first);
    assert.notEqual(await run(threads, { do: 'thread id' }, { memoryMb: 128 }), first);
  });

  test('end when there is no work for them', async t => {
    const threads = open(t, { atOnce: 1, idleMs: 0 });
    const first = await run(threads, { do: 'thread id' });
    // Timers of the same length fire in order, and the one that ends the thread was set before.
    await setTimeout(0);
    assert.notEqual(await run(threads, { do: 'thread id' }), first);
  });

  test('end when the pool closes, which also aborts running and waiting work', async () => {
    const threads = createThreadPool({ atOnce: 1 });
    const shared = createGate();
    const busy = run(threads, { do: 'wait', shared });
    const waiting = run(threads, { do: 'loop' });
    const both = Promise.all([
      assert.rejects(busy, isThreadError('closed')),
      assert.rejects(waiting, isThreadError('closed')),
    ]);
    await waitForStarts(shared, 1);
    await threads.close();
    await both;
    await assert.rejects(run(threads, { do: 'answer', value: 1 }), isThreadError('closed'));
  });

  test('print nothing on the output of the process', async t => {
    const source = `
      import { createThreadPool } from ${JSON.stringify(new URL('./thread-pool.ts', import.meta.url).href)};
      const threads = createThreadPool({ atOnce: 1 });
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
