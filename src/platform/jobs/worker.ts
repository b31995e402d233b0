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
import { errorKind, errorMessage } from '../error-details.ts';
import type { Liveness } from '../heartbeat/liveness.ts';
import { settledWithin } from '../promises.ts';
import { runPeriodically } from '../run-periodically.ts';
import { type JobKind, retryDelaySeconds } from './job-kind.ts';
import {
  type Attempt,
  type ClaimedJob,
  claimJobs,
  completeJobs,
  deleteOldDeadJobs,
  failJob,
  fireSchedules,
  isAnyDue,
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

export interface Worker {
  work<Payload extends object>(kind: JobKind<Payload>, concurrency: number, handler: JobHandler<Payload>): void;
  /** Says that there may be due jobs of this kind, or of any kind. */
  wake(kind?: string): void;
  stop(drainMs: number): Promise<void>;
}

interface RunningJob {
  job: ClaimedJob;
  abort: AbortController;
  ended: Promise<void>;
}

const RETRY_WRITE_MS = 500;
/** How long aborted handlers may take to end by themselves, so that a job does not run in two processes. */
const ABORT_MS = 1_000;
/** How long a stopping process waits for a reply of the database. */
const DATABASE_REPLY_MS = 3_000;

export function startWorker({ db, liveness, kinds, pollMs, onError }: WorkerOptions): Worker {
  const runnerId = liveness.id;
  const queues = new Map<string, KindQueue>();
  const running = new Set<RunningJob>();
  let isStopping = false;
  let isOver = false;
  let isClaiming = false;
  let claiming = Promise.resolve();
  let lapsesSeen = 0;
  let finished: Attempt[] = [];
  let completing = Promise.resolve();
  let nextCompletion: Promise<void> | undefined;
  const periodic = [runPeriodically(pollMs, poll, onError), runPeriodically(liveness.beatMs, rescue, onError)];
  // This must not be part of the rescue, which waits for the database: while the database does not reply, other
  // processes may claim the jobs.
  const lapseTimer = setInterval(abortAfterLapse, liveness.beatMs);

  function wake(kind?: string): void {
    for (const queue of queues.values()) queue.mayHaveDueJobs ||= kind === undefined || queue.kind.name === kind;
    if (!isClaiming) claiming = claim();
  }

  async function claim(): Promise<void> {
    isClaiming = true;
    try {
      for (;;) {
        await nextTurn(); // jobs that end together free their slots together
        const wanted = [...queues.values()].filter(queue => queue.mayHaveDueJobs && queue.wanted > 0);
        if (isStopping || wanted.length === 0) return;
        for (const queue of wanted) queue.mayHaveDueJobs = false;
        await claimFor(wanted);
      }
    } catch (error) {
      onError(error); // the next poll tries again
    } finally {
      isClaiming = false;
    }
  }

  async function claimFor(wanted: readonly KindQueue[]): Promise<void> {
    const capacities = wanted.map(queue => ({ queue, kind: queue.kind.name, freeSlots: queue.wanted }));
    if (!liveness.isRegistered && !(await isAnyDue(db, capacities))) return;
    await liveness.register();
    if (!liveness.isAlive) return; // other processes would claim the jobs at once; the next poll tries again
    const jobs = Map.groupBy(await claimJobs(db, runnerId, capacities), job => job.kind);
    if (isStopping) return releaseJobs(db, runnerId, [...jobs.values()].flat());
    for (const { queue, kind, freeSlots } of capacities) {
      const claimed = jobs.get(kind) ?? [];
      if (claimed.length === freeSlots) queue.mayHaveDueJobs = true;
      queue.add(claimed);
      startNext(queue);
    }
  }

  function startNext(queue: KindQueue): void {
    if (isStopping) return;
    for (const job of queue.takeNext()) start(job, queue);
  }

  function start(job: ClaimedJob, queue: KindQueue): void {
    const abort = new AbortController();
    const entry = { job, abort, ended: Promise.resolve() };
    running.add(entry);
    entry.ended = run(job, queue, abort.signal).finally(() => running.delete(entry));
  }

  /** The next job starts as soon as the handler has ended, without waiting until that is written. */
  async function run(job: ClaimedJob, queue: KindQueue, signal: AbortSignal): Promise<void> {
    const { kind } = queue;
    const context = { id: job.id, attempt: job.attempts, signal };
    try {
      await queue.run(job.payload, context).finally(() => {
        startNext(queue);
        if (queue.mayHaveDueJobs) wake(kind.name);
      });
    } catch (error) {
      if (isStopping && signal.aborted) return writeResult(() => releaseJobs(db, runnerId, [job]));
      const isLast = job.attempts >= kind.attempts;
      onError(new JobFailed(kind.name, context, isLast, error));
      const retrySeconds = isLast ? undefined : retryDelaySeconds(kind, job.attempts);
      const failure = { error: errorMessage(error), errorKind: errorKind(error), retrySeconds };
      return writeResult(() => failJob(db, runnerId, job, failure));
    }
    return writeResult(() => complete(job));
  }

  /** Completes the jobs that end at the same time, or while others are being completed, with one statement. */
  function complete(job: Attempt): Promise<void> {
    finished.push(job);
    nextCompletion ??= completing
      .then(() => nextTurn())
      .then(() => {
        const batch = finished;
        finished = [];
        const completed = completeJobs(db, runnerId, batch);
        completing = completed.catch(() => {});
        nextCompletion = undefined;
        return completed;
      });
    return nextCompletion;
  }

  /** Retries while the database is away, because nobody else ends the attempt as long as this process lives. */
  async function writeResult(write: () => Promise<void>): Promise<void> {
    while (!isOver) {
      try {
        return await write();
      } catch (error) {
        onError(error);
        await delay(RETRY_WRITE_MS);
      }
    }
  }

  async function poll(): Promise<void> {
    wake();
    await releaseAhead({ onlyLate: true });
    await fireSchedules(db);
  }

  /** Returns jobs that were claimed ahead, so that other processes can start them. */
  async function releaseAhead(which: { onlyLate: boolean }): Promise<void> {
    const jobs = [...queues.values()].flatMap(queue => queue.giveBack(which));
    if (jobs.length > 0) await releaseJobs(db, runnerId, jobs);
  }

  async function rescue(): Promise<void> {
    const ids = [...running].map(({ job }) => job.id).concat([...queues.values()].flatMap(queue => queue.idsAhead));
    const { silenceSeconds } = liveness;
    for (const { kind, id } of await rescueJobs(db, { kinds, runnerId, running: ids, silenceSeconds })) {
      onError(new Error(`the process that worked on job ${kind} ${id} has gone away`));
    }
    await deleteOldDeadJobs(db);
  }

  function abortAfterLapse(): void {
    const { isAlive, lapses } = liveness;
    if (!isAlive || lapses > lapsesSeen) {
      abortAll('another process may have this job');
      releaseAhead({ onlyLate: false }).catch(onError);
    }
    lapsesSeen = lapses;
  }

  function abortAll(reason: string): void {
    for (const { abort } of running) abort.abort(new Error(reason));
  }

  return {
    work(kind, concurrency, handler) {
      if (queues.has(kind.name)) throw new Error(`${kind.name} is worked on already`);
      const handle = (payload: string, context: JobContext) => handler(JSON.parse(payload), context);
      queues.set(kind.name, new KindQueue(kind, concurrency, handle));
      wake(kind.name);
    },
    wake,
    async stop(drainMs) {
      isStopping = true;
      const ends = () => [...running].map(({ ended }) => ended);
      await settledWithin(DATABASE_REPLY_MS, [claiming, releaseAhead({ onlyLate: false }).catch(onError)]);
      await settledWithin(drainMs, ends());
      abortAll('the process stops');
      await settledWithin(ABORT_MS, ends());
      isOver = true;
      clearInterval(lapseTimer);
      const left = [...running].map(({ job }) => job);
      const releasing = releaseJobs(db, runnerId, left).catch(onError);
      await settledWithin(DATABASE_REPLY_MS, [releasing, ...periodic.map(({ stop }) => stop())]);
    },
  };
}
