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
 *
 * The time that work may take is processor time, so that it does not fail because others keep the machine busy.
 */
import { Worker } from 'node:worker_threads';
import { ThreadError } from './thread-error.ts';
import type { ThreadBegun, ThreadReply, ThreadRequest, Thrown } from './thread-side.ts';
import { isTransferable } from './transferable.ts';

export interface Work {
  module: URL;
  input: unknown;
  /** Of processor time, without that of starting the thread and loading the module. */
  timeoutMs: number;
  /** Whatever kept the thread from the processor. */
  longestMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Bytes in the input that move to the thread: they are gone here. */
  transfer?: readonly Uint8Array<ArrayBuffer>[] | undefined;
}

const LOOK_EVERY_MS = 20;
const HEADROOM_MB = 3072;
const longestMsFor = ({ timeoutMs }: Work) => 10_000 + 10 * timeoutMs;
const MEGABYTE = 2 ** 20;

export class Thread {
  readonly memoryMb: number;
  /** Resolves when the thread is gone. */
  readonly ended: Promise<void>;

  readonly #worker: Worker;
  #isEnding = false;
  #isLooking = false;
  #usedBytes = 0;
  /** Processor time of the thread when its work began; undefined before it has. */
  #begunMs: number | undefined;
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
    const onMessage = (message: ThreadBegun | ThreadReply) => {
      if ('begunMs' in message) this.#begunMs = message.begunMs;
      else onReply(message);
    };
    const onReply = (reply: ThreadReply) => {
      this.#usedBytes = reply.usedBytes;
      if ('result' in reply) resolve(reply.result);
      else reject(failure(reply.thrown));
    };
    const onAbort = () => giveUp(work.signal?.reason);
    const timer = setTimeout(() => giveUp(tookTooLong(work)), work.longestMs ?? longestMsFor(work));
    const look = setInterval(() => this.#look(work, giveUp), LOOK_EVERY_MS);
    this.#worker.on('message', onMessage);
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
      this.#worker.off('message', onMessage);
      this.#begunMs = undefined;
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

  /** The thread answers also in the middle of a loop, but not within a single long call of the engine's own code. */
  async #look(work: Work, giveUp: (error: unknown) => void): Promise<void> {
    if (this.#isLooking || this.#isEnding) return;
    this.#isLooking = true;
    try {
      const [heap, processor] = await Promise.all([this.#worker.getHeapStatistics(), this.#worker.cpuUsage()]);
      if (heap.used_heap_size + heap.external_memory > this.memoryMb * MEGABYTE) giveUp(this.#outOfMemory());
      if (this.#begunMs === undefined) return;
      const workedMs = (processor.user + processor.system) / 1000 - this.#begunMs;
      if (workedMs > work.timeoutMs) giveUp(tookTooLong(work));
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

function tookTooLong({ timeoutMs }: Work): ThreadError {
  return new ThreadError('timeout', `The work took longer than ${timeoutMs / 1000} seconds`);
}

function failure({ name, message, stack }: Thrown): ThreadError {
  const cause = new Error(message);
  cause.name = name;
  cause.stack = stack;
  return new ThreadError('failed', message, { thrown: name, cause });
}
