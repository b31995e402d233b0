/** Decides what a run that a step starts executes, and whether the user of the step may run it. */
import type { Query } from '../../database.ts';
import { ApiError } from '../../errors.ts';
import { callerOf } from '../../http/caller.ts';
import { StepError } from '../../nodes/step.ts';
import { requireWorkflow, requireWorkflowOrganization } from '../../workflows/access.ts';
import type { Checker } from '../../workflows/checking.ts';
import { chooseTrigger } from '../plans/choose-trigger.ts';
import type { RunPlan, RunPlans } from '../plans/run-plans.ts';
import { requireValidPlan } from '../plans/valid-plan.ts';
import type { NewRun } from '../store/new-runs.ts';
import { readVersionText } from '../store/replays.ts';
import type { ParentRun } from './parent.ts';

export interface PreparedChild extends Pick<NewRun, 'workflow' | 'version' | 'definition' | 'revisionId'> {
  trigger: Pick<NewRun['trigger'], 'nodeId' | 'type'>;
}

export interface PreparingServices {
  checker: Checker;
  plans: RunPlans;
}

/** Throws a `StepError` or an `ApiError` when there is to be no such run. */
export async function prepareChild(
  services: PreparingServices,
  db: Query,
  parent: ParentRun,
  { workflowId, isDraft }: { workflowId: string; isDraft: boolean },
): Promise<PreparedChild> {
  if (isDraft && parent.version !== null) throw new StepError('Only a run of a draft can run the draft of a workflow');
  // Neither the access to workflows nor the validation depends on a key.
  const caller = callerOf(parent.user);
  const { workflow: found } = await requireWorkflow(db, caller, workflowId, 'run').catch(error => {
    // Whoever runs the step does not learn whether there is such a workflow.
    throw error instanceof ApiError ? notRunnable(workflowId, error) : error;
  });
  await requireWorkflowOrganization(db, caller, found, 'operate');
  const { id, name, organization_id: organizationId, settings, published_version: published } = found;
  const workflow = { id, name, organizationId, settings };
  if (isDraft) {
    const definition = JSON.stringify(found.definition);
    const plan = await requireValidPlan(services, db, caller, definition);
    return { workflow, version: null, definition, revisionId: found.revision_id, trigger: triggerOf(plan) };
  }
  if (published === null) throw new StepError(`The workflow '${name}' is not published`);
  const plan = await services.plans.get(await readVersionText(db, id, published), caller.userId);
  return { workflow, version: published, definition: null, revisionId: null, trigger: triggerOf(plan) };
}

export function notRunnable(workflowId: string, cause?: Error): StepError {
  return new StepError(`The workflow '${workflowId}' does not exist or may not be used`, { cause });
}

function triggerOf(plan: RunPlan): PreparedChild['trigger'] {
  const { node } = plan.steps[chooseTrigger(plan, undefined)] ?? {};
  if (!node) throw new Error('the plan has no such trigger');
  return { nodeId: node.id, type: node.type };
}
