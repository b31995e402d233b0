/**
 * Reminds people of approvals that they have not decided, and asks others in addition after a time. A job looks each minute.
 *
 * Each approval has the next time of both in its row, and a transaction that locks the row moves it on and writes the
 * notifications. So a crash neither loses a reminder nor sends it twice, and of several processes one sends it. Times that
 * passed while no process ran are one reminder.
 */
import { type SqlBool, sql } from 'kysely';
import type { Notify } from '../accounts/notifications.ts';
import type { Query } from '../database.ts';
import { passPoint } from '../platform/crash-points.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import type { ApprovalRow } from './approvals.ts';
import { askedLater, findEnabled } from './decisions.ts';
import { BATCH, forEachDue } from './each-due.ts';
import { type LockedApproval, lockApprovalForUpdate } from './ending.ts';
import { aboutApproval } from './notices.ts';

export interface AttentionServices {
  notify: Notify;
  /** The beginning of links. */
  publicUrl(): string;
}

export const attendJob = defineJob('approvals.attend', { repeat: { everyMinutes: 1 } });

type DueApproval = Pick<ApprovalRow, 'id' | 'run_id'> & { due_at: Date };

export async function attendDue(services: AttentionServices, db: Query, signal: AbortSignal): Promise<void> {
  await forEachDue<DueApproval>(
    last => findDueAfter(db, last),
    due => attend(services, db, due),
    signal,
  );
}

const DUE_AT = sql<Date>`least(remind_at, escalate_at)`;

async function findDueAfter(db: Query, last: DueApproval | undefined): Promise<DueApproval[]> {
  let due = db
    .selectFrom('approvals')
    .select(['id', 'run_id', DUE_AT.as('due_at')])
    .where('status', '=', 'pending')
    .where(sql<SqlBool>`(remind_at IS NOT NULL OR escalate_at IS NOT NULL)`)
    .where(DUE_AT, '<=', sql<Date>`now()`)
    .where('expires_at', '>', sql<Date>`now()`);
  if (last) due = due.where(sql<SqlBool>`(${DUE_AT}, id) > (${last.due_at}, ${last.id})`);
  return due.orderBy(DUE_AT).orderBy('id').limit(BATCH).execute();
}

async function attend(services: AttentionServices, db: Query, due: DueApproval): Promise<void> {
  await db.transaction().execute(async transaction => {
    const locked = await lockApprovalForUpdate(transaction, due);
    // It may have ended, or another process may have dealt with it meanwhile.
    if (locked?.row.status !== 'pending' || locked.row.expires_at <= locked.now) return;
    if (isOver(locked.row.remind_at, locked)) await remind(services, transaction, locked);
    if (isOver(locked.row.escalate_at, locked)) await escalate(services, transaction, locked);
    passPoint('approval.attending');
  });
  passPoint('approval.attended');
}

function isOver(time: Date | null, { now }: LockedApproval): boolean {
  return time !== null && time <= now;
}

async function remind({ notify, publicUrl }: AttentionServices, transaction: Query, locked: LockedApproval) {
  const { row } = locked;
  const { id, workflow_name, title, assignee_user_ids, voter_ids } = row;
  const reminders = row.reminders + 1;
  await transaction
    .updateTable('approvals')
    .set({ reminders, remind_at: nextReminder(locked) })
    .where('id', '=', id)
    .execute();
  const undecided = await findEnabled(
    transaction,
    assignee_user_ids.filter(each => !voter_ids.includes(each)),
  );
  const event = `approval:${id}:reminder:${reminders}`;
  const opening = `The workflow '${workflow_name}' still waits for your decision: ${title}`;
  await notify(transaction, [...undecided], aboutApproval(publicUrl(), row, { event, opening }));
}

/** Returns null when there is none before the deadline. */
function nextReminder({ row: { remind_at, remind_hours, expires_at }, now }: LockedApproval): Date | null {
  if (remind_at === null || remind_hours === null) return null;
  const interval = remind_hours * 3_600_000;
  const passed = Math.floor((now.getTime() - remind_at.getTime()) / interval) + 1;
  const next = new Date(remind_at.getTime() + passed * interval);
  return next < expires_at ? next : null;
}

/** Their lists have the approval at the time at which it was opened, like those of all others. */
async function escalate({ notify, publicUrl }: AttentionServices, transaction: Query, { row, now }: LockedApproval) {
  const enabled = await findEnabled(transaction, askedLater(row));
  const added = row.escalate_user_ids.filter(id => enabled.has(id));
  await transaction
    .updateTable('approvals')
    .set({
      escalate_at: null,
      escalate_user_ids: added,
      assignee_user_ids: [...row.assignee_user_ids, ...added],
      updated_at: now,
    })
    .where('id', '=', row.id)
    .execute();
  if (added.length === 0) return;
  await transaction
    .insertInto('approval_assignees')
    .values(
      added.map(user_id => ({ approval_id: row.id, user_id, status: 'pending' as const, created_at: row.created_at })),
    )
    .execute();
  const event = `approval:${row.id}:escalated`;
  const opening = `The workflow '${row.workflow_name}' asks for your decision too, because others have not decided: ${row.title}`;
  await notify(transaction, added, aboutApproval(publicUrl(), row, { event, opening }));
}
