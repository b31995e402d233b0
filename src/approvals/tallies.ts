/** Counts the approvals of a user exactly, and as fast for a million as for one. */
import { type SqlBool, sql } from 'kysely';
import type { Query } from '../database.ts';
import type { AssigneeStatus } from './tables.ts';

/** Counts the approvals of every status when `statuses` is undefined. */
export async function countApprovals(db: Query, userId: string, statuses?: readonly AssigneeStatus[]): Promise<number> {
  let mine = db.selectFrom('approval_tallies').where('user_id', '=', userId);
  if (statuses) mine = mine.where('status', 'in', statuses);
  const { items, rows } = await mine
    .select(({ fn }) => [fn.sum<number | null>('items').as('items'), fn.countAll<number>().as('rows')])
    .executeTakeFirstOrThrow();
  // Merging them keeps the next count from reading all of them again.
  if (rows > MANY_ROWS) await mergeRows(db, [userId]);
  return items ?? 0;
}

/** Counts the approvals that await the decisions of many users at once. Users without any are missing. */
export async function countPendingApprovals(
  db: Query,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('approval_tallies')
    .select(({ fn }) => ['user_id', fn.sum<number>('items').as('items')])
    .where(sql<SqlBool>`user_id = ANY (${userIds}::uuid[])`)
    .where('status', '=', 'pending')
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, items }) => [user_id, items]));
}

/** Up to this number, reading the rows is as fast as reading one. */
const MANY_ROWS = 100;

const BATCH = 1000;

export async function mergeTallies(db: Query, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ user_id: string }>`
      SELECT DISTINCT user_id FROM approval_tallies WHERE NOT gathered LIMIT ${BATCH}`.execute(db);
    const userIds = rows.map(({ user_id }) => user_id);
    if ((await mergeRows(db, userIds)) < BATCH) return;
  }
}

/**
 * Merges all rows of a user and a status into one. Other transactions see the rows either before or after that, never
 * in between. Returns the number of users whose rows it merged.
 */
async function mergeRows(db: Query, userIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ users: number }>`
    WITH deleted AS (
      DELETE FROM approval_tallies WHERE ctid = ANY (ARRAY(
        -- Another process merges the locked rows at this moment.
        SELECT ctid FROM approval_tallies WHERE user_id = ANY (${userIds}::uuid[]) FOR UPDATE SKIP LOCKED
      )) RETURNING user_id, status, items
    ),
    merged AS (
      INSERT INTO approval_tallies (user_id, status, items, gathered)
      SELECT user_id, status, sum(items), true FROM deleted GROUP BY user_id, status HAVING sum(items) <> 0
    )
    SELECT count(DISTINCT user_id) AS users FROM deleted`.execute(db);
  return rows[0]?.users ?? 0;
}
