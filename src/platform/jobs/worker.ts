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

interface JobContext {
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborts when the process stops, and when other processes may have declared it dead. */
  signal: AbortSignal;
}

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

interface Queue {
  kind: JobKind<object>;
  concurrency: number;
  handle(payload: string, context: JobContext): Promise<void>;
  running: number;
  mayHaveDueJobs: boolean;
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
  const queues = new Map<string, Queue>();
  const running = new Set<RunningJob>();
  let isStopping = false;
  let isOver = false;
  let isClaiming = false;
  let claiming = Promise.resolve();
  let lapsesSeen = 0;
  let finished: Attempt[] = [];
  let completing: Promise<void> | undefined;
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
        const wanted = [...queues.values()].filter(queue => queue.mayHaveDueJobs && queue.running < queue.concurrency);
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

  async function claimFor(wanted: readonly Queue[]): Promise<void> {
    const capacities = wanted.map(queue => ({
      queue,
      kind: queue.kind.name,
      freeSlots: queue.concurrency - queue.running,
    }));
    if (!liveness.isRegistered && !(await isAnyDue(db, capacities))) return;
    await liveness.register();
    if (!liveness.isAlive) return; // other processes would claim the jobs at once; the next poll tries again
    const jobs = Map.groupBy(await claimJobs(db, runnerId, capacities), job => job.kind);
    if (isStopping) return releaseJobs(db, runnerId, [...jobs.values()].flat());
    for (const { queue, kind, freeSlots } of capacities) {
      const claimed = jobs.get(kind) ?? [];
      if (claimed.length === freeSlots) queue.mayHaveDueJobs = true;
      for (const job of claimed) start(job, queue);
    }
  }

  function start(job: ClaimedJob, queue: Queue): void {
    const abort = new AbortController();
    const entry = { job, abort, ended: Promise.resolve() };
    queue.running++;
    running.add(entry);
    entry.ended = run(job, queue, abort.signal).finally(() => {
      queue.running--;
      running.delete(entry);
      if (queue.mayHaveDueJobs) wake(queue.kind.name);
    });
  }

  async function run(job: ClaimedJob, { kind, handle }: Queue, signal: AbortSignal): Promise<void> {
    const context = { id: job.id, attempt: job.attempts, signal };
    try {
      await handle(job.payload, context);
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

  /** Completes the jobs that end at the same time with one statement. */
  function complete(job: Attempt): Promise<void> {
    finished.push(job);
    completing ??= nextTurn().then(() => {
      const batch = finished;
      finished = [];
      completing = undefined;
      return completeJobs(db, runnerId, batch);
    });
    return completing;
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
    await fireSchedules(db);
  }

  async function rescue(): Promise<void> {
    const ids = [...running].map(({ job }) => job.id);
    const { silenceSeconds } = liveness;
    for (const { kind, id } of await rescueJobs(db, { kinds, runnerId, running: ids, silenceSeconds })) {
      onError(new Error(`the process that worked on job ${kind} ${id} has gone away`));
    }
    await deleteOldDeadJobs(db);
  }

  function abortAfterLapse(): void {
    const { isAlive, lapses } = liveness;
    if (!isAlive || lapses > lapsesSeen) abortAll('another process may have this job');
    lapsesSeen = lapses;
  }

  function abortAll(reason: string): void {
    for (const { abort } of running) abort.abort(new Error(reason));
  }

  return {
    work(kind, concurrency, handler) {
      if (queues.has(kind.name)) throw new Error(`${kind.name} is worked on already`);
      const handle = (payload: string, context: JobContext) => handler(JSON.parse(payload), context);
      queues.set(kind.name, { kind, concurrency, handle, running: 0, mayHaveDueJobs: true });
      wake(kind.name);
    },
    wake,
    async stop(drainMs) {
      isStopping = true;
      const ends = () => [...running].map(({ ended }) => ended);
      await settledWithin(DATABASE_REPLY_MS, [claiming]);
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
