/** What the dialog "Run again" asks the service for. PURE. */

import type { PlannedStep, ReplayPlan, ReplayRequest } from '../api/run.ts';
import { countItems } from '../texts/counts.ts';
import * as texts from '../texts/run-parts.ts';

export type ReplayFrom = 'start' | 'failed' | 'step';

export interface ReplayChoice {
  readonly from: ReplayFrom;
  /** The step to run from. */
  readonly stepId: string;
  readonly version: ReplayRequest['version'];
  readonly keys: 'same' | 'new';
  /** The edited input. Undefined: as it was. */
  readonly input: Record<string, unknown> | undefined;
}

/** From the start everything is meant to happen again; from a step, what had happened shall not happen twice. */
export function defaultKeys(from: ReplayFrom): 'same' | 'new' {
  return from === 'start' ? 'new' : 'same';
}

/** Undefined while a step is to be chosen. */
export function toReplayRequest(runId: string, choice: ReplayChoice): ReplayRequest | undefined {
  const { from, stepId, version, keys, input } = choice;
  if (from === 'step' && stepId === '') return undefined;
  return {
    run_id: runId,
    from: from === 'step' ? stepId : from,
    version,
    keys,
    ...(from === 'start' && input !== undefined && { input }),
  };
}

export interface PlanSummary {
  readonly effects: readonly PlannedStep[];
  /** A sentence about everything else. */
  readonly text: string;
}

export function summarizePlan({ adopted, executed }: ReplayPlan): PlanSummary {
  const effects = executed.filter(({ effect }) => effect);
  const pure = executed.length - effects.length;
  const parts = [
    ...(pure > 0 ? [texts.stepsComputeAgain(pure)] : []),
    ...(adopted.length > 0 ? [texts.stepsTakenOver(adopted.length)] : []),
  ];
  return { effects, text: parts.length === 0 ? '' : `${parts.join('; ')}.` };
}

export function plannedName({ node_id, items }: PlannedStep): string {
  return items === null ? node_id : `${node_id} (${countItems(items)})`;
}
