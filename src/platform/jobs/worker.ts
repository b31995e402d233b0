/**
 * Works the jobs of one kind in this process.
 *
 *   waiting ── claimed ──▶ running ── the handler returns ──▶ done
 *                             ├── it throws ──▶ waiting again after a delay, or dead after its last try
 *                             ├── the process stops ──▶ waiting again at once, and this try is not counted
 *                             └── the claim runs out ──▶ not ours: nothing is recorded
 *
 * pg-boss' own workers claim a batch and claim nothing more until its slowest job has ended, and with batches of one
 * they sleep after each job. So jobs are claimed here, as many as there is room for, each time that room or work
 * appears; what ends while an end is being recorded is recorded together.
 */
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { fromKysely, type JobWithMetadata, type KyselyTransactionLike, type PgBoss } from 'pg-boss';
import { settledWithin } from '../waiting.ts';
import type { Claim, Claims } from './claims.ts';
import { type JobKind, retryDelaySeconds } from './job-kind.ts';
import type { JobTable } from './job-table.ts';

/** How many jobs one statement claims at most. */
const CLAIM_LIMIT = 100;
const RECORD_AGAIN_MS = 500;
/** What handlers get to end by themselves when they are aborted, so that a job does not run in two places. */
const ABORT_MS = 1_000;

export interface JobContext {
  id: string;
  /** 1 for the first try. */
  attempt: number;
  /** Aborts when the process stops, and when the job was lost to another worker. */
  signal: AbortSignal;
}

export type JobHandler<Payload extends object> = (payload: Payload, job: JobContext) => Promise<void>;

/** What a handler threw is its cause. */
export class JobFailed extends Error {
  readonly kind: string;
  readonly id: string;
  readonly attempt: number;
  readonly dead: boolean;

  constructor(kind: string, job: JobContext, dead: boolean, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`job ${kind} ${job.id} failed at try ${job.attempt}${dead ? ', its last' : ''}: ${reason}`, { cause });
    this.kind = kind;
    this.id = job.id;
    this.attempt = job.attempt;
    this.dead = dead;
  }
}

export interface WorkerTools {
  boss: PgBoss;
  claims: Claims;
  table: JobTable;
  inTransaction(act: (transaction: KyselyTransactionLike) => Promise<void>): Promise<void>;
  onError(error: unknown): void;
}

export interface Worker {
  /** There may be a job. */
  wake(): void;
  stop(drainMs: number): Promise<void>;
}

export function startWorker<Payload extends object>(
  kind: JobKind<Payload>,
  concurrency: number,
  handler: JobHandler<Payload>,
  tools: WorkerTools,
): Worker {
  const { boss, claims, onError } = tools;
  const running = new Map<Claim, Promise<void>>();
  const complete = joined(async (ids: string[]) => {
    await boss.complete(kind.name, ids);
  });
  let stopping = false;
  let mayBeMore = false;
  let claiming = false;
  let claimed = Promise.resolve();

  function wake(): void {
    mayBeMore = true;
    if (!claiming) claimed = claimJobs();
  }

  async function claimJobs(): Promise<void> {
    claiming = true;
    try {
      for (;;) {
        await nextTurn(); // what ends together leaves room together
        if (!mayBeMore || stopping || running.size >= concurrency) return;
        mayBeMore = false;
        const room = Math.min(concurrency - running.size, CLAIM_LIMIT);
        const claimedAt = performance.now();
        const jobs = await boss.fetch<Payload>(kind.name, { batchSize: room, includeMetadata: true });
        if (jobs.length === room) mayBeMore = true;
        if (stopping) await handOn(jobs.map(job => job.id));
        else for (const job of jobs) start(job, claimedAt);
      }
    } catch (error) {
      onError(error); // the next look for due jobs wakes us again
    } finally {
      claiming = false;
    }
  }

  function start(job: JobWithMetadata<Payload>, renewedAt: number): void {
    const claim = { kind: kind.name, id: job.id, abort: new AbortController(), renewedAt, over: false };
    claims.add(claim);
    running.set(
      claim,
      run(job, claim).finally(() => {
        claims.delete(claim);
        running.delete(claim);
        if (mayBeMore) wake();
      }),
    );
  }

  async function run(job: JobWithMetadata<Payload>, claim: Claim): Promise<void> {
    const context = { id: job.id, attempt: job.retryCount + 1, signal: claim.abort.signal };
    try {
      await handler(job.data, context);
    } catch (error) {
      if (stopping && context.signal.aborted) return record(claim, () => handOn([job.id]));
      const dead = job.retryCount >= job.retryLimit;
      if (!claim.over) onError(new JobFailed(kind.name, context, dead, error));
      return record(claim, () => fail(job, context.attempt, dead, error));
    }
    return record(claim, () => complete(job.id));
  }

  /** Again and again while the database is away, until the claim runs out. */
  async function record(claim: Claim, act: () => Promise<void>): Promise<void> {
    while (!claim.over) {
      try {
        return await act();
      } catch (error) {
        onError(error);
        await delay(RECORD_AGAIN_MS);
      }
    }
  }

  async function fail(job: JobWithMetadata<Payload>, attempt: number, dead: boolean, error: unknown): Promise<void> {
    const output = error instanceof Error ? error : { message: String(error) };
    if (dead) return void (await boss.fail(kind.name, job.id, output));
    // One transaction: between the two the job could be started at once.
    await tools.inTransaction(async transaction => {
      const db = fromKysely(transaction);
      await boss.fail(kind.name, job.id, output, { db });
      await boss.update(kind.name, undefined, { id: job.id, startAfter: retryDelaySeconds(kind, attempt), db });
    });
  }

  async function handOn(ids: string[]): Promise<void> {
    if (ids.length > 0) await tools.table.handOn(kind.name, ids);
  }

  async function stop(drainMs: number): Promise<void> {
    stopping = true;
    await claimed;
    await settledWithin(drainMs, running.values());
    for (const { abort } of running.keys()) abort.abort(new Error('the process stops'));
    await settledWithin(ABORT_MS, running.values());
    const left = [...running.keys()].filter(claim => !claim.over);
    for (const claim of left) claim.over = true;
    await handOn(left.map(claim => claim.id)).catch(onError);
  }

  wake();
  return { wake, stop };
}

/** Joins what is asked for while an act is under way into the next act. */
function joined<Item>(act: (items: Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let waiting: Item[] = [];
  let current = Promise.resolve();
  let next: Promise<void> | undefined;
  return item => {
    waiting.push(item);
    next ??= current
      .catch(() => {})
      .then(() => nextTurn())
      .then(() => {
        const items = waiting;
        waiting = [];
        next = undefined;
        current = act(items);
        return current;
      });
    return next;
  };
}
