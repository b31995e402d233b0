/** Background work of the service itself: kinds of jobs, enqueued in the transaction of what they follow from. */
import type { QueryExecutorProvider } from 'kysely';
import type { Liveness } from '../heartbeat/liveness.ts';
import type { Database } from '../postgres/database.ts';
import type { Listener, Subscription } from '../postgres/listener.ts';
import type { JobKind } from './job-kind.ts';
import { countJobs, insertJobs, JOBS_CHANNEL, type JobCounts, saveSchedules } from './job-table.ts';
import { type JobHandler, startWorker, type Worker } from './worker.ts';

export { defineJob, type JobKind, type JobOptions } from './job-kind.ts';
export type { JobCounts } from './job-table.ts';
export { type JobContext, JobFailed, type JobHandler } from './worker.ts';

export interface EnqueueOptions {
  /** The job exists exactly when this transaction commits. Of any schema. */
  transaction?: QueryExecutorProvider;
  startAfter?: Date;
}

export interface JobQueue {
  /**
   * With a `key` there is at most one waiting job of that key: what is enqueued while one waits replaces its payload
   * and its time. That one starts only after the transaction has committed, so it sees what the transaction wrote;
   * until then other transactions that enqueue the same key wait.
   */
  enqueue<Payload extends object>(
    kind: JobKind<Payload>,
    payload: Payload,
    options?: EnqueueOptions & { key?: string },
  ): Promise<void>;
  enqueueMany<Payload extends object>(
    kind: JobKind<Payload>,
    payloads: readonly Payload[],
    options?: EnqueueOptions,
  ): Promise<void>;
}

export interface Jobs extends JobQueue {
  /** Begins to work on jobs of a kind, so many at a time. Does nothing in a process that does not work. */
  work<Payload extends object>(
    kind: JobKind<Payload>,
    options: { concurrency: number },
    handler: JobHandler<Payload>,
  ): void;
  statistics(): Promise<JobCounts[]>;
  /**
   * Starts no more jobs and waits for those under way. What still runs after the drain is aborted and released, to
   * be started by another process at once.
   */
  stop(options: { drainMs: number }): Promise<void>;
}

export interface JobsOptions<Schema> {
  database: Database<Schema>;
  listener: Listener;
  /** Of a process that works on jobs, and looks after those of dead processes. Without it, it only enqueues. */
  liveness?: Liveness;
  /**
   * Every kind there is. Those that repeat make a job at each of their times, however many processes there are. While
   * one waits no other is added, and times that passed while no process worked make one job together.
   */
  kinds: readonly JobKind<object>[];
  /** Told what went wrong in the background, a `JobFailed` for each failed try among it. */
  onError(error: unknown): void;
  /** How often due jobs are looked for that no notification told of: retries, delayed ones, lost notifications. */
  pollMs?: number;
}

export function createJobQueue<Schema>({ query: db }: Database<Schema>): JobQueue {
  return {
    async enqueue(kind, payload, { transaction = db, startAfter, key } = {}) {
      await insertJobs(transaction, { kind: kind.name, payloads: [payload], key, startAfter });
    },

    async enqueueMany(kind, payloads, { transaction = db, startAfter } = {}) {
      if (payloads.length > 0) await insertJobs(transaction, { kind: kind.name, payloads, startAfter });
    },
  };
}

export async function openJobs<Schema>(options: JobsOptions<Schema>): Promise<Jobs> {
  const { listener, liveness, kinds, onError, pollMs = 1_000 } = options;
  const { query: db } = options.database;
  const known = new Set(kinds.map(kind => kind.name));
  if (known.size < kinds.length) throw new Error('two kinds of jobs have one name');
  let worker: Worker | undefined;
  let subscription: Subscription | undefined;
  if (liveness) {
    await saveSchedules(db, kinds);
    const wake = (kind?: string) => worker?.wake(kind);
    subscription = await listener.subscribe(JOBS_CHANNEL, wake, () => wake());
    worker = startWorker({ db, liveness, kinds, pollMs, onError });
  }

  return {
    ...createJobQueue(options.database),

    work(kind, { concurrency }, handler) {
      if (!known.has(kind.name)) throw new Error(`${kind.name} is not among the kinds that the jobs were opened with`);
      worker?.work(kind, concurrency, handler);
    },

    statistics: () => countJobs(db, kinds),

    async stop({ drainMs }) {
      await subscription?.close();
      await worker?.stop(drainMs);
    },
  };
}
