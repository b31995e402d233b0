/** The runs that this process executes at the moment. */
import { serviceStopping } from '../../errors.ts';
import { settledWithin } from '../../platform/concurrency/promises.ts';
import { Execution, type ExecutionOptions } from '../executing/execution.ts';
import { RunCancelled, RunLost, type RunStorage } from '../executing/run-storage.ts';
import type { RunEnd, RunPause } from '../executing/saved-run.ts';

interface ActiveRun {
  stop: AbortController;
  ended: Promise<unknown>;
  /** Whether the database has the run. */
  isSaved: boolean;
}

export class ActiveRuns {
  readonly #shutdown = new AbortController();
  readonly #runs = new Map<string, ActiveRun>();

  /** Aborts when the process stops waiting for its runs, which then continue elsewhere. */
  get shutdownSignal(): AbortSignal {
    return this.#shutdown.signal;
  }

  has(runId: string): boolean {
    return this.#runs.has(runId);
  }

  /** Resolves when this process stops executing the run. Undefined when it does not execute the run. */
  execution(runId: string): Promise<unknown> | undefined {
    return this.#runs.get(runId)?.ended;
  }

  async execute(options: Omit<ExecutionOptions, 'signal'>): Promise<RunEnd | RunPause> {
    // `stop` has already listed the runs of this process, and would miss this one.
    if (this.#shutdown.signal.aborted) throw serviceStopping();
    const { id } = options.state.facts;
    const run: ActiveRun = { stop: new AbortController(), ended: Promise.resolve(), isSaved: options.isSaved };
    const storage: RunStorage = {
      ...options.storage,
      async save(steps) {
        await options.storage.save(steps);
        run.isSaved = true;
      },
    };
    const execution = new Execution({ ...options, storage, signal: run.stop.signal });
    this.#runs.set(id, run);
    try {
      const running = execution.run();
      run.ended = running.catch(() => {});
      return await running;
    } finally {
      // The run may have returned here from another process before this execution noticed that it had lost it.
      if (this.#runs.get(id) === run) this.#runs.delete(id);
    }
  }

  cancel(runId: string): void {
    this.#runs.get(runId)?.stop.abort(new RunCancelled(`run ${runId} was cancelled`));
  }

  /** Abandons the runs that are saved now and that do not belong to this process according to what is read afterwards. */
  async abandonLost(readOwn: () => Promise<ReadonlySet<string>>): Promise<ReadonlySet<string>> {
    const saved = [...this.#runs].filter(([, { isSaved }]) => isSaved);
    const own = await readOwn();
    for (const [id, { stop }] of saved) {
      if (!own.has(id)) stop.abort(new RunLost(`run ${id} belongs to another process now`));
    }
    return own;
  }

  /** Waits for the runs, and then abandons those that remain. Returns their ids, and a promise of their ends. */
  async stop(drainMs: number): Promise<{ remaining: string[]; ended: Promise<unknown> }> {
    const ends = () => [...this.#runs.values()].map(({ ended }) => ended);
    await settledWithin(drainMs, ends());
    const remaining = [...this.#runs.keys()];
    this.#shutdown.abort();
    for (const { stop } of this.#runs.values()) stop.abort(new RunLost('the process stops'));
    return { remaining, ended: Promise.all(ends()) };
  }
}
