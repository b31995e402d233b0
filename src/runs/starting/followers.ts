/**
 * Lets requests wait for a run that they do not execute themselves: another request with the same idempotency key began
 * it, or it continues in another process.
 *
 * All followers of all runs share one poll of the database. The pauses between two polls of a run grow. A follower whose
 * client leaves is removed, and a run without followers is no longer polled. A run that this process executes is polled
 * when it ends.
 */
import type { HeddleDatabase } from '../../database.ts';
import { requestAborted, runContinuesElsewhere, runNotFound } from '../../errors.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Runner } from '../runner/runner.ts';
import type { Run } from '../schemas.ts';
import { readAnyRun } from '../store/runs.ts';
import type { RunStatus } from '../store/tables.ts';

interface FollowersOptions {
  database: HeddleDatabase;
  limits: RunLimits;
  runner: Pick<Runner, 'shutdownSignal' | 'execution'>;
}

interface Follower {
  resolve(run: Run): void;
  reject(error: unknown): void;
}

interface FollowedRun {
  followers: Set<Follower>;
  pauseMs: number;
  pollAtMs: number;
  /** Whether the run has ended and is being read for its followers. */
  isBeingRead: boolean;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** Runs whose polls are due within this time are polled together. */
const BATCH_WINDOW_MS = 50;
/** How long a poll waits for a database that does not respond. */
const PATIENCE_MS = 5_000;

export class Followers {
  readonly #options: FollowersOptions;
  readonly #followed = new Map<string, FollowedRun>();
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;

  constructor(options: FollowersOptions) {
    this.#options = options;
    options.runner.shutdownSignal.addEventListener('abort', () => {
      for (const run of this.#followed.values()) run.pollAtMs = 0;
      this.#schedulePoll();
    });
  }

  /** Resolves with the run when it has ended or paused. */
  async follow(id: string, signal: AbortSignal): Promise<Run> {
    if (signal.aborted) throw requestAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Run>();
    const follower: Follower = { resolve, reject };
    const run = this.#followedRun(id);
    const onAbort = () => {
      run.followers.delete(follower);
      if (run.followers.size === 0 && this.#followed.get(id) === run) this.#followed.delete(id);
      reject(requestAborted());
    };
    run.followers.add(follower);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#schedulePoll();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #followedRun(id: string): FollowedRun {
    const known = this.#followed.get(id);
    if (known) return known;
    const local = this.#options.runner.execution(id);
    const run: FollowedRun = {
      followers: new Set(),
      pauseMs: local ? LONGEST_PAUSE_MS : FIRST_PAUSE_MS,
      pollAtMs: 0,
      isBeingRead: false,
    };
    this.#followed.set(id, run);
    void local?.finally(() => {
      run.pollAtMs = 0;
      run.pauseMs = FIRST_PAUSE_MS;
      this.#schedulePoll();
    });
    return run;
  }

  #schedulePoll(): void {
    clearTimeout(this.#timer);
    const open = [...this.#followed.values()].filter(({ isBeingRead }) => !isBeingRead);
    if (this.#isPolling || open.length === 0) return;
    const next = Math.min(...open.map(({ pollAtMs }) => pollAtMs));
    this.#timer = setTimeout(() => void this.#poll(), Math.max(0, next - performance.now()));
  }

  async #poll(): Promise<void> {
    const dueMs = performance.now() + BATCH_WINDOW_MS;
    const due = [...this.#followed].filter(([, { pollAtMs, isBeingRead }]) => pollAtMs <= dueMs && !isBeingRead);
    this.#isPolling = true;
    try {
      const statuses = await this.#readStatuses(due.map(([id]) => id));
      for (const [id, run] of due) this.#conclude(id, run, statuses.get(id));
    } catch (error) {
      for (const [id, run] of due) this.#settle(id, run, follower => follower.reject(error));
    } finally {
      this.#isPolling = false;
      this.#schedulePoll();
    }
  }

  async #readStatuses(ids: readonly string[]): Promise<ReadonlyMap<string, RunStatus>> {
    const { database, runner } = this.#options;
    const read = () =>
      database.pool.query<{ id: string; status: RunStatus }>({
        name: 'runs.statuses',
        text: 'SELECT id, status FROM runs WHERE id = ANY ($1::uuid[])',
        values: [ids],
      });
    const { rows } = await database.retry(read, { signal: runner.shutdownSignal, patienceMs: PATIENCE_MS });
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  #conclude(id: string, run: FollowedRun, status: RunStatus | undefined): void {
    const { shutdownSignal } = this.#options.runner;
    if (status === undefined) this.#settle(id, run, follower => follower.reject(runNotFound()));
    else if (!isOpen(status)) void this.#notifyFollowers(id, run);
    else if (shutdownSignal.aborted) this.#settle(id, run, follower => follower.reject(runContinuesElsewhere(id)));
    else pollLater(run);
  }

  /** Reads the run once for all followers. A run that had paused may have continued in the meantime. */
  async #notifyFollowers(id: string, run: FollowedRun): Promise<void> {
    const { database, limits } = this.#options;
    run.isBeingRead = true;
    try {
      const read = await readAnyRun(database.query, limits, id);
      if (!read) throw runNotFound();
      if (!isOpen(read.status)) return this.#settle(id, run, follower => follower.resolve(read));
      run.isBeingRead = false;
      pollLater(run);
      this.#schedulePoll();
    } catch (error) {
      this.#settle(id, run, follower => follower.reject(error));
    }
  }

  #settle(id: string, run: FollowedRun, act: (follower: Follower) => void): void {
    if (this.#followed.get(id) === run) this.#followed.delete(id);
    for (const follower of run.followers) act(follower);
    run.followers.clear();
  }
}

function pollLater(run: FollowedRun): void {
  run.pollAtMs = performance.now() + run.pauseMs;
  run.pauseMs = Math.min(1.5 * run.pauseMs, LONGEST_PAUSE_MS);
}

function isOpen(status: RunStatus): boolean {
  return status === 'queued' || status === 'running';
}
