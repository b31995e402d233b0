/** Saves a run that this process executes under a lease. */
import type { HeddleDatabase } from '../../database.ts';
import { TimeSlice } from '../../platform/concurrency/time-slice.ts';
import { passPoint } from '../../platform/crash-points.ts';
import {
  findFailedStep,
  SHOWN_TEXT_CHARACTERS,
  SMALL_CHARACTERS,
  stepKey,
  toKnownStep,
} from '../executing/run-records.ts';
import type { RunParent } from '../executing/run-state.ts';
import { RunLost, type RunStorage } from '../executing/run-storage.ts';
import type { KnownStep, StepKey } from '../executing/saved-run.ts';
import { EVICTABLE_CHARACTERS, MEMORY_CHARACTERS } from '../executing/step-values.ts';
import type { RunLimits } from '../run-limits.ts';
import type { BatchedWrites } from './batched-writes.ts';
import { addToCancelledRun } from './cancelling.ts';
import { endChild } from './child-ends.ts';
import { readSavedSteps, type SavedRow, sumOutputs } from './claims.ts';
import { moveRunCursor, readRunCursor } from './cursors.ts';
import { endUntilRetry, findRetryDelay } from './retries.ts';
import { hasLease, loadOutput, pauseRun, type RunToEnd, saveProgress, saveSteps } from './run-store.ts';

interface LeasedStorageOptions {
  database: HeddleDatabase;
  writes: BatchedWrites;
  limits: RunLimits;
  /** Aborts when this process stops waiting for the database. */
  shutdownSignal: AbortSignal;
  /** Whether it is certain that no other process has claimed a run that this one still executes. */
  isTrusted(): boolean;
  /** Whether steps of this type reach out of the run. */
  isEffect(nodeType: string): boolean;
}

/** How long a process tries to add to a cancelled run. The run has ended without that. */
const PATIENCE_MS = 1_000;

/** `parent` is that of a run whose parent waits for it. */
export type OpenLeasedStorage = (runId: string, lease: number, parent?: RunParent) => RunStorage;

export function createLeasedStorage({
  database,
  writes,
  limits,
  shutdownSignal: signal,
  isTrusted,
  isEffect,
}: LeasedStorageOptions) {
  /** Only failures of effects are tried again: what computes gives the same result each time. */
  const endRun = async (run: RunToEnd) => {
    const failedStep = run.end.status === 'failed' ? findFailedStep(run.end.steps) : undefined;
    const delaySeconds =
      failedStep && isEffect(failedStep.node_type) ? await findRetryDelay(database.query, run) : undefined;
    return delaySeconds === undefined ? writes.end(run) : endUntilRetry(database.query, run, delaySeconds);
  };
  const openStorage: OpenLeasedStorage = (runId, lease, parent) => {
    const requireLease = async (write: () => Promise<boolean>) => {
      if (!(await database.retry(write, { signal }))) throw new RunLost(`run ${runId} belongs to another process now`);
    };
    return {
      async save(steps) {
        passPoint('run.saving');
        await requireLease(() => saveSteps(database.pool, runId, lease, steps));
        passPoint('run.saved');
      },
      async loadOutput(step, characters = null) {
        const output = await database.retry(() => loadOutput(database.pool, runId, step, characters), { signal });
        if (output === undefined) throw new RunLost(`run ${runId} was ended by another process`);
        return output;
      },
      async confirmLease() {
        if (!isTrusted()) await requireLease(() => hasLease(database.pool, runId, lease));
      },
      readCursor: nodeId => database.retry(() => readRunCursor(database.pool, runId, nodeId), { signal }),
      async moveCursor(move) {
        passPoint('cursor.moving');
        await requireLease(() => moveRunCursor(database.pool, runId, lease, move));
        passPoint('cursor.moved');
      },
      saveProgress: steps => requireLease(() => saveProgress(database.pool, runId, lease, steps)),
      readResults: keys => database.retry(() => readResults(database, limits, runId, keys), { signal }),
      async pause(pause, waiting) {
        passPoint('run.pausing');
        const pausing = () => pauseRun(database.query, runId, lease, pause, waiting);
        const outcome = await database.retry(pausing, { signal });
        if (outcome === 'lost') throw new RunLost(`run ${runId} belongs to another process now`);
        passPoint('run.paused');
        return outcome === 'paused';
      },
      async end(end) {
        passPoint('run.ending');
        const run = { id: runId, lease, end };
        // With a parent that waits, or with another try, the end is a transaction of its own, and not one of a batch.
        await requireLease(() => (parent?.isAwaited ? endChild(database.query, run, parent) : endRun(run)));
        passPoint('run.ended');
      },
      addCancelled: steps =>
        database.retry(() => addToCancelledRun(database.pool, runId, lease, steps), {
          signal,
          patienceMs: PATIENCE_MS,
        }),
    };
  };
  return openStorage;
}

/** Reads the steps of a run that have settled so far, by `stepKey`. Long outputs are read when they are needed. */
export async function readKnownSteps(
  database: HeddleDatabase,
  limits: RunLimits,
  runId: string,
): Promise<Map<string, KnownStep>> {
  const isLarge = (await sumOutputs(database, runId)) > MEMORY_CHARACTERS;
  const lengths = { whole: isLarge ? EVICTABLE_CHARACTERS : SMALL_CHARACTERS, beginning: SHOWN_TEXT_CHARACTERS };
  return toKnownSteps(runId, await readSavedSteps(database, runId, lengths), limits);
}

/** Reads the results of steps that have waited, of which events show the beginning. */
async function readResults(
  database: HeddleDatabase,
  limits: RunLimits,
  runId: string,
  keys: readonly StepKey[],
): Promise<Map<string, KnownStep>> {
  const characters = Math.max(SMALL_CHARACTERS, limits.shownCharacters) + 1;
  const lengths = { whole: characters, beginning: characters };
  return toKnownSteps(runId, await readSavedSteps(database, runId, lengths, keys), limits);
}

async function toKnownSteps(
  runId: string,
  rows: readonly SavedRow[],
  limits: RunLimits,
): Promise<Map<string, KnownStep>> {
  const known = new Map<string, KnownStep>();
  const slice = new TimeSlice(runId);
  for (const step of rows) {
    known.set(stepKey(step), toKnownStep(step, limits));
    if (slice.isOver) await slice.next();
  }
  return known;
}
