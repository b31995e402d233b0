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

export interface Claimer {
  claimQueued(): Promise<void>;
  /** Claims the runs of dead processes. */
  claimDead(): Promise<void>;
  /** Called when there may be room for runs that had none before. */
  claimCrowded(): void;
  stop(): void;
}

/** The pause between two claims under load. A claim costs much more than a run in it, so runs are claimed together. */
const BATCH_WINDOW_MS = 10;
/** The delay after which runs that another process was claiming are checked again. It doubles each time. */
const CONTENDED_MS = 10;
const LONGEST_CONTENDED_MS = 1_000;

export function createClaimer(options: ClaimerOptions): Claimer {
  const { database, runnerId, slots, silenceSeconds, begin, onError } = options;
  const cursor = new QueueCursor();
  let isStopped = false;
  let isClaiming = false;
  let isRequested = false;
  /** Whether queued runs wait for room in this process. */
  let isCrowded = false;
  /** Whether a claim waits for the other runs that leave their slots in this turn of the event loop. */
  let isGathering = false;
  let contendedMs = CONTENDED_MS;
  let later: NodeJS.Timeout | undefined;

  /** Returns undefined when there is no room, or nothing to claim. */
  async function claim(
    capacity: ClaimCapacity,
    take: (options: ClaimOptions) => Promise<Claim>,
  ): Promise<Claim | undefined> {
    if (isStopped || capacity.count <= 0) return undefined;
    if (!options.isRegistered() && !(await isAnythingClaimable(database))) return undefined;
    await options.register();
    const claimed = await take({ runnerId, capacity });
    if (claimed.runs.length > 0) passPoint('run.claimed');
    for (const run of claimed.runs) begin(run);
    return claimed;
  }

  /** Only one claim is in progress at a time. What is queued meanwhile is claimed together after it. */
  async function claimQueued(): Promise<void> {
    isRequested = true;
    if (isClaiming) return;
    isClaiming = true;
    clearTimeout(later);
    try {
      while (isRequested) {
        isRequested = false;
        if (await claimOnce()) isRequested = true;
        else if (isRequested) await new Promise(resolve => setTimeout(resolve, BATCH_WINDOW_MS));
      }
    } finally {
      isClaiming = false;
    }
  }

  /** Returns whether there is more to claim at once. */
  async function claimOnce(): Promise<boolean> {
    // A run that leaves its slot from now on makes room that this claim may not know of.
    isCrowded = true;
    const claimed = await claim(slots.claimCapacity(), options => claimQueuedRuns(database, { ...options, cursor }));
    if (!claimed) {
      isCrowded = slots.claimCapacity().count <= 0;
      return false;
    }
    isCrowded = claimed.isCrowded || claimed.hasMore;
    if (claimed.isContended) claimLater();
    else contendedMs = CONTENDED_MS;
    return claimed.runs.length > 0 && claimed.hasMore;
  }

  /** Another process was about to claim these runs. If it fails to, they are still in the queue. */
  function claimLater(): void {
    if (isStopped) return;
    later = setTimeout(wake, contendedMs);
    contendedMs = Math.min(2 * contendedMs, LONGEST_CONTENDED_MS);
  }

  function wake(): void {
    void claimQueued().catch(onError);
  }

  return {
    claimQueued,
    async claimDead() {
      const take = (options: ClaimOptions) => claimDeadRuns(database, { ...options, silenceSeconds });
      let claimed = await claim(slots.takeOverCapacity(), take);
      while (claimed?.hasMore && claimed.runs.length > 0) claimed = await claim(slots.takeOverCapacity(), take);
    },
    claimCrowded() {
      if (isGathering || !isCrowded) return;
      isGathering = true;
      setImmediate(() => {
        isGathering = false;
        wake();
      });
    },
    stop() {
      isStopped = true;
      clearTimeout(later);
    },
  };
}
