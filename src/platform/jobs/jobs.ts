/** Background work of the service itself. Jobs are enqueued in the transaction whose changes they follow up. */
import type { QueryExecutorProvider } from 'kysely';
import type { Liveness } from '../heartbeat/liveness.ts';
import type { Database } from '../postgres/database.ts';
import type { Listener, Subscription } from '../postgres/listener.ts';
import type { JobKind } from './job-kind.ts';
import { countJobs, insertJobs, JOBS_CHANNEL, type JobCounts, saveSchedules } from './job-table.ts';
import { type JobHandler, Worker } from './worker.ts';

export { defineJob, type JobKind } from './job-kind.ts';
export { JobFailed, type JobHandler } from './worker.ts';

interface EnqueueOptions {
  /** A transaction of any schema. The job exists exactly when it commits. */
  transaction?: QueryExecutorProvider;
}

export interface JobQueue {
  /**
   * At most one job of each `key` waits: a job that is enqueued while another one waits replaces its payload and its
   * time. The job starts only after the transaction has committed, so it sees what the transaction wrote. Until then
   * other transactions that enqueue the same key wait.
   */
  enqueue<Payload extends object>(
    kind: JobKind<Payload>,
    payload: Payload,
    options?: EnqueueOptions & { startAfter?: Date; key?: string },
  ): Promise<void>;
  enqueueMany<Payload extends object>(
    kind: JobKind<Payload>,
    payloads: readonly Payload[],
    options?: EnqueueOptions,
  ): Promise<void>;
}

export interface Jobs extends JobQueue {
  /**
   * Starts to work on jobs of a kind, at most `concurrency` at a time. Does nothing in a process that only enqueues.
   */
  work<Payload extends object>(
    kind: JobKind<Payload>,
    options: { concurrency: number },
    handler: JobHandler<Payload>,
  ): void;
  statistics(): Promise<JobCounts[]>;
  /**
   * Starts no more jobs and waits for the running ones. Jobs that still run after `drainMs` are aborted and released,
   * so that another process can start them at once.
   */
  stop(options: { drainMs: number }): Promise<void>;
}

interface JobsOptions<Schema> {
  database: Database<Schema>;
  listener: Listener;
  /** Makes this process work on jobs and rescue those of dead processes. Without it, the process only enqueues. */
  liveness?: Liveness;
  /**
   * All kinds of jobs. A kind that repeats adds one job at each of its times, however many processes there are. While
   * one such job waits, no other is added; all the times that passed while no process worked give one job.
   */
  kinds: readonly JobKind<object>[];
  /** Receives all errors of the background work, including a `JobFailed` for each failed attempt. */
  onError(error: unknown): void;
  /** The interval of polling for jobs that come without a notification: retries, delayed jobs, lost notifications. */
  pollMs?: number;
}

export function createJobQueue<Schema>({ query: db }: Database<Schema>): JobQueue {
  return {
    async enqueue(kind, payload, { transaction = db, startAfter, key } = {}) {
      await insertJobs(transaction, { kind: kind.name, payloads: [payload], key, startAfter });
    },

    async enqueueMany(kind, payloads, { transaction = db } = {}) {
      if (payloads.length > 0) await insertJobs(transaction, { kind: kind.name, payloads });
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
    worker = new Worker({ db, liveness, kinds, pollMs, onError });
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
