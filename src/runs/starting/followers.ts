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
import type { Run } from '../schemas.ts';
import { readAnyRun } from '../store/runs.ts';
import type { RunStatus } from '../store/tables.ts';

export interface Followers {
  /** Resolves with the run when it has ended or paused. */
  follow(runId: string, signal: AbortSignal): Promise<Run>;
}

interface FollowersOptions {
  database: HeddleDatabase;
  limits: RunLimits;
  /** Aborts when this process stops waiting for runs. */
  shutdownSignal: AbortSignal;
  /** Resolves when this process stops executing the run. Undefined when it does not execute the run. */
  execution(runId: string): Promise<unknown> | undefined;
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

export function createFollowers({ database, limits, shutdownSignal, execution }: FollowersOptions): Followers {
  const followed = new Map<string, FollowedRun>();
  let timer: NodeJS.Timeout | undefined;
  let isPolling = false;
  shutdownSignal.addEventListener('abort', () => {
    for (const run of followed.values()) run.pollAtMs = 0;
    schedulePoll();
  });

  function schedulePoll(): void {
    clearTimeout(timer);
    const open = [...followed.values()].filter(({ isBeingRead }) => !isBeingRead);
    if (isPolling || open.length === 0) return;
    const next = Math.min(...open.map(({ pollAtMs }) => pollAtMs));
    timer = setTimeout(poll, Math.max(0, next - performance.now()));
  }

  async function poll(): Promise<void> {
    const dueMs = performance.now() + BATCH_WINDOW_MS;
    const due = [...followed].filter(([, { pollAtMs, isBeingRead }]) => pollAtMs <= dueMs && !isBeingRead);
    isPolling = true;
    try {
      const statuses = await readStatuses(due.map(([id]) => id));
      for (const [id, run] of due) conclude(id, run, statuses.get(id));
    } catch (error) {
      for (const [id, run] of due) settle(id, run, follower => follower.reject(error));
    } finally {
      isPolling = false;
      schedulePoll();
    }
  }

  function conclude(id: string, run: FollowedRun, status: RunStatus | undefined): void {
    if (status === undefined) settle(id, run, follower => follower.reject(runNotFound()));
    else if (!isOpen(status)) void notifyFollowers(id, run);
    else if (shutdownSignal.aborted) settle(id, run, follower => follower.reject(runContinuesElsewhere(id)));
    else pollLater(run);
  }

  /** Reads the run once for all followers. A run that had paused may have continued in the meantime. */
  async function notifyFollowers(id: string, run: FollowedRun): Promise<void> {
    run.isBeingRead = true;
    try {
      const read = await readAnyRun(database.query, limits, id);
      if (!read) throw runNotFound();
      if (!isOpen(read.status)) return settle(id, run, follower => follower.resolve(read));
      run.isBeingRead = false;
      pollLater(run);
      schedulePoll();
    } catch (error) {
      settle(id, run, follower => follower.reject(error));
    }
  }

  function pollLater(run: FollowedRun): void {
    run.pollAtMs = performance.now() + run.pauseMs;
    run.pauseMs = Math.min(1.5 * run.pauseMs, LONGEST_PAUSE_MS);
  }

  function settle(id: string, run: FollowedRun, act: (follower: Follower) => void): void {
    if (followed.get(id) === run) followed.delete(id);
    for (const follower of run.followers) act(follower);
    run.followers.clear();
  }

  async function readStatuses(ids: readonly string[]): Promise<ReadonlyMap<string, RunStatus>> {
    const read = () =>
      database.pool.query<{ id: string; status: RunStatus }>({
        name: 'runs.statuses',
        text: 'SELECT id, status FROM runs WHERE id = ANY ($1::uuid[])',
        values: [ids],
      });
    const { rows } = await database.retry(read, { signal: shutdownSignal, patienceMs: PATIENCE_MS });
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  function followedRun(id: string): FollowedRun {
    const known = followed.get(id);
    if (known) return known;
    const local = execution(id);
    const run: FollowedRun = {
      followers: new Set(),
      pauseMs: local ? LONGEST_PAUSE_MS : FIRST_PAUSE_MS,
      pollAtMs: 0,
      isBeingRead: false,
    };
    followed.set(id, run);
    void local?.finally(() => {
      run.pollAtMs = 0;
      run.pauseMs = FIRST_PAUSE_MS;
      schedulePoll();
    });
    return run;
  }

  return {
    async follow(id, signal) {
      if (signal.aborted) throw requestAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Run>();
      const follower: Follower = { resolve, reject };
      const run = followedRun(id);
      const onAbort = () => {
        run.followers.delete(follower);
        if (run.followers.size === 0 && followed.get(id) === run) followed.delete(id);
        reject(requestAborted());
      };
      run.followers.add(follower);
      signal.addEventListener('abort', onAbort, { once: true });
      schedulePoll();
      try {
        return await promise;
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
  };
}

function isOpen(status: RunStatus): boolean {
  return status === 'queued' || status === 'running';
}
