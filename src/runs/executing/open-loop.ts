import type { StepRecord } from './step-record.ts';

/** A loop whose items are being executed, or a repeat whose rounds are. */
export interface OpenLoop {
  readonly record: StepRecord;
  /** Empty for a repeat. */
  items: readonly unknown[];
  /** The index of the first of them. A loop with a source has only the items of one window. */
  first: number;
  /** By item. A repeat needs only the last one. */
  readonly results: unknown[];
  readonly isRepeat: boolean;
  readonly isOfSource: boolean;
  /** The round of a repeat that has ended and after which the run pauses, or has paused. */
  pausedAfter: number | undefined;
  /** Why the result of an item could not be computed. When several fail, the first in their order counts. */
  problem: { index: number; message: string } | undefined;
}

export const NEW_LOOP = { first: 0, isRepeat: false, isOfSource: false, pausedAfter: undefined, problem: undefined };
