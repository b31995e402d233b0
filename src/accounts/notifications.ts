import { type Selectable, sql } from 'kysely';
import type { Query } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import { newId } from '../platform/ids.ts';
import type { JobQueue } from '../platform/jobs/jobs.ts';
import { deleteInBatches } from '../platform/postgres/delete-in-batches.ts';
import { mailNotification } from './notification-mail.ts';
import type { Notification } from './schemas.ts';
import type { AccountTables } from './tables.ts';

type NotificationRow = Selectable<AccountTables['notifications']>;

export interface NewNotification {
  /** Identifies the event: a user gets at most one notification of it. */
  event: string;
  kind: string;
  title: string;
  /** Markdown. */
  text: string;
  link?: string;
  /** The mail gets a link of its reader to this path instead, which needs no sign-in. See `own-links.ts`. */
  ownPath?: string;
}

/** Notifies users in the app and by e-mail, in the transaction of the event: exactly when the event is committed. */
export type Notify = (transaction: Query, userIds: readonly string[], notification: NewNotification) => Promise<void>;

export function createNotify(jobs: Pick<JobQueue, 'enqueueMany'>): Notify {
  return async (transaction, userIds, notification) => {
    const inserted = await insertNotifications(transaction, [...new Set(userIds)], notification);
    const mails = inserted.map(({ id }) => ({ notification_id: id }));
    await jobs.enqueueMany(mailNotification, mails, { transaction });
  };
}

export async function markRead(db: Query, id: string, userId: string): Promise<Notification> {
  const row = await db
    .updateTable('notifications')
    .set({ read: true })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw entityNotFound();
  return toNotification(row);
}

/** Marks what existed at a time as read, so that what came since stays unread. */
export async function markAllRead(db: Query, userId: string, until: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read: true })
    .where('user_id', '=', userId)
    .where('read', '=', false)
    .where('created_at', '<=', until)
    .execute();
}

/** Nobody wants to know more exactly, and every count reads as many rows as it counts. */
const MOST_COUNTED = 100;

/** Counts the unread notifications of many users at once. Users without any are missing. */
export async function countUnread(db: Query, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ user_id: string; unread: number }>`
    SELECT ids.id AS user_id, count(*) AS unread FROM unnest(${userIds}::uuid[]) AS ids (id)
    CROSS JOIN LATERAL (
      SELECT FROM notifications WHERE user_id = ids.id AND NOT read LIMIT ${MOST_COUNTED}
    ) AS found
    GROUP BY ids.id`.execute(db);
  return new Map(rows.map(({ user_id, unread }) => [user_id, unread]));
}

export function toNotification({ id, kind, title, text, link, read, created_at }: NotificationRow): Notification {
  return { id, kind, title, text, link, read, created: created_at.getTime() };
}

/** Skips users who were deleted. The others can not be deleted before this transaction ends. */
async function insertNotifications(
  transaction: Query,
  userIds: string[],
  { event, kind, title, text, link, ownPath }: NewNotification,
): Promise<{ id: string }[]> {
  const ids = userIds.map(() => newId());
  const { rows } = await sql<{ id: string }>`
    INSERT INTO notifications (id, user_id, event, kind, title, text, link, own_path)
    SELECT recipients.id, users.id, ${event}, ${kind}, ${title}, ${text}, ${link ?? null}, ${ownPath ?? null}
    FROM unnest(${ids}::uuid[], ${userIds}::uuid[]) AS recipients (id, user_id)
    JOIN users ON users.id = recipients.user_id
    ORDER BY users.id -- so that transactions that notify the same users of the same event do not deadlock
    FOR KEY SHARE OF users
    ON CONFLICT (user_id, event) DO NOTHING RETURNING id`.execute(transaction);
  return rows;
}

/** How long notifications are stored after they were created. */
export interface NotificationRetention {
  days: number;
  /** The same for notifications that were read. */
  readDays: number;
}

export async function deleteOldNotifications(
  db: Query,
  { days, readDays }: NotificationRetention,
  signal?: AbortSignal,
): Promise<void> {
  const conditions = [
    sql`read AND created_at < now() - make_interval(days => ${Math.min(days, readDays)})`,
    sql`created_at < now() - make_interval(days => ${days})`,
  ];
  for (const where of conditions) {
    await deleteInBatches(db, { table: 'notifications', where, order: 'created_at' }, signal);
  }
}
