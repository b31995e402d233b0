import type { Selectable } from 'kysely';
import type { Query } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import { newId } from '../platform/ids.ts';
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
  kind: string;
  title: string;
  text: string;
  link?: string;
}

/** In the transaction of what it tells about: it is told exactly when that happened. */
export async function notify(db: Query, userId: string, { kind, title, text, link }: NewNotification): Promise<void> {
  await db
    .insertInto('notifications')
    .values({ id: newId(), user_id: userId, kind, title, text, link: link ?? null })
    .execute();
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

export function notificationOf({ user_id, created_at, ...notification }: NotificationRow): Notification {
  return { ...notification, created: created_at.getTime() };
}
