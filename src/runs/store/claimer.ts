/** Takes runs that nobody executes, as many as there is room for: from the queue, and from dead processes. */
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

export interface ClaimerOptions {
  database: HeddleDatabase;
  runnerId: string;
  slots: Pick<RunSlots, 'claimCapacity' | 'takeOverCapacity'>;
  silenceSeconds: number;
  /** A run whose process is not known is anybody's. */
  register(): Promise<void>;
  isRegistered(): boolean;
  /** Called for each of them at once: from then on it counts as active. */
  begin(run: ClaimedRun): void;
  onError(error: unknown): void;
}

export interface Claimer {
  /** There may be something in the queue. */
  claimQueued(): Promise<void>;
  claimDead(): Promise<void>;
  /** There may be room for runs that there was none for. */
  claimCrowded(): void;
  stop(): void;
}

/** Between two claims, while there is something to claim all the time: a claim costs much more than a run in it. */
const GATHER_MS = 10;
/** Until it is looked for runs again that others were about to take. Doubled each time. */
const CONTENDED_MS = 10;
const LONGEST_CONTENDED_MS = 1_000;

export function createClaimer(options: ClaimerOptions): Claimer {
  const { database, runnerId, slots, silenceSeconds, begin, onError } = options;
  const cursor = new QueueCursor();
  let isStopped = false;
  let isClaiming = false;
  let isAskedAgain = false;
  /** Whether runs wait for room in this process. */
  let isCrowded = false;
  let contendedMs = CONTENDED_MS;
  let later: NodeJS.Timeout | undefined;

  /** Undefined: nothing may be claimed, or there is nothing. */
  async function claim(
    claimCapacity: ClaimCapacity,
    take: (options: ClaimOptions) => Promise<Claim>,
  ): Promise<Claim | undefined> {
    if (isStopped || claimCapacity.count <= 0) return undefined;
    if (!options.isRegistered() && !(await isAnythingClaimable(database))) return undefined;
    await options.register();
    const claimed = await take({ runnerId, claimCapacity });
    if (claimed.runs.length > 0) passPoint('run.claimed');
    for (const run of claimed.runs) begin(run);
    return claimed;
  }

  /** One claim at a time; what comes meanwhile is claimed together. */
  async function claimQueued(): Promise<void> {
    isAskedAgain = true;
    if (isClaiming) return;
    isClaiming = true;
    clearTimeout(later);
    try {
      while (isAskedAgain) {
        isAskedAgain = false;
        if (await claimOnce()) isAskedAgain = true;
        else if (isAskedAgain) await new Promise(resolve => setTimeout(resolve, GATHER_MS));
      }
    } finally {
      isClaiming = false;
    }
  }

  /** Whether there is more to claim at once. */
  async function claimOnce(): Promise<boolean> {
    // Whoever leaves from now on leaves room that this claim may not know of.
    isCrowded = true;
    const claimed = await claim(slots.claimCapacity(), given => claimQueuedRuns(database, { ...given, cursor }));
    if (!claimed) {
      isCrowded = slots.claimCapacity().count <= 0;
      return false;
    }
    isCrowded = claimed.isCrowded || claimed.hasMore;
    if (claimed.isContended) lookLater();
    else contendedMs = CONTENDED_MS;
    return claimed.runs.length > 0 && claimed.hasMore;
  }

  /** Another process is about to take them; should it not, they are still there. */
  function lookLater(): void {
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
      const take = (given: ClaimOptions) => claimDeadRuns(database, { ...given, silenceSeconds });
      let claimed = await claim(slots.takeOverCapacity(), take);
      while (claimed?.hasMore && claimed.runs.length > 0) claimed = await claim(slots.takeOverCapacity(), take);
    },
    claimCrowded() {
      if (isCrowded) wake();
    },
    stop() {
      isStopped = true;
      clearTimeout(later);
    },
  };
}
