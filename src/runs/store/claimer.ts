/** Claims runs that nobody executes, as many as there is room for: from the queue, and from dead processes. */
import type { HeddleDatabase } from '../../database.ts';
import { passPoint } from '../../platform/crash-points.ts';
import type { ClaimCapacity, RunSlots } from '../executing/run-slots.ts';
import {
  type Claim,
  type ClaimedRun,
  type ClaimOptions,
  claimDeadRuns,
  claimQueuedRuns,
  isAnythingClaimable,
} from './claims.ts';
import { QueueCursor } from './queue-order.ts';

interface ClaimerOptions {
  database: HeddleDatabase;
  runnerId: string;
  slots: Pick<RunSlots, 'claimCapacity' | 'takeOverCapacity'>;
  silenceSeconds: number;
  /** Must be awaited before a claim: any process may claim the runs of an unknown one. */
  register(): Promise<void>;
  isRegistered(): boolean;
  /** Called at once for every claimed run, which counts as active from then on. */
  begin(run: ClaimedRun): void;
  onError(error: unknown): void;
}

/** The pause between two claims under load. A claim costs much more than a run in it, so runs are claimed together. */
const BATCH_WINDOW_MS = 10;
/** The delay after which runs that another process was claiming are checked again. It doubles each time. */
const CONTENDED_MS = 10;
const LONGEST_CONTENDED_MS = 1_000;

export class Claimer {
  readonly #options: ClaimerOptions;
  readonly #cursor = new QueueCursor();
  #isStopped = false;
  #isClaiming = false;
  #isRequested = false;
  /** Whether queued runs wait for room in this process. */
  #isCrowded = false;
  /** Whether a claim waits for the other runs that leave their slots in this turn of the event loop. */
  #isGathering = false;
  #contendedMs = CONTENDED_MS;
  #later: NodeJS.Timeout | undefined;

  constructor(options: ClaimerOptions) {
    this.#options = options;
  }

  /** Only one claim is in progress at a time. What is queued meanwhile is claimed together after it. */
  async claimQueued(): Promise<void> {
    this.#isRequested = true;
    if (this.#isClaiming) return;
    this.#isClaiming = true;
    clearTimeout(this.#later);
    try {
      while (this.#isRequested) {
        this.#isRequested = false;
        if (await this.#claimOnce()) this.#isRequested = true;
        else if (this.#isRequested) await new Promise(resolve => setTimeout(resolve, BATCH_WINDOW_MS));
      }
    } finally {
      this.#isClaiming = false;
    }
  }

  /** Claims the runs of dead processes. */
  async claimDead(): Promise<void> {
    const { database, slots, silenceSeconds } = this.#options;
    const take = (options: ClaimOptions) => claimDeadRuns(database, { ...options, silenceSeconds });
    let claimed = await this.#claim(slots.takeOverCapacity(), take);
    while (claimed?.hasMore && claimed.runs.length > 0) claimed = await this.#claim(slots.takeOverCapacity(), take);
  }

  /** Called when there may be room for runs that had none before. */
  claimCrowded(): void {
    if (this.#isGathering || !this.#isCrowded) return;
    this.#isGathering = true;
    setImmediate(() => {
      this.#isGathering = false;
      this.#wake();
    });
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#later);
  }

  /** Returns whether there is more to claim at once. */
  async #claimOnce(): Promise<boolean> {
    const { database, slots } = this.#options;
    // A run that leaves its slot from now on makes room that this claim may not know of.
    this.#isCrowded = true;
    const claimed = await this.#claim(slots.claimCapacity(), options =>
      claimQueuedRuns(database, { ...options, cursor: this.#cursor }),
    );
    if (!claimed) {
      this.#isCrowded = slots.claimCapacity().count <= 0;
      return false;
    }
    this.#isCrowded = claimed.isCrowded || claimed.hasMore;
    if (claimed.isContended) this.#claimLater();
    else this.#contendedMs = CONTENDED_MS;
    return claimed.runs.length > 0 && claimed.hasMore;
  }

  /** Returns undefined when there is no room, or nothing to claim. */
  async #claim(capacity: ClaimCapacity, take: (options: ClaimOptions) => Promise<Claim>): Promise<Claim | undefined> {
    const { database, runnerId, isRegistered, register, begin } = this.#options;
    if (this.#isStopped || capacity.count <= 0) return undefined;
    if (!isRegistered() && !(await isAnythingClaimable(database))) return undefined;
    await register();
    const claimed = await take({ runnerId, capacity });
    if (claimed.runs.length > 0) passPoint('run.claimed');
    for (const run of claimed.runs) begin(run);
    return claimed;
  }

  /** Another process was about to claim these runs. If it fails to, they are still in the queue. */
  #claimLater(): void {
    if (this.#isStopped) return;
    this.#later = setTimeout(() => this.#wake(), this.#contendedMs);
    this.#contendedMs = Math.min(2 * this.#contendedMs, LONGEST_CONTENDED_MS);
  }

  #wake(): void {
    void this.claimQueued().catch(this.#options.onError);
  }
}
