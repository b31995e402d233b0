/**
 * A heartbeat that does not depend on the event loop: a thread with its own database connection executes one statement
 * periodically. Work that blocks the event loop, or uses up the connection pool, does not delay it.
 *
 * Each beat is valid for `lastsMs` from the moment when the thread sent it. When the reply to a beat arrives after its
 * predecessor has expired, that is a lapse: for a while other processes could declare this one dead. Code that relies
 * on the heartbeat must then find out what they did meanwhile.
 *
 * A main thread that does not tick for `hungMs` counts as hung, and the beats pause until it ticks again.
 */
import { Worker } from 'node:worker_threads';
import { ConnectionError } from '../postgres/connection-error.ts';
import type { PostgresTarget } from '../postgres/database.ts';

interface HeartbeatOptions {
  target: PostgresTarget;
  statement: { text: string; values: unknown[] };
  everyMs: number;
  lastsMs: number;
  hungMs: number;
  /** The `monotonicMs()` at which the caller sent the first beat itself. */
  firstBeatAtMs: number;
  /** Called for the first of several failures in a row. */
  onError(error: unknown): void;
}

export interface Heartbeat {
  /**
   * Whether the last beat is still valid. Read it before `lapses`: a lapse is counted before its beat becomes valid.
   */
  readonly isAlive: boolean;
  /** The number of beats that came too late so far. */
  readonly lapses: number;
  stop(): Promise<void>;
}

/** The data that the thread receives. */
export interface HeartbeatData
  extends Pick<HeartbeatOptions, 'target' | 'statement' | 'everyMs' | 'lastsMs' | 'hungMs'> {
  shared: SharedArrayBuffer;
}

/** Indexes in the shared memory. Times are nanoseconds of the monotonic clock, which all threads of a process share. */
export const SHARED = { tickedAt: 0, validUntil: 1, lapses: 2 } as const;

/** The time after which a thread that ended, for whatever reason, is replaced. */
const RESTART_MS = 500;

export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { target, statement, everyMs, lastsMs, hungMs, firstBeatAtMs, onError } = options;
  const shared = new SharedArrayBuffer(Object.keys(SHARED).length * BigInt64Array.BYTES_PER_ELEMENT);
  const memory = new BigInt64Array(shared);
  const data: HeartbeatData = { target, statement, everyMs, lastsMs, hungMs, shared };
  const tick = () => Atomics.store(memory, SHARED.tickedAt, process.hrtime.bigint());
  Atomics.store(memory, SHARED.validUntil, nanoseconds(firstBeatAtMs + lastsMs));
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
    started.on('message', (problem: string) => onError(new ConnectionError(problem)));
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
    get isAlive() {
      return process.hrtime.bigint() < Atomics.load(memory, SHARED.validUntil);
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

/** The clock of the beats. `performance.now()` would not do: it starts at zero in each thread. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export function nanoseconds(ms: number): bigint {
  return BigInt(Math.floor(ms * 1e6));
}
