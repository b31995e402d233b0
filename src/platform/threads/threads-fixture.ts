/** Runs in the threads of the tests. */
import { getPriority } from 'node:os';
import { threadId } from 'node:worker_threads';
import type { ThreadSide } from './threads.ts';

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
  | { do: 'throw'; message: string }
  | { do: 'throw later' }
  | { do: 'give a function' }
  | { do: 'exit' }
  | { do: 'look around' }
  | { do: 'tell priorities' }
  | { do: 'print' };

class FixtureError extends Error {
  override readonly name = 'FixtureError';
}

export default async function work(task: Task, side: ThreadSide): Promise<unknown> {
  switch (task.do) {
    case 'answer':
      return task.value;
    case 'thread id':
      return threadId;
    case 'measure':
      return task.bytes.byteLength;
    case 'bytes':
      return { content: side.transfer(new Uint8Array(task.size).fill(7)) };
    case 'wait':
      // Tells that it has begun, then waits to be told to go on.
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
      // What makes V8 end the process when its own limit is the guard.
      return endless(() => new Array(30_000_000).fill(0));
    case 'buffers':
      return endless(() => Buffer.alloc(10_000_000, 1));
    case 'throw':
      throw new FixtureError(task.message);
    case 'throw later':
      setImmediate(() => {
        throw new Error('nobody catches this');
      });
      return new Promise(() => {});
    case 'give a function':
      return () => {};
    case 'exit':
      return process.exit(3);
    case 'look around':
      return { variables: Object.keys(process.env), flags: process.execArgv };
    case 'tell priorities':
      return { process: getPriority(process.pid), thread: getPriority(0) };
    case 'print':
      process.stdout.write('printed in a thread\n');
      process.stderr.write('printed in a thread\n');
      return 'printed';
  }
}

function endless(make: (size: number) => unknown): never {
  const kept: unknown[] = [];
  for (;;) kept.push(make(kept.length));
}
