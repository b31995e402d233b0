/** How many approvals each user has: exact, and as quick for a million as for one. */
import { sql } from 'kysely';
import type { Query } from '../database.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import type { ApprovalStatus } from './schemas.ts';

/** Of every status, unless one is given. */
export async function tallyOf(db: Query, userId: string, status?: ApprovalStatus): Promise<number> {
  let mine = db.selectFrom('approval_tallies').where('user_id', '=', userId);
  if (status) mine = mine.where('status', '=', status);
  const { items, rows } = await mine
    .select(({ fn }) => [fn.sum<number | null>('items').as('items'), fn.countAll<number>().as('rows')])
    .executeTakeFirstOrThrow();
  // The next count must not read all of them again.
  if (rows > MANY) await gather(db, [userId]);
  return items ?? 0;
}

/** So many changes since the last time they were gathered are read as quickly as one. */
const MANY = 100;

export function gatheringTask(db: Query): Task {
  return defineTask({
    kind: defineJob('approvals.gather-tallies', { repeat: { everyMinutes: 1 } }),
    concurrency: 1,
    run: (_payload, { signal }) => gatherTallies(db, signal),
  });
}

const BATCH = 1000;

export async function gatherTallies(db: Query, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ user_id: string }>`
      SELECT DISTINCT user_id FROM approval_tallies WHERE NOT gathered LIMIT ${BATCH}`.execute(db);
    const gathered = await gather(
      db,
      rows.map(({ user_id }) => user_id),
    );
    if (gathered < BATCH) return;
  }
}

/**
 * Makes one of all that a user has of a status. Others see what there was or what there is, never something between.
 * Answers of how many users it did.
 */
async function gather(db: Query, userIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ users: number }>`
    WITH taken AS (
      DELETE FROM approval_tallies WHERE ctid = ANY (ARRAY(
        -- What another process gathers at this moment is its own.
        SELECT ctid FROM approval_tallies WHERE user_id = ANY (${userIds}::uuid[]) FOR UPDATE SKIP LOCKED
      )) RETURNING user_id, status, items
    ),
    gathered AS (
      INSERT INTO approval_tallies (user_id, status, items, gathered)
      SELECT user_id, status, sum(items), true FROM taken GROUP BY user_id, status HAVING sum(items) <> 0
    )
    SELECT count(DISTINCT user_id) AS users FROM taken`.execute(db);
  return rows[0]?.users ?? 0;
}
