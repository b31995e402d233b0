/**
 * Executes a definition without storing anything: no run appears, no effect is performed, and nothing is left of it but
 * its end. So a test of pure steps takes about a millisecond.
 */

import type { Caller } from '../../http/caller.ts';
import { newId } from '../../platform/ids.ts';
import { stepKey } from '../executing/run-records.ts';
import { type RunFacts, RunState } from '../executing/run-state.ts';
import type { RunStorage } from '../executing/run-storage.ts';
import type { Pin } from '../executing/run-variation.ts';
import type { RunEnd, RunPause } from '../executing/saved-run.ts';
import type { RunPlan } from '../plans/run-plans.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Runner } from '../runner.ts';

export interface RehearsalServices {
  runner: Pick<Runner, 'rehearse'>;
  limits: RunLimits;
}

export interface Rehearsal {
  workflow: { id: string; name: string; organizationId: string | null };
  plan: RunPlan;
  variables: RunFacts['variables'];
  trigger: number;
  input: Record<string, unknown>;
  pins: Readonly<Record<string, Pin>>;
}

export async function rehearse(
  { runner, limits }: RehearsalServices,
  caller: Caller,
  rehearsal: Rehearsal,
  signal: AbortSignal,
): Promise<RunEnd | RunPause> {
  const { plan, trigger } = rehearsal;
  const state = new RunState(buildFacts(caller, rehearsal), plan, trigger, limits);
  return runner.rehearse(state, createMemoryStorage(), signal);
}

function buildFacts(
  { userId, email, name }: Caller,
  { workflow, plan, variables, trigger, input, pins }: Rehearsal,
): RunFacts {
  const { id: triggerNodeId = '', type: triggerType = '' } = plan.steps[trigger]?.node ?? {};
  const now = new Date();
  return {
    id: newId(),
    workflowId: workflow.id,
    workflowName: workflow.name,
    organizationId: workflow.organizationId,
    version: null,
    revisionId: null,
    triggerNodeId,
    triggerType,
    triggerDepth: 0,
    automatic: false,
    traceContext: null,
    input,
    inputText: JSON.stringify(input),
    variables,
    user: { id: userId, email, name },
    createdAt: now,
    startedAt: now,
    variation: { test: { pins, effects: false, items: {} } },
  };
}

/** Outputs that the run evicts stay here until it is over. */
function createMemoryStorage(): RunStorage {
  const outputs = new Map<string, string>();
  return {
    async save(steps) {
      for (const step of steps) if (step.output !== null) outputs.set(stepKey(step), step.output);
    },
    async loadOutput(step) {
      const output = outputs.get(stepKey(step));
      if (output === undefined) throw new Error(`the step ${stepKey(step)} was not saved`);
      return output;
    },
    confirmLease: async () => {},
    saveProgress: async () => {},
    readResults: async () => new Map(),
    pause: async () => true,
    end: async () => {},
    addCancelled: async () => {},
  };
}
