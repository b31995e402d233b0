/** Checks whether the user of a queued run may still run its workflow, because much can change while a run is queued. */
import { findGroupIds } from '../../accounts/memberships.ts';
import type { Notify } from '../../accounts/notifications.ts';
import type { Query } from '../../database.ts';
import { ApiError } from '../../errors.ts';
import type { WorkflowPermission } from '../../http/caller.ts';
import { calculateAccess, requireWorkflowOrganization } from '../../workflows/access.ts';
import type { RunFacts } from '../executing/run-state.ts';

/** What the claim of a run has read already. */
export interface RunAuthorization {
  isEnabled: boolean;
  permission: WorkflowPermission;
  /** Whether the user created the workflow, and it belongs to no organization. */
  isOwn: boolean;
}

type AuthorizedRun = Pick<RunFacts, 'workflowId' | 'user'>;

/** Returns the reason for the run's `error`, or undefined when the user may run the workflow. */
export async function findAuthorizationProblem(
  db: Query,
  facts: AuthorizedRun,
  authorization: RunAuthorization,
): Promise<string | undefined> {
  const reason = await findReason(db, facts, authorization);
  return reason && `${REFUSED} ${facts.user.email}: ${reason}`;
}

const REFUSED = 'The run can not be executed on behalf of';

/** Whether a run failed because its user may not run the workflow. Its owners were told so when it failed. */
export function isAuthorizationProblem(error: string): boolean {
  return error.startsWith(REFUSED);
}

async function findReason(db: Query, { workflowId, user }: AuthorizedRun, authorization: RunAuthorization) {
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
  if (!calculateAccess(workflow, caller, await findGroupIds(db, caller))?.run)
    return 'the user has no access to the workflow';
  return requireWorkflowOrganization(db, caller, workflow, 'operate').then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ApiError) return error.message;
      throw error;
    },
  );
}

/** Notifies the owners of the workflow once a day, in the transaction that ends the run. */
export async function notifyOwners(
  transaction: Query,
  notify: Notify,
  facts: RunFacts,
  problem: string,
): Promise<void> {
  const { workflowId, workflowName } = facts;
  await notify(transaction, await findOwnerIds(transaction, workflowId), {
    event: `run-refused:${workflowId}:${new Date().toISOString().slice(0, 10)}`,
    kind: 'run_refused',
    title: `Runs of ${workflowName} fail`,
    text: `${problem}. Publish or activate the workflow as a user who may run it.`,
  });
}

/** Returns the creator of the workflow, and the members of the group that owns it. */
export async function findOwnerIds(db: Query, workflowId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('workflows')
    .leftJoin('group_members', 'group_members.group_id', 'workflows.group_id')
    .select(['workflows.created_by', 'group_members.user_id'])
    .where('workflows.id', '=', workflowId)
    .where('workflows.deleted_at', 'is', null)
    .execute();
  return [...new Set(rows.flatMap(({ created_by, user_id }) => [created_by, ...(user_id ? [user_id] : [])]))];
}
