/**
 * Runs work in threads when it would block the event loop, or when it can not be trusted to end.
 *
 * The function is the default export of a module: `(input, context: ThreadContext) => result`. Input and result are
 * copied as `structuredClone` copies them. A thread starts when there is work, does one piece of work at a time, and
 * ends when there was no work for a while. A failure of a thread affects only the work that it was doing. Threads are
 * shared fairly between the owners of the work. On Linux the event loop has priority when both need the processor.
 */
import { createSemaphore, type Release } from '../concurrency/semaphore.ts';
import { Thread, ThreadError } from './thread.ts';

export { ThreadError, type ThreadErrorReason } from './thread.ts';
export type { ThreadContext } from './thread-entry.ts';

export interface ThreadPool {
  /** Rejects with a ThreadError, or with the reason of the signal. The type of the result is not checked. */
  run<Result>(module: URL, input: unknown, options: RunOptions): Promise<Result>;
  /** Aborts all work and resolves when all threads have ended. */
  close(): Promise<void>;
}

export interface RunOptions {
  /** On whose behalf the work is done: threads are shared fairly between owners. */
  owner: string;
  /** A limit of processor time, so that work does not fail because others keep the machine busy. */
  timeoutMs: number;
  /** A limit of wall time, counted from the moment when a thread is free. The default is a multiple of `timeoutMs`. */
  wallTimeoutMs?: number;
  /**
   * A limit of heap and buffers together. They are measured every few milliseconds, so the work may exceed it a little.
   */
  memoryMb: number;
  signal?: AbortSignal;
  /**
   * Bytes in the input that are moved to the thread instead of being copied. The caller can not use them afterwards.
   */
  transfer?: readonly Uint8Array<ArrayBuffer>[];
}

export interface ThreadPoolOptions {
  /** The number of threads that work at once; further work waits. */
  atOnce: number;
  /** How long a thread without work stays alive. */
  idleMs?: number;
}

export function createThreadPool({ atOnce, idleMs = 5000 }: ThreadPoolOptions): ThreadPool {
  const closing = new AbortController();
  // No owner may occupy more than half of the threads.
  const slots = createSemaphore({ total: atOnce, perOwner: Math.ceil(atOnce / 2) });
  const threads = new Set<Thread>();
  /** The idle threads, each with the timer that ends it. */
  const idle = new Map<Thread, NodeJS.Timeout>();

  function acquireThread(memoryMb: number): Thread {
    for (const [thread, timer] of idle) {
      if (!thread.isReusable || thread.memoryMb !== memoryMb) continue;
      clearTimeout(timer);
      idle.delete(thread);
      return thread;
    }
    // An idle thread with another memory limit makes room, so that there are never more than `atOnce` threads for long.
    const [unusable] = threads.size >= atOnce ? idle.keys() : [];
    if (unusable) endIdle(unusable);
    const thread = new Thread(memoryMb);
    threads.add(thread);
    void thread.ended.then(() => {
      clearTimeout(idle.get(thread));
      idle.delete(thread);
      threads.delete(thread);
    });
    return thread;
  }

  function releaseThread(thread: Thread, releaseSlot: Release): void {
    if (!thread.isReusable) {
      // The slot becomes free when the thread has really ended; the caller does not wait for that.
      void thread.end().then(releaseSlot);
      return;
    }
    const timer = setTimeout(() => endIdle(thread), idleMs);
    timer.unref();
    idle.set(thread, timer);
    releaseSlot();
  }

  function endIdle(thread: Thread): void {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    void thread.end();
  }

  async function perform(module: URL, input: unknown, options: RunOptions, signal: AbortSignal): Promise<unknown> {
    const releaseSlot = await slots.acquire(options.owner, 1, signal);
    let thread: Thread | undefined;
    try {
      signal.throwIfAborted();
      thread = acquireThread(options.memoryMb);
      const { timeoutMs, wallTimeoutMs, transfer } = options;
      return await thread.perform({ module, input, timeoutMs, wallTimeoutMs, signal, transfer });
    } finally {
      if (thread) releaseThread(thread, releaseSlot);
      else releaseSlot();
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
