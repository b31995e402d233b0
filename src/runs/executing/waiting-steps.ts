/** The steps of one execution that wait for people, and what becomes of them. */

import type { ApprovalRequest, OpenedApproval } from '../../nodes/step.ts';
import { stepKey } from './run-records.ts';
import type { RunFacts } from './run-state.ts';
import type { KnownStep, StepKey, WaitingStep } from './saved-run.ts';
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
    this.#records.set(stepKey(record), record);
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

/** Where an approval is opened. */
export interface ApprovalPlace extends Omit<WaitingStep, 'runId' | 'nodeType'> {
  /** Whether something follows on `timeout`. */
  timeoutContinues: boolean;
}

/** Opens the approval of a step, or finds the one that the step opened before, and says when that was. */
export type OpenApproval = (
  run: RunFacts,
  place: ApprovalPlace,
  request: ApprovalRequest,
  signal: AbortSignal,
) => Promise<OpenedApproval & { startedAt: Date }>;
