/** Notifications are deleted after some time, those that were read sooner. */
import { sql } from 'kysely';
import type { Query } from '../database.ts';

export interface NotificationRetention {
  /** Since the notification was created. */
  days: number;
  /** The same of one that was read. */
  readDays: number;
}

/** Small enough that nobody waits for a row of theirs. */
const BATCH = 1000;

export async function deleteOldNotifications(db: Query, { days, readDays }: NotificationRetention): Promise<number> {
  const isRead = sql<boolean>`read AND created_at < now() - make_interval(days => ${Math.min(days, readDays)})`;
  const isOld = sql<boolean>`created_at < now() - make_interval(days => ${days})`;
  return (await deleteWhere(db, isRead)) + (await deleteWhere(db, isOld));
}

async function deleteWhere(db: Query, condition: ReturnType<typeof sql<boolean>>): Promise<number> {
  for (let deleted = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM notifications WHERE id IN (
        SELECT id FROM notifications WHERE ${condition} ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < BATCH) return deleted;
  }
}
