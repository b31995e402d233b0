/**
 * Executes jobs in this process.
 *
 *   waiting ── claimed ──▶ active ── the handler returns ──▶ done: its row is deleted
 *      ▲                     ├── the handler throws ──▶ waiting again after a delay, or dead after the last attempt
 *      │                     ├── the process stops ──▶ waiting again at once, and the attempt is not counted
 *      └─────────────────────┴── the process dies ──▶ waiting again at once, or dead after the last attempt
 *
 * An active job names its process, and every write that ends an attempt names the attempt. When other processes
 * declared this one dead meanwhile, the write changes nothing. Such a job is executed twice, so handlers must be
 * idempotent.
 *
 * Notifications say which kinds have due jobs. Polling finds retries, delayed jobs and jobs whose notification got
 * lost.
 */
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { QueryExecutorProvider } from 'kysely';
import { createBatcher } from '../concurrency/batching.ts';
import { settledWithin } from '../concurrency/promises.ts';
import { runPeriodically } from '../concurrency/run-periodically.ts';
import { errorKind, errorMessage } from '../error-details.ts';
import type { Liveness } from '../heartbeat/liveness.ts';
import { type JobKind, jobRetrySeconds } from './job-kind.ts';
import {
  type ClaimedJob,
  claimJobs,
  completeJobs,
  deleteOldDeadJobs,
  failJob,
  fireSchedules,
  isAnyDue,
  type JobAttempt,
  releaseJobs,
  rescueJobs,
} from './job-table.ts';
import { type JobContext, KindQueue } from './kind-queue.ts';

export type JobHandler<Payload extends object> = (payload: Payload, job: JobContext) => Promise<void>;

/** Its cause is what the handler threw. */
export class JobFailed extends Error {
  readonly kind: string;
  readonly id: string;
  readonly attempt: number;
  readonly dead: boolean;

  constructor(kind: string, job: JobContext, dead: boolean, cause: unknown) {
    super(`job ${kind} ${job.id} failed at try ${job.attempt}${dead ? ', its last' : ''}: ${errorMessage(cause)}`, {
      cause,
    });
    this.kind = kind;
    this.id = job.id;
    this.attempt = job.attempt;
    this.dead = dead;
  }
}

interface WorkerOptions {
  db: QueryExecutorProvider;
  liveness: Liveness;
  kinds: readonly JobKind<object>[];
  pollMs: number;
  onError(error: unknown): void;
}

interface RunningJob {
  job: ClaimedJob;
  abort: AbortController;
  ended: Promise<void>;
}

const RETRY_WRITE_MS = 500;
const MAX_COMPLETED = 1_000;
/** How long aborted handlers may take to end by themselves, so that a job does not run in two processes. */
const ABORT_MS = 1_000;
/** How long a stopping process waits for a reply of the database. */
const DATABASE_REPLY_MS = 3_000;

export class Worker {
  readonly #options: WorkerOptions;
  readonly #queues = new Map<string, KindQueue>();
  readonly #running = new Set<RunningJob>();
  /** Completes the jobs that end at the same time, or while others are being completed, with one statement. */
  readonly #complete: (job: JobAttempt) => Promise<void>;
  readonly #periodic: ReturnType<typeof runPeriodically>[];
  readonly #lapseTimer: NodeJS.Timeout;
  #isStopping = false;
  #isOver = false;
  #isClaiming = false;
  #claiming = Promise.resolve();
  #lapsesSeen = 0;

  constructor(options: WorkerOptions) {
    const { db, liveness, pollMs, onError } = options;
    this.#options = options;
    this.#complete = createBatcher<JobAttempt, void>({
      maxBatchSize: MAX_COMPLETED,
      gathers: true,
      async execute(jobs) {
        await completeJobs(db, liveness.id, jobs);
        return jobs.map(() => undefined);
      },
      failsWholeBatch: () => true,
    });
    this.#periodic = [
      runPeriodically(pollMs, () => this.#poll(), onError),
      runPeriodically(liveness.beatMs, () => this.#rescue(), onError),
    ];
    // This must not be part of the rescue, which waits for the database: while the database does not reply, other
    // processes may claim the jobs.
    this.#lapseTimer = setInterval(() => this.#abortAfterLapse(), liveness.beatMs);
  }

  work<Payload extends object>(kind: JobKind<Payload>, concurrency: number, handler: JobHandler<Payload>): void {
    if (this.#queues.has(kind.name)) throw new Error(`${kind.name} is worked on already`);
    const handle = (payload: string, context: JobContext) => handler(JSON.parse(payload), context);
    this.#queues.set(kind.name, new KindQueue(kind, concurrency, handle));
    this.wake(kind.name);
  }

  /** Says that there may be due jobs of this kind, or of any kind. */
  wake(kind?: string): void {
    for (const queue of this.#queues.values()) queue.mayHaveDueJobs ||= kind === undefined || queue.kind.name === kind;
    if (!this.#isClaiming) this.#claiming = this.#claim();
  }

  async stop(drainMs: number): Promise<void> {
    const { db, liveness, onError } = this.#options;
    this.#isStopping = true;
    const ends = () => [...this.#running].map(({ ended }) => ended);
    const releasingAhead = this.#releaseAhead({ onlyLate: false }).catch(onError);
    await settledWithin(DATABASE_REPLY_MS, [this.#claiming, releasingAhead]);
    await settledWithin(drainMs, ends());
    this.#abortAll('the process stops');
    await settledWithin(ABORT_MS, ends());
    this.#isOver = true;
    clearInterval(this.#lapseTimer);
    const left = [...this.#running].map(({ job }) => job);
    const releasing = releaseJobs(db, liveness.id, left).catch(onError);
    await settledWithin(DATABASE_REPLY_MS, [releasing, ...this.#periodic.map(({ stop }) => stop())]);
  }

  async #claim(): Promise<void> {
    this.#isClaiming = true;
    try {
      for (;;) {
        await nextTurn(); // jobs that end together free their slots together
        const wanted = [...this.#queues.values()].filter(queue => queue.mayHaveDueJobs && queue.wanted > 0);
        if (this.#isStopping || wanted.length === 0) return;
        for (const queue of wanted) queue.mayHaveDueJobs = false;
        await this.#claimFor(wanted);
      }
    } catch (error) {
      this.#options.onError(error); // the next poll tries again
    } finally {
      this.#isClaiming = false;
    }
  }

  async #claimFor(wanted: readonly KindQueue[]): Promise<void> {
    const { db, liveness } = this.#options;
    const capacities = wanted.map(queue => ({ queue, kind: queue.kind.name, freeSlots: queue.wanted }));
    if (!liveness.isRegistered && !(await isAnyDue(db, capacities))) return;
    await liveness.register();
    if (!liveness.isAlive) return; // other processes would claim the jobs at once; the next poll tries again
    const jobs = Map.groupBy(await claimJobs(db, liveness.id, capacities), job => job.kind);
    if (this.#isStopping) return releaseJobs(db, liveness.id, [...jobs.values()].flat());
    for (const { queue, kind, freeSlots } of capacities) {
      const claimed = jobs.get(kind) ?? [];
      if (claimed.length === freeSlots) queue.mayHaveDueJobs = true;
      queue.add(claimed);
      this.#startNext(queue);
    }
  }

  #startNext(queue: KindQueue): void {
    if (this.#isStopping) return;
    for (const job of queue.takeNext()) this.#start(job, queue);
  }

  #start(job: ClaimedJob, queue: KindQueue): void {
    const abort = new AbortController();
    const entry = { job, abort, ended: Promise.resolve() };
    this.#running.add(entry);
    entry.ended = this.#run(job, queue, abort.signal).finally(() => this.#running.delete(entry));
  }

  /** The next job starts as soon as the handler has ended, without waiting until that is written. */
  async #run(job: ClaimedJob, queue: KindQueue, signal: AbortSignal): Promise<void> {
    const { db, liveness, onError } = this.#options;
    const { kind } = queue;
    const context = { id: job.id, attempt: job.attempts, signal };
    try {
      await queue.run(job.payload, context).finally(() => {
        this.#startNext(queue);
        if (queue.mayHaveDueJobs) this.wake(kind.name);
      });
    } catch (error) {
      if (this.#isStopping && signal.aborted) return this.#write(() => releaseJobs(db, liveness.id, [job]));
      const isLast = job.attempts >= kind.attempts;
      onError(new JobFailed(kind.name, context, isLast, error));
      const retrySeconds = isLast ? undefined : jobRetrySeconds(kind, job.attempts);
      const failure = { error: errorMessage(error), errorKind: errorKind(error), retrySeconds };
      return this.#write(() => failJob(db, liveness.id, job, failure));
    }
    return this.#write(() => this.#complete(job));
  }

  /** Retries while the database is away, because nobody else ends the attempt as long as this process lives. */
  async #write(write: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      try {
        return await write();
      } catch (error) {
        this.#options.onError(error);
        await delay(RETRY_WRITE_MS);
      }
    }
  }

  async #poll(): Promise<void> {
    this.wake();
    await this.#releaseAhead({ onlyLate: true });
    await fireSchedules(this.#options.db);
  }

  /** Returns jobs that were claimed ahead, so that other processes can start them. */
  async #releaseAhead(which: { onlyLate: boolean }): Promise<void> {
    const jobs = [...this.#queues.values()].flatMap(queue => queue.giveBack(which));
    if (jobs.length > 0) await releaseJobs(this.#options.db, this.#options.liveness.id, jobs);
  }

  async #rescue(): Promise<void> {
    const { db, kinds, liveness, onError } = this.#options;
    const { id: runnerId, silenceSeconds } = liveness;
    const ahead = [...this.#queues.values()].flatMap(queue => queue.idsAhead);
    const running = [...this.#running].map(({ job }) => job.id).concat(ahead);
    for (const { kind, id } of await rescueJobs(db, { kinds, runnerId, running, silenceSeconds })) {
      onError(new Error(`the process that worked on job ${kind} ${id} has gone away`));
    }
    await deleteOldDeadJobs(db);
  }

  #abortAfterLapse(): void {
    const { isAlive, lapses } = this.#options.liveness;
    if (!isAlive || lapses > this.#lapsesSeen) {
      this.#abortAll('another process may have this job');
      this.#releaseAhead({ onlyLate: false }).catch(this.#options.onError);
    }
    this.#lapsesSeen = lapses;
  }

  #abortAll(reason: string): void {
    for (const { abort } of this.#running) abort.abort(new Error(reason));
  }
}
