/** Reports what happens in a run: to those who watch it, and to the operators of the service. */
import { itemsDone, runEnded, runWaits, stepEnded, stepStarted, stepWaits, type Watch } from './events.ts';
import { buildProgress } from './run-records.ts';
import type { RunServices } from './run-services.ts';
import { isPassing, type RunState } from './run-state.ts';
import type { RunStorage } from './run-storage.ts';
import type { RunEnd, RunPause } from './saved-run.ts';
import type { StepRecord } from './step-record.ts';

export class RunReporter {
  readonly #state: RunState;
  readonly #services: RunServices;
  readonly #watch: () => Watch | undefined;
  #savedProgress = '[]';

  constructor(state: RunState, services: RunServices, watch: () => Watch | undefined) {
    this.#state = state;
    this.#services = services;
    this.#watch = watch;
  }

  /** Of the items of a source there may be millions, so those who watch hear only how many are over. */
  stepStarted(record: StepRecord): void {
    if (record.place.frame.source) return;
    this.#watch()?.(stepStarted(this.#state.facts.id, record));
  }

  stepWaits(record: StepRecord): void {
    this.#watch()?.(stepWaits(this.#state.facts.id, record, this.#services.limits));
  }

  stepEnded(record: StepRecord): void {
    if (!isPassing(record)) this.#services.observer.stepEnded(this.#state.facts, record);
    this.stepSkipped(record);
  }

  stepSkipped(record: StepRecord): void {
    if (record.place.frame.source) return;
    this.#watch()?.(stepEnded(this.#state.facts.id, record, this.#services.limits));
  }

  /** Reports how many items of a source are over. */
  async itemsDone(record: StepRecord, storage: Pick<RunStorage, 'saveProgress'>): Promise<void> {
    if (record.items) this.#watch()?.(itemsDone(this.#state.facts.id, record.summary(), record.items));
    await this.saveProgress(storage);
  }

  /** Publishes the unsettled steps for those who read the run. */
  async saveProgress(storage: Pick<RunStorage, 'saveProgress'>): Promise<void> {
    const progress = buildProgress(this.#state, this.#services.limits);
    if (progress === this.#savedProgress) return;
    this.#savedProgress = progress;
    await storage.saveProgress(progress);
  }

  /** Reports an error that is our own bug. */
  stepCrashed(error: unknown): void {
    this.#services.observer.stepCrashed(this.#state.facts, error);
  }

  runEnded(end: RunEnd): void {
    this.#services.observer.runEnded(this.#state, end);
    this.#watch()?.(runEnded(this.#state.facts, end));
  }

  runWaits({ steps }: RunPause): void {
    this.#watch()?.(runWaits(this.#state.facts, steps));
  }
}
