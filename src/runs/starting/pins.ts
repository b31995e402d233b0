/** Checks the results that a test gives to steps. Pure. */
import type { PlanStep } from '../../engine/steps.ts';
import { pinNeedsHandle, pinOfUnknownStep, pinWithoutHandles } from '../../errors.ts';
import { isObject } from '../../platform/is-object.ts';
import { type Pin, pinnedNode } from '../executing/run-variation.ts';
import type { RunPlan } from '../plans/run-plans.ts';

/** A pin as clients send it. */
export type SentPin = { output: unknown; handle?: string | null } | { error: string };

/** Throws when there is no such step, or when it is not clear on which output the run continues after it. */
export function readPins(plan: RunPlan, sent: Readonly<Record<string, SentPin>>): Record<string, Pin> {
  return Object.fromEntries(
    Object.entries(sent).map(([key, pin]) => [key, readPin(findStep(plan, pinnedNode(key)), key, pin)]),
  );
}

function findStep(plan: RunPlan, id: string): PlanStep {
  const node = plan.graph.index(id);
  const step = node === undefined ? undefined : plan.steps[node];
  if (!step) throw pinOfUnknownStep(id);
  return step;
}

function readPin({ outputs, rules }: PlanStep, id: string, pin: SentPin): Pin {
  if ('error' in pin) return { error: pin.error };
  const { output, handle = null } = pin;
  const handles = [...outputs].filter(name => name !== rules?.bodyHandle);
  if (handles.length === 0) {
    if (handle !== null) throw pinWithoutHandles(id);
    return { output, handle };
  }
  const chosen = handle ?? (handles.length === 1 ? handles[0] : findHandle(output, handles));
  if (chosen === undefined || !handles.includes(chosen)) throw pinNeedsHandle(id, handles);
  return { output, handle: chosen };
}

/** The members of outputs that say on which output the run continued. */
const DECIDING = ['result', 'case', 'choice', 'decision'];
/** An approval that expired continues on `timeout`. */
const HANDLE_NAMES = new Map([['expired', 'timeout']]);

function findHandle(output: unknown, handles: readonly string[]): string | undefined {
  if (!isObject(output)) return undefined;
  for (const member of DECIDING) {
    const value = String(output[member]);
    const handle = HANDLE_NAMES.get(value) ?? value;
    if (handles.includes(handle)) return handle;
  }
  return undefined;
}
