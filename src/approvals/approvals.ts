/** Approvals as records, for those who may decide them and for readers of their workflows. */
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import type { Query } from '../database.ts';
import { approvalNotFound, validationError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { ResponseChunk } from '../http/large-response.ts';
import { jsonArray, type RowBatch, readInBatches } from '../query/batches.ts';
import { calculateAccess } from '../workflows/access.ts';
import type { Approval, ApprovalFindRequest, ApprovalLimits } from './schemas.ts';
import type { ApprovalTables, AssigneeStatus } from './tables.ts';
import { countApprovals } from './tallies.ts';

export type ApprovalRow = Selectable<ApprovalTables['approvals']>;

/** Finds the approvals that the caller may decide or has decided, newest first. */
export async function findApprovals(
  db: Query,
  { userId }: Caller,
  { limit_from: offset = 0, limit_to, ...filter }: ApprovalFindRequest,
  { listed }: ApprovalLimits,
  statuses: readonly AssigneeStatus[] | undefined = statusesOf(filter),
): Promise<{ batches: AsyncIterable<RowBatch<ApprovalRow>>; total: number }> {
  if (limit_to !== undefined && limit_to < offset) {
    throw validationError('limit_to', 'must be an integer not below limit_from');
  }
  const limit = limit_to === undefined ? listed.default : limit_to - offset;
  const page = selectPage(userId, statuses, { offset, limit });
  // The page is selected by ids first, so that earlier pages are skipped in the index.
  const entries = await db
    .selectFrom('approvals')
    .select(['id', sql<number>`${sql.raw(BYTES)}`.as('bytes')])
    .where(sql<SqlBool>`id IN (${page})`)
    .where(isOfDeletedWorkflow, '=', false)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const read = (ids: readonly string[]) =>
    db
      .selectFrom('approvals')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
  return { batches: readInBatches(entries, read), total: await countApprovals(db, userId, statuses) };
}

/** To the integration API, an approval that waits for others is pending like any other. */
function statusesOf({ status }: Pick<ApprovalFindRequest, 'status'>): readonly AssigneeStatus[] | undefined {
  if (status === undefined) return undefined;
  return status === 'pending' ? ['pending', 'voted'] : [status];
}

/** Selects ids, newest first. The newest of each status are merged, because an index has those of one status in order. */
function selectPage(
  userId: string,
  statuses: readonly AssigneeStatus[] | undefined,
  { offset, limit }: { offset: number; limit: number },
): RawBuilder<unknown> {
  const newest = (condition: RawBuilder<unknown>) => sql`(
    SELECT approval_id, created_at FROM approval_assignees WHERE user_id = ${userId} ${condition}
    ORDER BY created_at DESC, approval_id DESC LIMIT ${offset + limit})`;
  const parts = statuses?.map(status => newest(sql`AND status = ${status}`)) ?? [newest(sql``)];
  return sql`SELECT approval_id FROM (${sql.join(parts, sql` UNION ALL `)}) AS mine
    ORDER BY created_at DESC, approval_id DESC LIMIT ${limit} OFFSET ${offset}`;
}

/** Forms and their values are limited, so that measuring them is cheap. */
const BYTES = `octet_length(message) + octet_length(coalesce(form_schema::text, '')) + octet_length(form_values::text)
  + octet_length(decision_data::text) + octet_length(comment) + 1024`;

/** Builds the JSON of a page. */
export async function* pageChunks(
  { userId }: Caller,
  { batches, total }: Awaited<ReturnType<typeof findApprovals>>,
): AsyncGenerator<ResponseChunk> {
  yield { bytes: 10, text: async () => '{"items":' };
  yield* jsonArray(batches, async rows => rows.map(row => JSON.stringify(toApproval(row, userId))));
  yield { bytes: 20, text: async () => `,"total":${total}}` };
}

export async function readApproval(db: Query, caller: Caller, id: string): Promise<Approval> {
  return toApproval(await requireReadable(db, caller, id), caller.userId);
}

/** For those who may decide the approval or have passed it on, and those who may read its workflow. For others it does not exist. */
export async function requireReadable(db: Query, caller: Caller, id: string): Promise<ApprovalRow> {
  const row = await findApproval(db, id);
  if (!row || !(isAssignee(row, caller) || hasDelegated(row, caller) || (await canReadWorkflow(db, caller, row))))
    throw approvalNotFound();
  return row;
}

export async function findApproval(db: Query, id: string): Promise<ApprovalRow | undefined> {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', id)
    .where(isOfDeletedWorkflow, '=', false)
    .executeTakeFirst();
}

/** Nobody sees the approvals of a deleted workflow, although its rows may still be in the database. */
export const isOfDeletedWorkflow = sql<boolean>`EXISTS (
  SELECT FROM workflows WHERE workflows.id = approvals.workflow_id AND workflows.deleted_at IS NOT NULL)`;

export function isAssignee({ assignee_user_ids }: ApprovalRow, { userId }: Caller): boolean {
  return assignee_user_ids.includes(userId);
}

/** Who has passed their part on can still see what becomes of it. */
export function hasDelegated({ delegations }: ApprovalRow, { userId }: Caller): boolean {
  return delegations.some(({ from }) => from.id === userId);
}

/** Whether the user has decided an approval that still waits for others. */
export function hasVoted({ voter_ids }: ApprovalRow, userId: string): boolean {
  return voter_ids.includes(userId);
}

/** Converts a row to what this user sees. */
export function toApproval(row: ApprovalRow, userId: string): Approval {
  return {
    id: row.id,
    created: { timestamp: row.created_at.getTime(), user_id: row.created_by },
    updated: {
      timestamp: row.updated_at.getTime(),
      user_id: row.decided_by?.id ?? row.voter_ids.at(-1) ?? row.created_by,
    },
    permissions: {
      owner: { user_id: row.created_by, group_id: null },
      write: row.status === 'pending' && row.assignee_user_ids.includes(userId) && !hasVoted(row, userId),
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

export async function canReadWorkflow(db: Query, caller: Caller, { workflow_id }: ApprovalRow): Promise<boolean> {
  if (caller.workflowPermission === 'none') return false;
  const workflow = await db
    .selectFrom('workflows')
    .selectAll()
    .where('id', '=', workflow_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return workflow !== undefined && calculateAccess(workflow, caller, await findGroupIds(db, caller)) !== undefined;
}
