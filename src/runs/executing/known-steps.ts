/** What had settled before the run came to this process, until the run comes to it again. */
import { type KnownStep, keyOf } from './run-records.ts';
import type { StepRecord } from './step-record.ts';

export class KnownSteps {
  readonly #steps: Map<string, KnownStep>;

  /** By `keyOf`. */
  constructor(steps: ReadonlyMap<string, KnownStep> | undefined) {
    this.#steps = new Map(steps);
  }

  take(record: StepRecord): KnownStep | undefined {
    const key = keyOf(record);
    const known = this.#steps.get(key);
    this.#steps.delete(key);
    return known;
  }

  /** Those that the run did not come to. */
  get rest(): KnownStep[] {
    return [...this.#steps.values()];
  }
}
