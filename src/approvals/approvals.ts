/** Approvals as records: what those who may decide them, and readers of their workflows, see of them. */
import type { Selectable } from 'kysely';
import { groupsOf } from '../accounts/memberships.ts';
import type { Query } from '../database.ts';
import { approvalNotFound, validationError } from '../errors.ts';
import type { Caller } from '../http/authentication.ts';
import { accessOf } from '../workflows/access.ts';
import type { Approval, ApprovalLimits, FindRequest } from './schemas.ts';
import type { ApprovalTables } from './tables.ts';
import { tallyOf } from './tallies.ts';

export type ApprovalRow = Selectable<ApprovalTables['approvals']>;

/** Of those that the caller may decide or has decided, the newest first. */
export async function findApprovals(
  db: Query,
  { userId }: Caller,
  { status, limit_from: offset = 0, limit_to }: FindRequest,
  { listed }: ApprovalLimits,
): Promise<{ items: Approval[]; total: number }> {
  if (limit_to !== undefined && limit_to < offset) {
    throw validationError('limit_to', 'must be an integer not below limit_from');
  }
  let mine = db.selectFrom('approval_assignees').where('user_id', '=', userId);
  if (status) mine = mine.where('status', '=', status);
  const page = mine
    .select('approval_id')
    .orderBy('created_at', 'desc')
    .orderBy('approval_id', 'desc')
    .limit(limit_to === undefined ? listed.default : limit_to - offset)
    .offset(offset);
  // Ids first: what is skipped is skipped in the index.
  const rows = await db
    .selectFrom('approvals')
    .selectAll()
    .where('id', 'in', page)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return { items: rows.map(row => approvalOf(row, userId)), total: await tallyOf(db, userId, status) };
}

/** For those who may decide it, and those who can read its workflow. Others learn nothing of it. */
export async function readApproval(db: Query, caller: Caller, id: string): Promise<Approval> {
  const row = await findApproval(db, id);
  if (!row || !(isAssignee(row, caller) || (await canReadWorkflow(db, caller, row)))) throw approvalNotFound();
  return approvalOf(row, caller.userId);
}

export async function findApproval(db: Query, id: string): Promise<ApprovalRow | undefined> {
  return db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst();
}

export function isAssignee({ assignee_user_ids }: ApprovalRow, { userId }: Caller): boolean {
  return assignee_user_ids.includes(userId);
}

/** The wire's form. */
export function approvalOf(row: ApprovalRow, userId: string): Approval {
  return {
    id: row.id,
    created: { timestamp: row.created_at.getTime(), user_id: row.created_by },
    updated: { timestamp: row.updated_at.getTime(), user_id: row.decided_by?.id ?? row.created_by },
    permissions: {
      owner: { user_id: row.created_by, group_id: null },
      write: row.status === 'pending' && row.assignee_user_ids.includes(userId),
      run: false,
      export: false,
      copy: false,
    },
    workflow_id: row.workflow_id,
    workflow_name: row.workflow_name,
    run_id: row.run_id,
    node_id: row.node_id,
    organization_id: row.organization_id,
    status: row.status,
    title: row.title,
    message: row.message,
    form_schema: row.form_schema,
    form_values: row.form_values,
    allow_reject: row.allow_reject,
    assignee_user_ids: row.assignee_user_ids,
    expires_at: row.expires_at.getTime(),
    timeout_continues: row.timeout_continues,
    decision_data: row.decision_data,
    comment: row.comment,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.getTime() ?? null,
  };
}

async function canReadWorkflow(db: Query, caller: Caller, { workflow_id }: ApprovalRow): Promise<boolean> {
  if (caller.workflowPermission === 'none') return false;
  const workflow = await db.selectFrom('workflows').selectAll().where('id', '=', workflow_id).executeTakeFirst();
  return workflow !== undefined && accessOf(workflow, caller, await groupsOf(db, caller)) !== undefined;
}
