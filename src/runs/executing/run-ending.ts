/** Ends a run, or adds to one that was cancelled what only this process knows of it. */
import type { RunLimits } from '../run-limits.ts';
import { buildCancelledSteps, buildRunEnd, evictedCharacters } from './run-ends.ts';
import { findLastOutput } from './run-records.ts';
import type { RunReporter } from './run-reporter.ts';
import type { RunSlot } from './run-slots.ts';
import type { RunState } from './run-state.ts';
import type { RunStorage } from './run-storage.ts';
import type { RunEnd, StepKey } from './saved-run.ts';
import type { StepSettler } from './step-settler.ts';
import type { StepValues } from './step-values.ts';

interface RunEndingOptions {
  state: RunState;
  limits: RunLimits;
  values: StepValues;
  settler: StepSettler;
  reporter: RunReporter;
  storage: Pick<RunStorage, 'end' | 'addCancelled'>;
  slot: Pick<RunSlot, 'enter' | 'leave'>;
  signal: AbortSignal;
}

export class RunEnding {
  readonly #options: RunEndingOptions;

  constructor(options: RunEndingOptions) {
    this.#options = options;
  }

  async end(): Promise<RunEnd> {
    const { state, limits, values, settler, reporter, storage, slot, signal } = this.#options;
    if (state.settlement.exhausted) settler.failRun(`The run has more than ${limits.steps} steps`);
    const { runFailure } = settler;
    if (runFailure !== undefined && values.hasUnsavedLong) await values.save();
    // A failure can end the run while loops are still open. They end with it.
    const unfinished = runFailure === undefined ? [] : state.records.filter(({ isSettled }) => !isSettled);
    const last = runFailure === undefined ? findLastOutput(state) : undefined;
    const outputCharacters = last?.isEvicted ? last.outputCharacters : 0;
    await this.#reserve(evictedCharacters(this.#steps) + outputCharacters, signal);
    const end = await buildRunEnd({
      ...this.#steps,
      failure: runFailure,
      output: last ? await values.readOutputText(last) : '',
    });
    // Another run may compute while the database stores this end.
    slot.leave();
    await storage.end(end);
    for (const record of unfinished) reporter.stepEnded(record);
    reporter.runEnded(end);
    return end;
  }

  /** The run has ended without this. It only says more about the steps, and lets a replay adopt more of them. */
  async addCancelled(): Promise<void> {
    const { values, storage, reporter } = this.#options;
    try {
      await this.#reserve(evictedCharacters(this.#steps));
      await storage.addCancelled(await buildCancelledSteps({ ...this.#steps, unsaved: values.takeUnsaved() }));
    } catch (error) {
      reporter.stepCrashed(error);
    }
  }

  /** After a failure the run does not reach the steps that had settled beside the failed one. */
  get #steps() {
    const { state, limits, values, settler } = this.#options;
    const readHead = (step: StepKey) => values.readHead(step);
    return { state, limits, unreachedSteps: settler.unreachedSteps, readHead };
  }

  /** Waits for the memory in which the end of the run is built. Other runs may compute meanwhile. */
  async #reserve(characters: number, signal?: AbortSignal): Promise<void> {
    if (characters === 0) return;
    const { slot, values } = this.#options;
    slot.leave();
    await values.reserve(characters, signal);
    if (signal) await slot.enter(signal);
  }
}
