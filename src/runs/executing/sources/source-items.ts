/** The open items of loops that read them from a source: their steps, and which of them have failed. */
import type { Frame } from '../../../engine/settlement.ts';
import type { StepRecord } from '../step-record.ts';

export class SourceItems {
  readonly #steps = new Map<Frame, StepRecord[]>();
  readonly #failures = new Map<Frame, StepRecord>();

  add(record: StepRecord): void {
    const item = itemOfSource(record.place.frame);
    const records = this.#steps.get(item);
    if (records) records.push(record);
    else this.#steps.set(item, [record]);
  }

  /** Notes the step that has failed an item. The first one counts. */
  fail(item: Frame, record: StepRecord): void {
    if (!this.#failures.has(item)) this.#failures.set(item, record);
  }

  /** Returns all steps of an item that is over, those of loops within it included, and the one that has failed it. */
  take(item: Frame): { records: readonly StepRecord[]; failed: StepRecord | undefined } {
    const taken = { records: this.#steps.get(item) ?? [], failed: this.#failures.get(item) };
    this.#steps.delete(item);
    this.#failures.delete(item);
    return taken;
  }
}

/** Returns the item of the source that a frame is in. No loop is around a loop with a source. */
export function itemOfSource(frame: Frame): Frame {
  let item = frame;
  while (item.parent?.source) item = item.parent;
  return item;
}
