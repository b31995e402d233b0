/** Whether the user for whom a queued run executes may still run its workflow. Much can change while a run waits. */
import { findGroupIds } from '../../accounts/memberships.ts';
import type { Notify } from '../../accounts/notifications.ts';
import type { Query } from '../../database.ts';
import { ApiError } from '../../errors.ts';
import type { WorkflowPermission } from '../../http/caller.ts';
import { accessOf, requireOrganization } from '../../workflows/access.ts';
import type { RunFacts } from '../executing/run-state.ts';

/** What the claim of a run told already. */
export interface RunAuthorization {
  isEnabled: boolean;
  permission: WorkflowPermission;
  /** The user made the workflow, and it is in no organization. */
  isOwn: boolean;
}

/** Why not, for the run's `error`. */
export async function findAuthorizationProblem(
  db: Query,
  facts: RunFacts,
  authorization: RunAuthorization,
): Promise<string | undefined> {
  const reason = await reasonAgainst(db, facts, authorization);
  return reason && `The run can not be executed on behalf of ${facts.user.email}: ${reason}`;
}

async function reasonAgainst(db: Query, { workflowId, user }: RunFacts, authorization: RunAuthorization) {
  if (!authorization.isEnabled) return 'the user is disabled';
  if (authorization.permission !== 'write') return 'the user may not run workflows';
  if (authorization.isOwn) return undefined;
  const workflow = await db
    .selectFrom('workflows')
    .selectAll()
    .where('id', '=', workflowId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!workflow) return 'the workflow is gone';
  const caller = { userId: user.id, email: user.email };
  if (!accessOf(workflow, caller, await findGroupIds(db, caller))?.run) return 'the user has no access to the workflow';
  return requireOrganization(db, caller, workflow).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ApiError) return error.message;
      throw error;
    },
  );
}

/** The owners of the workflow hear of it, once a day. In the transaction that ends the run. */
export async function notifyOwners(
  transaction: Query,
  notify: Notify,
  facts: RunFacts,
  problem: string,
): Promise<void> {
  const { workflowId, workflowName } = facts;
  const owners = await transaction
    .selectFrom('workflows')
    .leftJoin('group_members', 'group_members.group_id', 'workflows.group_id')
    .select(['workflows.created_by', 'group_members.user_id'])
    .where('workflows.id', '=', workflowId)
    .where('workflows.deleted_at', 'is', null)
    .execute();
  const ids = new Set(owners.flatMap(({ created_by, user_id }) => [created_by, ...(user_id ? [user_id] : [])]));
  await notify(transaction, [...ids], {
    event: `run-refused:${workflowId}:${new Date().toISOString().slice(0, 10)}`,
    kind: 'run_refused',
    title: `Runs of ${workflowName} fail`,
    text: `${problem}. Publish or activate the workflow as a user who may run it.`,
  });
}
