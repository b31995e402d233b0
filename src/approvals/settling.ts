/**
 * Ends approvals that several people decide, as soon as their decisions suffice (`votes.ts`). Somebody who has not decided may
 * also be disabled or deleted meanwhile, so a job looks each minute whether the others have decided.
 */
import { type SqlBool, sql } from 'kysely';
import type { Query } from '../database.ts';
import { passPoint } from '../platform/crash-points.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import type { ApprovalRow } from './approvals.ts';
import { readDecisions, readVotes, rulesOf } from './decisions.ts';
import { BATCH, forEachDue } from './each-due.ts';
import { endDecidedStep, type LockedApproval, lockApprovalForUpdate, saveEnd } from './ending.ts';
import { outcomeOf } from './votes.ts';

export const settleJob = defineJob('approvals.settle', { repeat: { everyMinutes: 1 } });

/**
 * Returns the approval as it is then: ended with its last approval or rejection, or still pending. Must hold its lock, and
 * that of its run.
 */
export async function settle(transaction: Query, locked: LockedApproval): Promise<ApprovalRow> {
  const { row } = locked;
  const decisions = await readDecisions(transaction, row);
  const status = outcomeOf(rulesOf(row), await readVotes(transaction, row, decisions));
  const deciding = decisions.filter(({ decision }) => decision === status);
  const last = deciding.at(-1);
  if (!status || !last) return row;
  const { data, comment, decided_by: decidedBy } = last;
  const ended = await saveEnd(transaction, locked, { status, data, comment, decidedBy });
  await endDecidedStep(transaction, ended, {
    decisions,
    names: deciding.map(({ decided_by: { name } }) => name),
    fileIds: decisions.flatMap(({ file_ids }) => file_ids),
  });
  return ended;
}

export async function settleAbandoned(db: Query, signal: AbortSignal): Promise<void> {
  await forEachDue<Abandoned>(
    last => findAbandoned(db, last),
    found => settleOne(db, found),
    signal,
  );
}

type Abandoned = Pick<ApprovalRow, 'id' | 'run_id'>;

async function settleOne(db: Query, found: Abandoned): Promise<void> {
  await db.transaction().execute(async transaction => {
    const locked = await lockApprovalForUpdate(transaction, found);
    if (locked?.row.status !== 'pending' || locked.row.expires_at <= locked.now) return;
    await settle(transaction, locked);
    passPoint('approval.settling');
  });
}

/** Finds those for which somebody can not decide any more. They are few, because they wait in the middle of a decision. */
async function findAbandoned(db: Query, last: Abandoned | undefined): Promise<Abandoned[]> {
  return db
    .selectFrom('approvals')
    .select(['id', 'run_id'])
    .where('status', '=', 'pending')
    .where(sql<SqlBool>`voter_ids <> '{}'`)
    .where(
      sql<SqlBool>`EXISTS (
        SELECT FROM unnest(assignee_user_ids) AS asked (id) LEFT JOIN users USING (id)
        WHERE asked.id <> ALL (voter_ids) AND users.enabled IS NOT TRUE)`,
    )
    .$if(last !== undefined, query => query.where('id', '>', last?.id ?? ''))
    .orderBy('id')
    .limit(BATCH)
    .execute();
}
