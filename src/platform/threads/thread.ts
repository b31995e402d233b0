/**
 * One worker thread, which does one piece of work after the other.
 *
 *   idle --perform--> busy --reply--> idle
 *     \                 \--limit, abort, crash--> ended
 *      \--end------------------------------------> ended
 *
 * V8's own limit on a worker's heap is no safe guard: when a single large allocation crosses it (a big array, a
 * joined text), V8 ends the whole process. And it does not count buffers, which a decompression bomb is made of. So
 * the memory of a busy thread is looked at from outside, every few milliseconds, and V8's limit stands far above.
 */
import { Worker } from 'node:worker_threads';
import { ThreadError } from './thread-error.ts';
import type { ThreadReply, ThreadRequest, Thrown } from './thread-side.ts';
import { isTransferable } from './transferable.ts';

export interface Work {
  module: URL;
  input: unknown;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Bytes in the input that move to the thread: they are gone here. */
  transfer?: readonly Uint8Array<ArrayBuffer>[] | undefined;
}

const LOOK_EVERY_MS = 20;
const HEADROOM_MB = 3072;
const MEGABYTE = 2 ** 20;

export class Thread {
  readonly memoryMb: number;
  /** Resolves when the thread is gone. */
  readonly ended: Promise<void>;

  readonly #worker: Worker;
  #isEnding = false;
  #isLooking = false;
  #usedBytes = 0;
  #fail: (error: unknown) => void = () => {};

  constructor(memoryMb: number) {
    this.memoryMb = memoryMb;
    this.#worker = new Worker(new URL('./thread-side.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb + HEADROOM_MB },
      // Nothing of the process's own: neither its secrets nor its flags nor its output, which is a log.
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on('error', error => this.#fail(this.#deathOf(error)));
    this.ended = new Promise(resolve => {
      this.#worker.once('exit', code => {
        this.#isEnding = true;
        this.#fail(new ThreadError('crashed', `The thread ended with code ${code}`));
        resolve();
      });
    });
    this.#worker.unref();
  }

  /** Alive, and with room: what earlier work left behind, collected or not, would count for the next. */
  get isReusable(): boolean {
    return !this.#isEnding && this.#usedBytes < (this.memoryMb * MEGABYTE) / 4;
  }

  /** One at a time. When it rejects with anything but `failed`, the thread is ending. */
  async perform(work: Work): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    let isOver = false;
    const giveUp = (error: unknown) => {
      // A look at the memory may come back when the thread is already doing something else.
      if (isOver) return;
      reject(error);
      void this.end();
    };
    this.#fail = giveUp;
    const onReply = (reply: ThreadReply) => {
      this.#usedBytes = reply.usedBytes;
      if ('result' in reply) resolve(reply.result);
      else reject(failure(reply.thrown));
    };
    const onAbort = () => giveUp(work.signal?.reason);
    const seconds = work.timeoutMs / 1000;
    const timer = setTimeout(
      () => giveUp(new ThreadError('timeout', `The work took longer than ${seconds} seconds`)),
      work.timeoutMs,
    );
    const look = setInterval(() => this.#lookAtMemory(giveUp), LOOK_EVERY_MS);
    this.#worker.once('message', onReply);
    work.signal?.addEventListener('abort', onAbort, { once: true });
    this.#worker.ref();
    try {
      const request: ThreadRequest = { module: work.module.href, input: work.input };
      const moved = (work.transfer ?? []).filter(isTransferable).map(({ buffer }) => buffer);
      this.#worker.postMessage(request, [...new Set(moved)]);
      return await promise;
    } finally {
      isOver = true;
      clearTimeout(timer);
      clearInterval(look);
      this.#worker.off('message', onReply);
      work.signal?.removeEventListener('abort', onAbort);
      this.#fail = () => {};
      this.#worker.unref();
    }
  }

  /** Also in the middle of a loop. Only a single long call of the engine's own code is waited for. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#worker.terminate();
    await this.ended;
  }

  async #lookAtMemory(giveUp: (error: unknown) => void): Promise<void> {
    if (this.#isLooking || this.#isEnding) return;
    this.#isLooking = true;
    try {
      const { used_heap_size, external_memory } = await this.#worker.getHeapStatistics();
      if (used_heap_size + external_memory > this.memoryMb * MEGABYTE) giveUp(this.#outOfMemory());
    } catch {
      // It has just ended: whoever waits hears it from the exit.
    } finally {
      this.#isLooking = false;
    }
  }

  #deathOf(error: unknown): ThreadError {
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    return isMemory ? this.#outOfMemory(error) : new ThreadError('crashed', 'The thread crashed', { cause: error });
  }

  #outOfMemory(cause?: unknown): ThreadError {
    return new ThreadError('memory', `The work needs more than ${this.memoryMb} MB of memory`, { cause });
  }
}

function failure({ name, message, stack }: Thrown): ThreadError {
  const cause = new Error(message);
  cause.name = name;
  cause.stack = stack;
  return new ThreadError('failed', message, { thrown: name, cause });
}
