/**
 * Requests that wait for a run which they do not execute themselves: it was begun by another request with the same
 * idempotency key, or goes on in another process.
 *
 * All of them share one look at the database, however many follow a run, and however many runs are followed. The pauses
 * between two looks at a run grow. A follower whose client goes away is forgotten, and a run without followers is not
 * looked at any more. A run of this very process is looked at when it ends.
 */
import type { HeddleDatabase } from '../../database.ts';
import { requestAborted, runContinuesElsewhere, runNotFound } from '../../errors.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Run } from '../schemas.ts';
import { readAnyRun } from '../store/runs.ts';
import type { RunStatus } from '../store/tables.ts';

export interface Followers {
  /** The run, when it has ended or paused. */
  follow(runId: string, signal: AbortSignal): Promise<Run>;
}

export interface FollowersOptions {
  database: HeddleDatabase;
  limits: RunLimits;
  /** Aborts when this process will not wait for runs any longer. */
  shutdownSignal: AbortSignal;
  /** Resolves when this process executes the run no longer. Undefined: it does not execute it. */
  execution(runId: string): Promise<unknown> | undefined;
}

interface Follower {
  resolve(run: Run): void;
  reject(error: unknown): void;
}

interface FollowedRun {
  followers: Set<Follower>;
  pauseMs: number;
  lookAtMs: number;
  /** It has ended, and is being read for its followers. */
  isBeingRead: boolean;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** Runs that are due within this time are looked at together. */
const TOGETHER_MS = 50;
/** How long a database that does not answer is waited for. */
const PATIENCE_MS = 5_000;

export function createFollowers({ database, limits, shutdownSignal, execution }: FollowersOptions): Followers {
  const followed = new Map<string, FollowedRun>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  shutdownSignal.addEventListener('abort', () => {
    for (const run of followed.values()) run.lookAtMs = 0;
    plan();
  });

  function plan(): void {
    clearTimeout(timer);
    const open = [...followed.values()].filter(({ isBeingRead }) => !isBeingRead);
    if (isLooking || open.length === 0) return;
    const next = Math.min(...open.map(({ lookAtMs }) => lookAtMs));
    timer = setTimeout(look, Math.max(0, next - performance.now()));
  }

  async function look(): Promise<void> {
    const dueMs = performance.now() + TOGETHER_MS;
    const due = [...followed].filter(([, { lookAtMs, isBeingRead }]) => lookAtMs <= dueMs && !isBeingRead);
    isLooking = true;
    try {
      const statuses = await readStatuses(due.map(([id]) => id));
      for (const [id, run] of due) conclude(id, run, statuses.get(id));
    } catch (error) {
      for (const [id, run] of due) settle(id, run, follower => follower.reject(error));
    } finally {
      isLooking = false;
      plan();
    }
  }

  function conclude(id: string, run: FollowedRun, status: RunStatus | undefined): void {
    if (status === undefined) settle(id, run, follower => follower.reject(runNotFound()));
    else if (!isOpen(status)) void notifyFollowers(id, run);
    else if (shutdownSignal.aborted) settle(id, run, follower => follower.reject(runContinuesElsewhere(id)));
    else lookLater(run);
  }

  /** Read once for all of them. A run that had paused may have gone on meanwhile. */
  async function notifyFollowers(id: string, run: FollowedRun): Promise<void> {
    run.isBeingRead = true;
    try {
      const read = await readAnyRun(database.query, limits, id);
      if (!read) throw runNotFound();
      if (!isOpen(read.status)) return settle(id, run, follower => follower.resolve(read));
      run.isBeingRead = false;
      lookLater(run);
      plan();
    } catch (error) {
      settle(id, run, follower => follower.reject(error));
    }
  }

  function lookLater(run: FollowedRun): void {
    run.lookAtMs = performance.now() + run.pauseMs;
    run.pauseMs = Math.min(1.5 * run.pauseMs, LONGEST_PAUSE_MS);
  }

  function settle(id: string, run: FollowedRun, act: (follower: Follower) => void): void {
    if (followed.get(id) === run) followed.delete(id);
    for (const follower of run.followers) act(follower);
    run.followers.clear();
  }

  async function readStatuses(ids: readonly string[]): Promise<ReadonlyMap<string, RunStatus>> {
    const ask = () =>
      database.pool.query<{ id: string; status: RunStatus }>({
        name: 'runs.statuses',
        text: 'SELECT id, status FROM runs WHERE id = ANY ($1::uuid[])',
        values: [ids],
      });
    const { rows } = await database.retry(ask, { signal: shutdownSignal, patienceMs: PATIENCE_MS });
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  function followedRun(id: string): FollowedRun {
    const known = followed.get(id);
    if (known) return known;
    const local = execution(id);
    const run: FollowedRun = {
      followers: new Set(),
      pauseMs: local ? LONGEST_PAUSE_MS : FIRST_PAUSE_MS,
      lookAtMs: 0,
      isBeingRead: false,
    };
    followed.set(id, run);
    void local?.finally(() => {
      run.lookAtMs = 0;
      run.pauseMs = FIRST_PAUSE_MS;
      plan();
    });
    return run;
  }

  return {
    async follow(id, signal) {
      if (signal.aborted) throw requestAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Run>();
      const follower: Follower = { resolve, reject };
      const run = followedRun(id);
      const onGone = () => {
        run.followers.delete(follower);
        if (run.followers.size === 0 && followed.get(id) === run) followed.delete(id);
        reject(requestAborted());
      };
      run.followers.add(follower);
      signal.addEventListener('abort', onGone, { once: true });
      plan();
      try {
        return await promise;
      } finally {
        signal.removeEventListener('abort', onGone);
      }
    },
  };
}

function isOpen(status: RunStatus): boolean {
  return status === 'queued' || status === 'running';
}
