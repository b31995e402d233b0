/**
 * A worker thread that does one piece of work after the other.
 *
 *   idle --perform--> busy --reply--> idle
 *     \                 \--limit, abort, crash--> ended
 *      \--end------------------------------------> ended
 *
 * V8's own limit on the heap of a worker is not safe: when a single large allocation crosses it (a big array, a joined
 * text), V8 ends the whole process. It also does not count buffers, which make up a decompression bomb. So the memory
 * of a busy thread is measured from outside every few milliseconds, and V8's limit is set far higher. The memory of
 * WebAssembly can not be measured from outside: each one is bounded when it is created (`wasm-memory.ts`).
 *
 * The time limit counts processor time, so that work does not fail because others keep the machine busy.
 */
import { Worker } from 'node:worker_threads';
import { errorCode } from '../error-details.ts';
import type { ThreadReply, ThreadRequest, ThreadSettings, ThreadStarted, Thrown } from './thread-entry.ts';
import { isTransferable } from './transferable.ts';

export interface Work {
  module: URL;
  input: unknown;
  /** A limit of processor time. Starting the thread and loading the module do not count. */
  timeoutMs: number;
  /** A limit of wall time, which also counts while the thread waits for the processor. */
  wallTimeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Bytes in the input that are moved to the thread. */
  transfer?: readonly Uint8Array<ArrayBuffer>[] | undefined;
}

const MEASURE_EVERY_MS = 20;
const HEADROOM_MB = 3072;
const defaultWallTimeoutMs = ({ timeoutMs }: Work) => 10_000 + 10 * timeoutMs;
const MEGABYTE = 2 ** 20;

export class Thread {
  readonly memoryMb: number;
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>;

  readonly #worker: Worker;
  #isEnding = false;
  #isMeasuring = false;
  #usedBytes = 0;
  /** The processor time of the thread when its work started; undefined before that. */
  #startedMs: number | undefined;
  #fail: (error: unknown) => void = () => {};

  constructor(memoryMb: number) {
    this.memoryMb = memoryMb;
    const workerData: ThreadSettings = { memoryBytes: memoryMb * MEGABYTE };
    this.#worker = new Worker(new URL('./thread-entry.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb + HEADROOM_MB },
      // The thread gets nothing of the process: neither its secrets, nor its flags, nor its output, which is a log.
      env: {},
      execArgv: [],
      workerData,
      stdout: true,
      stderr: true,
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on('error', error => this.#fail(this.#toThreadError(error)));
    this.ended = new Promise(resolve => {
      this.#worker.once('exit', code => {
        this.#isEnding = true;
        this.#fail(new ThreadError('crashed', `The thread ended with code ${code}`));
        resolve();
      });
    });
    this.#worker.unref();
  }

  /** Whether the thread is alive and has enough free memory: garbage of earlier work would count for the next. */
  get isReusable(): boolean {
    return !this.#isEnding && this.#usedBytes < (this.memoryMb * MEGABYTE) / 4;
  }

  /** Does one piece of work; there must be only one at a time. The thread ends on every rejection but `failed`. */
  async perform(work: Work): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    let isOver = false;
    const abort = (error: unknown) => {
      // A measurement may return when the thread is already doing other work.
      if (isOver) return;
      reject(error);
      void this.end();
    };
    this.#fail = abort;
    const onMessage = (message: ThreadStarted | ThreadReply) => {
      if ('startedMs' in message) this.#startedMs = message.startedMs;
      else onReply(message);
    };
    const onReply = (reply: ThreadReply) => {
      this.#usedBytes = reply.usedBytes;
      if ('result' in reply) resolve(reply.result);
      else reject(workFailed(reply.thrown));
    };
    const onAbort = () => abort(work.signal?.reason);
    const timer = setTimeout(() => abort(tookTooLong(work)), work.wallTimeoutMs ?? defaultWallTimeoutMs(work));
    const measuring = setInterval(() => this.#checkLimits(work, abort), MEASURE_EVERY_MS);
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
      clearInterval(measuring);
      this.#worker.off('message', onMessage);
      this.#startedMs = undefined;
      work.signal?.removeEventListener('abort', onAbort);
      this.#fail = () => {};
      this.#worker.unref();
    }
  }

  /** Ends the thread even in the middle of a loop. It only waits for a single long call of native code. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#worker.terminate();
    await this.ended;
  }

  /** The thread replies even in the middle of a loop, but not within a single long call of native code. */
  async #checkLimits(work: Work, abort: (error: unknown) => void): Promise<void> {
    if (this.#isMeasuring || this.#isEnding) return;
    this.#isMeasuring = true;
    try {
      const [heap, processor] = await Promise.all([this.#worker.getHeapStatistics(), this.#worker.cpuUsage()]);
      if (heap.used_heap_size + heap.external_memory > this.memoryMb * MEGABYTE) abort(this.#outOfMemory());
      if (this.#startedMs === undefined) return;
      const workedMs = (processor.user + processor.system) / 1000 - this.#startedMs;
      if (workedMs > work.timeoutMs) abort(tookTooLong(work));
    } catch {
      // The thread has just ended. The `exit` event reports that to the caller.
    } finally {
      this.#isMeasuring = false;
    }
  }

  #toThreadError(error: unknown): ThreadError {
    const isMemory = errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
    return isMemory ? this.#outOfMemory(error) : new ThreadError('crashed', 'The thread crashed', { cause: error });
  }

  #outOfMemory(cause?: unknown): ThreadError {
    return new ThreadError('memory', `The work needs more than ${this.memoryMb} MB of memory`, { cause });
  }
}

function tookTooLong({ timeoutMs }: Work): ThreadError {
  return new ThreadError('timeout', `The work took longer than ${timeoutMs / 1000} seconds`);
}

function workFailed({ name, message, stack }: Thrown): ThreadError {
  const cause = new Error(message);
  cause.name = name;
  cause.stack = stack;
  return new ThreadError('failed', message, { thrown: name, cause });
}

/**
 * `timeout` and `memory`: the work exceeded its limit. `failed`: the function threw. `crashed`: the thread ended by
 * itself. `closed`: the process is stopping.
 */
export type ThreadErrorReason = 'timeout' | 'memory' | 'failed' | 'crashed' | 'closed';

export class ThreadError extends Error {
  readonly reason: ThreadErrorReason;
  /** The name of the error that the function threw: a class is lost on the way between threads. */
  readonly thrown: string | undefined;

  constructor(reason: ThreadErrorReason, message: string, options: { thrown?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ThreadError';
    this.reason = reason;
    this.thrown = options.thrown;
  }
}
