/**
 * Executes a definition without storing anything: no run appears, no effect is performed, and nothing is left of it but
 * its end. So a test of pure steps takes about a millisecond.
 */

import { fixedLimits } from '../../configuration/limits.ts';
import type { Params } from '../../engine/definition.ts';
import { testTookTooLong } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { newId } from '../../platform/ids.ts';
import { withoutWorkingLinks } from '../../workflows/working-links.ts';
import { maskCredentials } from '../executing/masked-params.ts';
import { stepKey } from '../executing/run-records.ts';
import { type RunFacts, RunState } from '../executing/run-state.ts';
import type { RunStorage } from '../executing/run-storage.ts';
import { type Pin, pinKey } from '../executing/run-variation.ts';
import type { RunEnd, RunPause, StepKey } from '../executing/saved-run.ts';
import type { RunPlan } from '../plans/run-plans.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Runner } from '../runner/runner.ts';

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
  /** When the run begins, for its templates. By default now. */
  startedAt?: Date;
}

/** What effects were asked to do, as JSON values by the names of their pins. Credentials and links do not work any more. */
export type AskedEffects = Readonly<Record<string, unknown>>;

export interface Rehearsed {
  end: RunEnd | RunPause;
  /** Undefined when nobody wanted to know. */
  asked: AskedEffects | undefined;
}

/** Refuses a run that takes longer than a test may. */
export async function rehearseInTime(
  services: RehearsalServices,
  caller: Caller,
  rehearsal: Rehearsal,
  { signal, asks }: { signal: AbortSignal; asks: boolean },
): Promise<Rehearsed> {
  const { testSeconds } = fixedLimits.workflow;
  const overtime = AbortSignal.timeout(testSeconds * 1000);
  try {
    return await rehearse(services, caller, rehearsal, { signal: AbortSignal.any([signal, overtime]), asks });
  } catch (error) {
    if (overtime.aborted) throw testTookTooLong(testSeconds);
    throw error;
  }
}

async function rehearse(
  { runner, limits }: RehearsalServices,
  caller: Caller,
  rehearsal: Rehearsal,
  { signal, asks }: { signal: AbortSignal; asks: boolean },
): Promise<Rehearsed> {
  const { plan, trigger } = rehearsal;
  const state = new RunState(buildFacts(caller, rehearsal), plan, trigger, limits);
  const asked = new Map<string, unknown>();
  const onAsked = ({ nodeId, iteration }: StepKey, params: Params) => {
    asked.set(pinKey(nodeId, iteration), JSON.parse(withoutWorkingLinks(JSON.stringify(maskCredentials(params)))));
  };
  const options = { storage: createMemoryStorage(), signal, ...(asks && { onAsked }) };
  const end = await runner.rehearse(state, options);
  return { end, asked: asks ? Object.fromEntries(asked) : undefined };
}

function buildFacts(
  { userId, email, name }: Caller,
  { workflow, plan, variables, trigger, input, pins, startedAt: now = new Date() }: Rehearsal,
): RunFacts {
  const { id: triggerNodeId = '', type: triggerType = '' } = plan.steps[trigger]?.node ?? {};
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
    async loadOutput(step, characters) {
      const output = outputs.get(stepKey(step));
      if (output === undefined) throw new Error(`the step ${stepKey(step)} was not saved`);
      return output.slice(0, characters ?? undefined);
    },
    confirmLease: async () => {},
    readCursor: async () => undefined,
    moveCursor: async () => {},
    saveProgress: async () => {},
    readResults: async () => new Map(),
    pause: async () => true,
    end: async () => {},
    addCancelled: async () => {},
  };
}
