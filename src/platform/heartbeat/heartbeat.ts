/**
 * A sign of life that does not depend on the event loop: a thread with a database connection of its own executes one
 * statement again and again. Work that holds the event loop, or uses up the connection pool, does not delay it.
 *
 * Each beat is good for `lastsMs` from the moment when the thread asked for it. A beat that is answered later than its
 * predecessor lasted is a lapse: for a while others could take this process for dead. Who relies on the heartbeat must
 * then find out what they did meanwhile.
 *
 * A main thread that shows no sign of life itself for `hungMs` counts as hung, and the beats end until it comes back.
 */
import { Worker } from 'node:worker_threads';
import type { PostgresTarget } from '../postgres/database.ts';

export interface HeartbeatOptions {
  target: PostgresTarget;
  statement: { text: string; values: unknown[] };
  everyMs: number;
  lastsMs: number;
  hungMs: number;
  /** When a first beat, made by the caller, was asked for, by `monotonicMs()`. */
  begunAtMs: number;
  /** Told of the first of several failures in a row. */
  onError(error: unknown): void;
}

export interface Heartbeat {
  /** Whether the last beat is still good. Read it before `lapses`: a lapse is counted before its beat is good. */
  readonly isGood: boolean;
  /** How often a beat came too late so far. */
  readonly lapses: number;
  stop(): Promise<void>;
}

/** What the thread is handed. */
export interface HeartbeatData
  extends Pick<HeartbeatOptions, 'target' | 'statement' | 'everyMs' | 'lastsMs' | 'hungMs'> {
  shared: SharedArrayBuffer;
}

/** Places in the shared memory. Times are nanoseconds of the monotonic clock, which all threads of a process share. */
export const SHARED = { tickedAt: 0, goodUntil: 1, lapses: 2 } as const;

/** A thread that ended, for whatever reason, is replaced after this time. */
const RESTART_MS = 500;

export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { target, statement, everyMs, lastsMs, hungMs, begunAtMs, onError } = options;
  const shared = new SharedArrayBuffer(Object.keys(SHARED).length * BigInt64Array.BYTES_PER_ELEMENT);
  const memory = new BigInt64Array(shared);
  const data: HeartbeatData = { target, statement, everyMs, lastsMs, hungMs, shared };
  const tick = () => Atomics.store(memory, SHARED.tickedAt, process.hrtime.bigint());
  Atomics.store(memory, SHARED.goodUntil, nanoseconds(begunAtMs + lastsMs));
  tick();
  const ticking = setInterval(tick, Math.min(everyMs, hungMs) / 4);
  ticking.unref();

  let restarting: NodeJS.Timeout | undefined;
  let isStopped = false;
  let worker = start();

  function start(): Worker {
    const started = new Worker(new URL('./heartbeat-thread.ts', import.meta.url), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
    });
    started.on('message', (problem: string) => onError(new Error(problem)));
    started.on('error', onError);
    started.once('exit', () => {
      if (isStopped) return;
      restarting = setTimeout(() => {
        worker = start();
      }, RESTART_MS);
      restarting.unref();
    });
    started.unref();
    return started;
  }

  return {
    get isGood() {
      return process.hrtime.bigint() < Atomics.load(memory, SHARED.goodUntil);
    },
    get lapses() {
      return Number(Atomics.load(memory, SHARED.lapses));
    },
    async stop() {
      isStopped = true;
      clearInterval(ticking);
      clearTimeout(restarting);
      await worker.terminate();
    },
  };
}

/** The clock of the beats. `performance.now()` begins anew in each thread. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export function nanoseconds(ms: number): bigint {
  return BigInt(Math.floor(ms * 1e6));
}
