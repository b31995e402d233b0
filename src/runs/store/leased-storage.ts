/** The writes of a run that this process executes under a lease. Each fails with `RunLost` when the lease is over. */
import type { HeddleDatabase } from '../../database.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { TimeSlice } from '../../platform/time-slice.ts';
import { stepKey, toKnownStep } from '../executing/run-records.ts';
import { RunLost, type RunStorage } from '../executing/run-storage.ts';
import type { KnownStep, StepKey } from '../executing/saved-run.ts';
import { SMALL_CHARACTERS } from '../executing/step-values.ts';
import type { RunLimits } from '../run-limits.ts';
import type { BatchedWrites } from './batched-writes.ts';
import { readSavedSteps } from './claims.ts';
import { hasLease, loadOutput, pauseRun, saveProgress, saveSteps } from './run-store.ts';

export interface LeasedStorageOptions {
  database: HeddleDatabase;
  writes: BatchedWrites;
  limits: RunLimits;
  /** Aborts when this process does not wait for the database any longer. */
  shutdownSignal: AbortSignal;
  /** Whether nobody can have taken a run of this process that it has not let go of. */
  isTrusted(): boolean;
}

/** By the run's id and its lease. */
export type OpenLeasedStorage = (runId: string, lease: number) => RunStorage;

export function createLeasedStorage({
  database,
  writes,
  limits,
  shutdownSignal: signal,
  isTrusted,
}: LeasedStorageOptions) {
  const openStorage: OpenLeasedStorage = (runId, lease) => {
    const held = async (write: () => Promise<boolean>) => {
      if (!(await database.retry(write, { signal }))) throw new RunLost(`run ${runId} is another's by now`);
    };
    return {
      async save(steps) {
        passPoint('run.saving');
        await held(() => saveSteps(database.pool, runId, lease, steps));
        passPoint('run.saved');
      },
      async load(step) {
        const output = await database.retry(() => loadOutput(database.pool, runId, step), { signal });
        if (output === undefined) throw new RunLost(`run ${runId} was ended by another`);
        return output;
      },
      async confirm() {
        if (!isTrusted()) await held(() => hasLease(database.pool, runId, lease));
      },
      progress: steps => held(() => saveProgress(database.pool, runId, lease, steps)),
      ended: keys => database.retry(() => readKnownSteps(database, limits, runId, keys), { signal }),
      async pause(pause, waiting) {
        passPoint('run.pausing');
        const pausing = () => pauseRun(database.query, runId, lease, pause, waiting);
        const outcome = await database.retry(pausing, { signal });
        if (outcome === 'lost') throw new RunLost(`run ${runId} is another's by now`);
        passPoint('run.paused');
        return outcome === 'paused';
      },
      async end(end) {
        passPoint('run.ending');
        await held(() => writes.end({ id: runId, lease, end }));
        passPoint('run.ended');
      },
    };
  };
  return openStorage;
}

/** What the steps of a run, or those of them, have given before it came to this process. */
export async function readKnownSteps(
  database: HeddleDatabase,
  limits: RunLimits,
  runId: string,
  keys?: readonly StepKey[],
): Promise<Map<string, KnownStep>> {
  const mostCharacters = Math.max(SMALL_CHARACTERS, limits.shownCharacters) + 1;
  const known = new Map<string, KnownStep>();
  const slice = new TimeSlice(runId);
  for (const step of await readSavedSteps(database, runId, mostCharacters, keys)) {
    known.set(stepKey(step), toKnownStep(step, limits));
    if (slice.isOver) await slice.next();
  }
  return known;
}
