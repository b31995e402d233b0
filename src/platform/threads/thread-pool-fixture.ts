/** The module that runs in the threads of the tests. */
import { getPriority } from 'node:os';
import { threadId } from 'node:worker_threads';
import type { ThreadContext } from './thread-pool.ts';

export type Task =
  | { do: 'answer'; value: unknown }
  | { do: 'thread id' }
  | { do: 'measure'; bytes: Uint8Array }
  | { do: 'bytes'; size: number }
  | { do: 'wait'; shared: Int32Array }
  | { do: 'loop' }
  | { do: 'backtrack' }
  | { do: 'objects' }
  | { do: 'big arrays' }
  | { do: 'buffers' }
  | { do: 'web assembly'; module: Uint8Array<ArrayBuffer> }
  | { do: 'memory for web assembly'; pages: number }
  | { do: 'retire' }
  | { do: 'throw'; message: string }
  | { do: 'throw later' }
  | { do: 'return a function' }
  | { do: 'exit' }
  | { do: 'inspect the process' }
  | { do: 'read priorities' }
  | { do: 'print' };

class FixtureError extends Error {
  override readonly name = 'FixtureError';
}

export default async function work(task: Task, context: ThreadContext): Promise<unknown> {
  switch (task.do) {
    case 'answer':
      return task.value;
    case 'thread id':
      return threadId;
    case 'measure':
      return task.bytes.byteLength;
    case 'bytes':
      return { content: context.transfer(new Uint8Array(task.size).fill(7)) };
    case 'wait':
      // Signals that it has started, and waits until it may continue.
      Atomics.add(task.shared, 0, 1);
      Atomics.notify(task.shared, 0);
      Atomics.wait(task.shared, 1, 0);
      return threadId;
    case 'loop':
      for (;;);
    case 'backtrack':
      return /^(a+)+$/.test(`${'a'.repeat(60)}b`);
    case 'objects':
      return endless(size => Array.from({ length: 1000 }, () => ({ size })));
    case 'big arrays':
      // Such an allocation makes V8 end the process when it crosses V8's own limit.
      return endless(() => new Array(30_000_000).fill(0));
    case 'buffers':
      return endless(() => Buffer.alloc(10_000_000, 1));
    case 'web assembly':
      return growUntilRefused((await WebAssembly.instantiate(task.module)).instance.exports.memory);
    case 'memory for web assembly':
      return growUntilRefused(new WebAssembly.Memory({ initial: 1, maximum: task.pages }));
    case 'retire':
      context.retire();
      return threadId;
    case 'throw':
      throw new FixtureError(task.message);
    case 'throw later':
      setImmediate(() => {
        throw new Error('nobody catches this');
      });
      return new Promise(() => {});
    case 'return a function':
      return () => {};
    case 'exit':
      return process.exit(3);
    case 'inspect the process':
      return { variables: Object.keys(process.env), flags: process.execArgv };
    case 'read priorities':
      return { process: getPriority(process.pid), thread: getPriority(0) };
    case 'print':
      process.stdout.write('printed in a thread\n');
      process.stderr.write('printed in a thread\n');
      return 'printed';
  }
}

/** Returns how many megabytes the memory has in the end. */
function growUntilRefused(memory: unknown): number {
  if (!(memory instanceof WebAssembly.Memory)) throw new FixtureError('the module exports no memory');
  const STEP_PAGES = 16;
  try {
    for (;;) memory.grow(STEP_PAGES);
  } catch {
    return memory.buffer.byteLength / 2 ** 20;
  }
}

function endless(create: (size: number) => unknown): never {
  const all: unknown[] = [];
  for (;;) all.push(create(all.length));
}
