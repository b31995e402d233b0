/** Passes the part of an assignee on to somebody else, who may read the workflow. */
import { sql } from 'kysely';
import { recordAudit } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { type Query, readDatabaseTime } from '../database.ts';
import {
  approvalAlreadyEnded,
  approvalDelegateAsked,
  approvalDelegateIsStarter,
  approvalDelegateNotAllowed,
  approvalExpired,
  approvalNotFound,
  approvalVoted,
  tooManyDelegations,
} from '../errors.ts';
import { type Caller, callerOf } from '../http/caller.ts';
import { passPoint } from '../platform/crash-points.ts';
import { toStorableJson } from '../platform/postgres/storable-text.ts';
import { type ApprovalRow, canReadWorkflow, findApproval, hasVoted, isAssignee, toApproval } from './approvals.ts';
import type { DecidingServices } from './deciding.ts';
import { type LockedApproval, lockApprovalForUpdate } from './ending.ts';
import { aboutApproval } from './notices.ts';
import type { Approval, DelegateRequest } from './schemas.ts';
import type { Decider, Delegation } from './tables.ts';

/** Locks as a decision does, so that of a decision and a delegation of one person only the first counts. */
export async function delegate(
  { files, notify, publicUrl }: DecidingServices,
  caller: Caller,
  { approval_id, user_id }: DelegateRequest,
): Promise<Approval> {
  const db = files.database.query;
  const row = await findApproval(db, approval_id);
  if (!row) throw approvalNotFound();
  requireDelegable({ row, now: await readDatabaseTime(db) }, caller);
  const delegated = await db.transaction().execute(async transaction => {
    const locked = await lockApprovalForUpdate(transaction, row);
    if (!locked) throw approvalNotFound();
    requireDelegable(locked, caller);
    const to = await requireDelegate(transaction, locked.row, user_id);
    const from = { id: caller.userId, email: caller.email, name: caller.name };
    const passed = await passOn(transaction, locked, { from, to, at: locked.now.getTime() });
    const event = `approval:${passed.id}:delegated:${passed.delegations.length}`;
    const opening = `${caller.name} passed on to you what the workflow '${passed.workflow_name}' asks: ${passed.title}`;
    await notify(transaction, [to.id], aboutApproval(publicUrl(), passed, { event, opening }));
    await recordAudit(transaction, caller, {
      action: 'approval.delegate',
      subject: { kind: 'approval', id: passed.id, name: passed.title },
      details: { workflow_id: passed.workflow_id, run_id: passed.run_id, node_id: passed.node_id, to: to.id },
    });
    passPoint('approval.delegating');
    return passed;
  });
  passPoint('approval.delegated');
  return toApproval(delegated, caller.userId);
}

function requireDelegable({ row, now }: LockedApproval, caller: Caller): void {
  if (!isAssignee(row, caller)) throw approvalNotFound();
  if (row.status !== 'pending') throw approvalAlreadyEnded(row.status);
  if (hasVoted(row, caller.userId)) throw approvalVoted();
  if (row.expires_at <= now) throw approvalExpired();
  const most = fixedLimits.approval.delegations;
  if (row.delegations.length >= most) throw tooManyDelegations(most);
}

async function requireDelegate(transaction: Query, row: ApprovalRow, userId: string): Promise<Decider> {
  if (row.assignee_user_ids.includes(userId)) throw approvalDelegateAsked();
  if (row.excludes_starter && userId === row.created_by) throw approvalDelegateIsStarter();
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'email', 'name', 'workflow_permission'])
    .where('id', '=', userId)
    .where('enabled', '=', true)
    // Until the transaction ends, the user can not be deleted.
    .forKeyShare()
    .executeTakeFirst();
  if (!user) throw approvalDelegateNotAllowed();
  const { workflow_permission: workflowPermission, ...person } = user;
  const mayRead = await canReadWorkflow(transaction, { ...callerOf(person), workflowPermission }, row);
  if (!mayRead) throw approvalDelegateNotAllowed();
  return person;
}

/** The new assignee takes the place of the other one, who is no assignee any more. */
async function passOn(transaction: Query, { row, now }: LockedApproval, delegation: Delegation): Promise<ApprovalRow> {
  const { from, to } = delegation;
  await transaction
    .deleteFrom('approval_assignees')
    .where('approval_id', '=', row.id)
    .where('user_id', '=', from.id)
    .execute();
  await transaction
    .insertInto('approval_assignees')
    .values({ approval_id: row.id, user_id: to.id, status: 'pending', created_at: row.created_at })
    .execute();
  return transaction
    .updateTable('approvals')
    .set({
      assignee_user_ids: sql<string[]>`array_replace(assignee_user_ids, ${from.id}::uuid, ${to.id}::uuid)`,
      // Who was asked in addition stays so, as the one who decides instead.
      ...(row.escalate_at === null && {
        escalate_user_ids: sql<string[]>`array_replace(escalate_user_ids, ${from.id}::uuid, ${to.id}::uuid)`,
      }),
      delegations: toStorableJson([...row.delegations, delegation]),
      updated_at: now,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
