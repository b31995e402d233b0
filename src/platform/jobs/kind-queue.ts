/**
 * The jobs of one kind in this process: those that run, and those that were claimed ahead and start next.
 *
 * A claim and a completion each wait for the disk. When jobs take less time than that, a process that claimed only as
 * many as it can run at once would mostly wait. So it claims as many more as it probably works off within a moment.
 * Jobs that take longer are not claimed ahead, because other processes could start them at once.
 */
import type { JobKind } from './job-kind.ts';
import type { ClaimedJob } from './job-table.ts';

/** For how long a process claims ahead. */
const AHEAD_MS = 50;
/** The most jobs that are claimed ahead, which also limits the size of a claim. */
const MOST_AHEAD = 512;
/** Jobs that waited here for longer are returned: those before them take longer than expected. */
const LONGEST_AHEAD_MS = 1_000;
/** How much one fast job lowers the expected time of the next ones. One slow job raises it to its own time at once. */
const FORGETTING = 0.8;

export interface JobContext {
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborts when the process stops, and when other processes may have declared it dead. */
  signal: AbortSignal;
}

interface JobAhead {
  job: ClaimedJob;
  claimedAtMs: number;
}

export class KindQueue {
  readonly kind: JobKind<object>;
  readonly concurrency: number;
  mayHaveDueJobs = true;
  readonly #handle: (payload: string, context: JobContext) => Promise<void>;
  #running = 0;
  #ahead: JobAhead[] = [];
  /** Infinite until one has ended, so that nothing is claimed ahead. */
  #expectedMs = Number.POSITIVE_INFINITY;

  constructor(
    kind: JobKind<object>,
    concurrency: number,
    handle: (payload: string, context: JobContext) => Promise<void>,
  ) {
    this.kind = kind;
    this.concurrency = concurrency;
    this.#handle = handle;
  }

  /** How many jobs are to be claimed now. */
  get wanted(): number {
    const ahead = Math.min(MOST_AHEAD, Math.floor((this.concurrency * AHEAD_MS) / Math.max(this.#expectedMs, 0.01)));
    const missing = this.concurrency + ahead - this.#running - this.#ahead.length;
    // A claim for a few jobs costs as much as one for many, so there is none while enough are here.
    return this.#ahead.length > ahead / 2 ? 0 : missing;
  }

  add(jobs: readonly ClaimedJob[]): void {
    const claimedAtMs = performance.now();
    for (const job of jobs) this.#ahead.push({ job, claimedAtMs });
  }

  /** Returns the jobs that can start now. */
  takeNext(): ClaimedJob[] {
    return this.#ahead.splice(0, this.concurrency - this.#running).map(({ job }) => job);
  }

  async run(payload: string, context: JobContext): Promise<void> {
    const startedAtMs = performance.now();
    this.#running++;
    try {
      await this.#handle(payload, context);
    } finally {
      this.#running--;
      const tookMs = performance.now() - startedAtMs;
      const before = Number.isFinite(this.#expectedMs) ? this.#expectedMs * FORGETTING : 0;
      this.#expectedMs = Math.max(tookMs, before);
    }
  }

  /** Returns the jobs that have not started, which the caller must return to the table. */
  giveBack({ onlyLate = false } = {}): ClaimedJob[] {
    const latest = onlyLate ? performance.now() - LONGEST_AHEAD_MS : Number.POSITIVE_INFINITY;
    const given = this.#ahead.filter(({ claimedAtMs }) => claimedAtMs < latest);
    this.#ahead = this.#ahead.filter(({ claimedAtMs }) => claimedAtMs >= latest);
    return given.map(({ job }) => job);
  }

  get idsAhead(): string[] {
    return this.#ahead.map(({ job }) => job.id);
  }
}
