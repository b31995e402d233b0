/**
 * Lets requests wait for a run that they do not execute themselves: another request with the same idempotency key began
 * it, or it continues in another process.
 *
 * All followers of all runs share one poll of the database. A run that this process executes is polled when it ends.
 */
import type { HeddleDatabase } from '../../database.ts';
import { requestAborted, runContinuesElsewhere, runNotFound } from '../../errors.ts';
import { SharedPoll } from '../../platform/concurrency/shared-poll.ts';
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

const PAUSE_MS = { first: 100, longest: 2_000 };
/** How long a poll waits for a database that does not respond. */
const PATIENCE_MS = 5_000;

export class Followers {
  readonly #options: FollowersOptions;
  readonly #poll = new SharedPoll<RunStatus>({ pauseMs: PAUSE_MS, read: ids => this.#readStatuses(ids) });
  /** Runs that are being read, each once for all its followers. */
  readonly #reading = new Map<string, Promise<Run | undefined>>();

  constructor(options: FollowersOptions) {
    this.#options = options;
    options.runner.shutdownSignal.addEventListener('abort', () => this.#poll.hurryAll());
  }

  /** Resolves with the run when it has ended or paused. */
  async follow(id: string, signal: AbortSignal): Promise<Run> {
    const following = this.#poll.until(id, signal, status => this.#conclude(id, status));
    void this.#options.runner.execution(id)?.finally(() => this.#poll.hurry(id));
    const run = await following;
    if (!run) throw requestAborted();
    return run;
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

  /** Returns undefined while the run goes on. A paused run may have continued by the time it is read. */
  async #conclude(id: string, status: RunStatus | undefined): Promise<Run | undefined> {
    if (status === undefined) throw runNotFound();
    if (isQueuedOrRunning(status)) {
      if (this.#options.runner.shutdownSignal.aborted) throw runContinuesElsewhere(id);
      return undefined;
    }
    const run = await this.#read(id);
    if (!run) throw runNotFound();
    return isQueuedOrRunning(run.status) ? undefined : run;
  }

  #read(id: string): Promise<Run | undefined> {
    const { database, limits } = this.#options;
    const reading =
      this.#reading.get(id) ?? readAnyRun(database.query, limits, id).finally(() => this.#reading.delete(id));
    this.#reading.set(id, reading);
    return reading;
  }
}

function isQueuedOrRunning(status: RunStatus): boolean {
  return status === 'queued' || status === 'running';
}
