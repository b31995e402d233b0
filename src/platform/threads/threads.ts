/**
 * Work that would hold up the event loop, or that its author does not trust to end, in threads of its own.
 *
 * A module's default export is the function: `(input, side: ThreadSide) => result`. Input and result are copied as
 * `structuredClone` does it. Threads are started when there is work, do one piece of it at a time, and end when there
 * was none for a while. What happens to a thread concerns only the work that it was doing. Threads are shared fairly
 * between the owners of the work, and on Linux they leave the processor to the event loop when both need it.
 */
import { createSemaphore, type Release } from '../semaphore.ts';
import { Thread } from './thread.ts';
import { ThreadError } from './thread-error.ts';

export { ThreadError, type ThreadErrorReason } from './thread-error.ts';
export type { ThreadSide } from './thread-side.ts';

export interface Threads {
  /** Rejects with a ThreadError, or with the reason of the signal. The result is what the module makes it. */
  run<Result>(module: URL, input: unknown, options: RunOptions): Promise<Result>;
  /** Breaks off what is under way and resolves when all threads have ended. */
  close(): Promise<void>;
}

export interface RunOptions {
  /** On whose behalf: the threads are shared fairly between owners. */
  owner: string;
  /** Of processor time, so that work does not fail because others keep the machine busy. */
  timeoutMs: number;
  /** From the moment when a thread is free for it. Left out: a multiple of `timeoutMs`. */
  longestMs?: number;
  /** Heap and buffers together, measured every few milliseconds, so it may be passed by a little. */
  memoryMb: number;
  signal?: AbortSignal;
  /** Bytes in the input that move to the thread instead of being copied: they are gone for the caller. */
  transfer?: readonly Uint8Array<ArrayBuffer>[];
}

export interface ThreadsOptions {
  /** Threads that work at once; more work waits. */
  atOnce: number;
  /** How many of them work for one owner at once. Left out: half of them, so that nobody can hold every thread. */
  perOwner?: number;
  /** How long a thread without work is kept. */
  idleMs?: number;
}

export function createThreads({ atOnce, perOwner = Math.ceil(atOnce / 2), idleMs = 5000 }: ThreadsOptions): Threads {
  const closing = new AbortController();
  const places = createSemaphore({ total: atOnce, perOwner });
  const threads = new Set<Thread>();
  /** With the timer that ends it. */
  const idle = new Map<Thread, NodeJS.Timeout>();

  function takeThread(memoryMb: number): Thread {
    for (const [thread, timer] of idle) {
      if (!thread.isReusable || thread.memoryMb !== memoryMb) continue;
      clearTimeout(timer);
      idle.delete(thread);
      return thread;
    }
    // Threads that fit no work at hand make room, so that there are never more than `atOnce` for long.
    const [unfit] = threads.size >= atOnce ? idle.keys() : [];
    if (unfit) endIdle(unfit);
    const thread = new Thread(memoryMb);
    threads.add(thread);
    void thread.ended.then(() => {
      clearTimeout(idle.get(thread));
      idle.delete(thread);
      threads.delete(thread);
    });
    return thread;
  }

  function giveBack(thread: Thread, leavePlace: Release): void {
    if (!thread.isReusable) {
      // The place is free when the thread is really gone; the caller does not wait for that.
      void thread.end().then(leavePlace);
      return;
    }
    const timer = setTimeout(() => endIdle(thread), idleMs);
    timer.unref();
    idle.set(thread, timer);
    leavePlace();
  }

  function endIdle(thread: Thread): void {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    void thread.end();
  }

  async function perform(module: URL, input: unknown, options: RunOptions, signal: AbortSignal): Promise<unknown> {
    const leavePlace = await places.acquire(options.owner, 1, signal);
    let thread: Thread | undefined;
    try {
      signal.throwIfAborted();
      thread = takeThread(options.memoryMb);
      const { timeoutMs, longestMs, transfer } = options;
      return await thread.perform({ module, input, timeoutMs, longestMs, signal, transfer });
    } finally {
      if (thread) giveBack(thread, leavePlace);
      else leavePlace();
    }
  }

  return {
    run: <Result>(module: URL, input: unknown, options: RunOptions) => {
      const signals = [closing.signal, ...(options.signal ? [options.signal] : [])];
      const signal = AbortSignal.any(signals);
      if (signal.aborted) return Promise.reject(signal.reason);
      return perform(module, input, options, signal) as Promise<Result>;
    },
    async close() {
      closing.abort(new ThreadError('closed', 'The work was broken off because the service is stopping'));
      await Promise.all([...threads].map(thread => thread.end()));
    },
  };
}
