/**
 * Pages of the approvals of a user, newest first.
 *
 * A page begins behind an approval, and not after a number of them, so that new ones move nothing. Texts have no index,
 * so one request looks through a limited number of approvals: its page may be short, and its `next` goes on from there.
 */

import { type SqlBool, sql } from 'kysely';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { type Position, readCursor, toCursor } from '../query/page-cursor.ts';
import { isOfDeletedWorkflow } from './approvals.ts';
import type { InboxItem, InboxPage, InboxRequest } from './schemas.ts';
import type { AssigneeStatus } from './tables.ts';

const DEFAULT_ITEMS = 30;
/** Approvals that one request looks through for a text. */
const SEARCHED = 2_000;

const STATUSES: Record<InboxRequest['state'], readonly AssigneeStatus[]> = {
  waiting: ['pending'],
  decided: ['voted', 'approved', 'rejected', 'expired', 'cancelled'],
};

export async function listApprovals(db: Query, caller: Caller, request: InboxRequest): Promise<InboxPage> {
  const { state, limit = DEFAULT_ITEMS, before } = request;
  const text = request.text?.trim() ?? '';
  const most = text === '' ? limit + 1 : SEARCHED;
  const start = before === undefined ? undefined : readCursor(before);
  const scanned = await readNewest(db, caller, { statuses: STATUSES[state], start, most });
  const rows = await readItems(db, scanned, { text, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const end = rows.length > limit ? items.at(-1) : scanned.length === most ? scanned.at(-1) : undefined;
  return { items: items.map(toItem), next: end ? toCursor(end) : null };
}

/** Merges the newest approvals of each status, because an index has those of one status in order. */
async function readNewest(
  db: Query,
  { userId }: Caller,
  { statuses, start, most }: { statuses: readonly AssigneeStatus[]; start: Position | undefined; most: number },
): Promise<Position[]> {
  const behind = start
    ? sql`AND (created_at, approval_id) < (${start.created_at}::timestamptz, ${start.id}::uuid)`
    : sql``;
  const ordered = statuses.map(
    status => sql`(
      SELECT approval_id AS id, created_at FROM approval_assignees
      WHERE user_id = ${userId} AND status = ${status} ${behind}
      ORDER BY created_at DESC, approval_id DESC LIMIT ${most})`,
  );
  const { rows } = await sql<Position>`
    SELECT id, created_at FROM (${sql.join(ordered, sql` UNION ALL `)}) AS newest
    ORDER BY created_at DESC, id DESC LIMIT ${most}`.execute(db);
  return rows;
}

async function readItems(db: Query, scanned: readonly Position[], { text, limit }: { text: string; limit: number }) {
  const ids = scanned.map(({ id }) => id);
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return db
    .selectFrom('approvals')
    .innerJoin('users', 'users.id', 'approvals.created_by')
    .select([
      'approvals.id',
      'approvals.created_at',
      'approvals.status',
      'approvals.title',
      'approvals.workflow_id',
      'approvals.workflow_name',
      'approvals.expires_at',
      'approvals.decided_by',
      'approvals.decided_at',
      'approvals.updated_at',
      'approvals.created_by',
      'users.name as asker_name',
      'users.email as asker_email',
    ])
    .where(sql<SqlBool>`approvals.id = ANY (${ids}::uuid[])`)
    .where(sql<SqlBool>`NOT ${isOfDeletedWorkflow}`)
    .$if(text !== '', query =>
      query.where(
        sql<SqlBool>`(approvals.title ILIKE ${pattern} OR approvals.workflow_name ILIKE ${pattern}
          OR approvals.message ILIKE ${pattern} OR users.name ILIKE ${pattern})`,
      ),
    )
    .orderBy('approvals.created_at', 'desc')
    .orderBy('approvals.id', 'desc')
    .limit(limit)
    .execute();
}

function toItem(row: Awaited<ReturnType<typeof readItems>>[number]): InboxItem {
  return {
    id: row.id,
    created_at: row.created_at.getTime(),
    status: row.status,
    title: row.title,
    workflow_id: row.workflow_id,
    workflow_name: row.workflow_name,
    asked_by: { id: row.created_by, name: row.asker_name, email: row.asker_email },
    expires_at: row.expires_at.getTime(),
    decided_by: row.decided_by,
    ended_at: row.status === 'pending' ? null : (row.decided_at ?? row.updated_at).getTime(),
  };
}
