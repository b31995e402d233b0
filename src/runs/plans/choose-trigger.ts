import { notATrigger, workflowHasNoTrigger } from '../../errors.ts';
import type { RunPlan } from './run-plans.ts';

/** Chooses the requested trigger, or else the first manual one, or else the first of any type. */
export function chooseTrigger(plan: RunPlan, id: string | undefined): number {
  const triggers = plan.triggers();
  const wanted = (index: number) => {
    const node = plan.steps[index]?.node;
    return id === undefined ? node?.type === 'trigger.manual' : node?.id === id;
  };
  const trigger = triggers.find(wanted) ?? (id === undefined ? triggers[0] : undefined);
  if (trigger !== undefined) return trigger;
  throw id === undefined ? workflowHasNoTrigger() : notATrigger(id);
}
