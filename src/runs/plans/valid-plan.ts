import type { Query } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import type { Checker } from '../../workflows/checking.ts';
import type { RunPlan, RunPlans } from './run-plans.ts';

/** Returns the plan of a definition, as JSON. Throws when it is not valid for the caller. */
export async function requireValidPlan(
  { checker, plans }: { checker: Checker; plans: RunPlans },
  db: Query,
  caller: Caller,
  text: string,
): Promise<RunPlan> {
  if (plans.isValidForAnyone(text)) return plans.get(text, caller.userId);
  const { forAnyone } = await checker.requireValid(db, caller, JSON.parse(text));
  const plan = await plans.get(text, caller.userId);
  if (forAnyone) plans.markValidForAnyone(plan);
  return plan;
}
