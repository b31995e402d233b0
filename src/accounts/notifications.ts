import { type Selectable, sql } from 'kysely';
import type { Query } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import { newId } from '../platform/ids.ts';
import type { JobQueue } from '../platform/jobs/jobs.ts';
import { mailNotification } from './notification-mail.ts';
import type { AccountTables } from './tables.ts';

export type NotificationRow = Selectable<AccountTables['notifications']>;

export interface Notification {
  id: string;
  kind: string;
  title: string;
  text: string;
  link: string | null;
  read: boolean;
  created: number;
}

export interface NewNotification {
  /** Names what it tells of: nobody is told of the same event twice. */
  event: string;
  kind: string;
  title: string;
  /** Markdown. */
  text: string;
  link?: string;
}

/** Tells users in the app and by e-mail, in the transaction of what it tells of: exactly when that happened. */
export type Notify = (transaction: Query, userIds: readonly string[], notification: NewNotification) => Promise<void>;

export function createNotify(jobs: Pick<JobQueue, 'enqueueMany'>): Notify {
  return async (transaction, userIds, notification) => {
    const told = await insertNotifications(transaction, [...new Set(userIds)], notification);
    const mails = told.map(({ id }) => ({ notification_id: id }));
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
  return notificationOf(row);
}

export function notificationOf({ id, kind, title, text, link, read, created_at }: NotificationRow): Notification {
  return { id, kind, title, text, link, read, created: created_at.getTime() };
}

/** Users who are gone are told nothing; the others can not go before this is committed. */
async function insertNotifications(
  transaction: Query,
  userIds: string[],
  { event, kind, title, text, link }: NewNotification,
): Promise<{ id: string }[]> {
  const ids = userIds.map(() => newId());
  const { rows } = await sql<{ id: string }>`
    INSERT INTO notifications (id, user_id, event, kind, title, text, link)
    SELECT given.id, users.id, ${event}, ${kind}, ${title}, ${text}, ${link ?? null}
    FROM unnest(${ids}::uuid[], ${userIds}::uuid[]) AS given (id, user_id) JOIN users ON users.id = given.user_id
    ORDER BY users.id -- those who tell the same people of the same event wait for each other, in no circle
    FOR KEY SHARE OF users
    ON CONFLICT (user_id, event) DO NOTHING RETURNING id`.execute(transaction);
  return rows;
}
