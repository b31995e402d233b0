/** The stored decisions of an approval that several people decide. An approval that one decision ends has none. */
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Query } from '../database.ts';
import { toStorableJson } from '../platform/postgres/storable-text.ts';
import type { ApprovalRow } from './approvals.ts';
import type { ApprovalTables, Decider } from './tables.ts';
import type { Rules, Votes } from './votes.ts';

export type StoredDecision = Selectable<ApprovalTables['approval_decisions']>;

export interface NewDecision {
  decision: 'approved' | 'rejected';
  data: Readonly<Record<string, unknown>>;
  comment: string;
  decidedBy: Decider;
  fileIds: string[];
}

/** Also marks the approval as one that no longer awaits this person. Must hold its lock. */
export async function storeDecision(
  transaction: Query,
  { id }: ApprovalRow,
  { decision, data, comment, decidedBy, fileIds }: NewDecision,
  now: Date,
): Promise<ApprovalRow> {
  await transaction
    .insertInto('approval_decisions')
    .values({
      ...{ approval_id: id, user_id: decidedBy.id, decision, comment, decided_at: now, file_ids: fileIds },
      data: toStorableJson(data),
      decided_by: toStorableJson(decidedBy),
    })
    .execute();
  await transaction
    .updateTable('approval_assignees')
    .set({ status: 'voted' })
    .where('approval_id', '=', id)
    .where('user_id', '=', decidedBy.id)
    .execute();
  return transaction
    .updateTable('approvals')
    .set({ voter_ids: sql<string[]>`voter_ids || ${decidedBy.id}::uuid`, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** In the order in which they were made, which is that of the people in `voter_ids`. */
export async function readDecisions(db: Query, { id, several, voter_ids }: ApprovalRow): Promise<StoredDecision[]> {
  if (!several) return [];
  return db
    .selectFrom('approval_decisions')
    .selectAll()
    .where('approval_id', '=', id)
    .orderBy(sql`array_position(${voter_ids}::uuid[], user_id)`)
    .execute();
}

/** As the output of the step and the context of the approval list it. */
export function showDecision({ decision, decided_by, decided_at, comment, data }: StoredDecision) {
  return { decision, decided_by, decided_at: decided_at.getTime(), comment, data };
}

export function rulesOf({ required, reject_after }: ApprovalRow): Rules {
  return { required: required ?? 'all', rejectAfter: reject_after };
}

/** Who is not an assignee yet, but will be asked in addition. */
export function askedLater({ escalate_at, escalate_user_ids, assignee_user_ids }: ApprovalRow): string[] {
  return escalate_at === null ? [] : escalate_user_ids.filter(id => !assignee_user_ids.includes(id));
}

/** Users who were disabled or deleted since they were asked can not decide any more. */
export async function readVotes(
  db: Query,
  row: ApprovalRow,
  decisions: readonly Pick<StoredDecision, 'decision'>[],
): Promise<Votes> {
  const { assignee_user_ids, voter_ids, escalate_at, escalate_user_ids } = row;
  const added = new Set(escalate_at === null ? escalate_user_ids : []);
  const undecided = assignee_user_ids.filter(id => !voter_ids.includes(id));
  const enabled = await findEnabled(db, [...undecided, ...askedLater(row)]);
  const asked = [...voter_ids, ...undecided.filter(id => enabled.has(id))].filter(id => !added.has(id));
  const approvals = decisions.filter(({ decision }) => decision === 'approved').length;
  return { approvals, rejections: decisions.length - approvals, open: enabled.size, asked: asked.length };
}

export async function findEnabled(db: Query, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(sql<SqlBool>`id = ANY (${ids}::uuid[])`)
    .where('enabled', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
