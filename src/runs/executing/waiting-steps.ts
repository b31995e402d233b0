/** The steps of one execution that wait for people, and what becomes of them. */

import type { StepKey } from '../store/run-store.ts';
import { type KnownStep, keyOf } from './run-records.ts';
import type { StepRecord } from './step-record.ts';

export class WaitingSteps {
  readonly #records = new Map<string, StepRecord>();

  get isEmpty(): boolean {
    return this.#records.size === 0;
  }

  get keys(): StepKey[] {
    return [...this.#records.values()].map(({ nodeId, iteration }) => ({ nodeId, iteration }));
  }

  add(record: StepRecord): void {
    this.#records.set(keyOf(record), record);
  }

  /** Those that have got what they waited for. */
  *take(known: ReadonlyMap<string, KnownStep>): Generator<{ record: StepRecord; end: KnownStep }, void, undefined> {
    for (const [key, record] of this.#records) {
      const end = known.get(key);
      if (!end) continue;
      this.#records.delete(key);
      yield { record, end };
    }
  }
}
