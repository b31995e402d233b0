/**
 * Takes triggers that are to be polled, for a time. A process that dies loses them when that time is over; one that is
 * slow loses them as well, and then writes nothing, because every write names the lease.
 */
import { type RawBuilder, sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import type { PolledTrigger } from './polled-trigger.ts';

const { leaseSeconds } = fixedLimits.poll;
const IS_FREE = sql`(leased_until IS NULL OR leased_until <= now())`;

/** Finds due triggers, at most some of each user, so that the slow sources of one do not hold up everybody's. */
export async function findDue(
  db: Query,
  { most, mostPerUser }: { most: number; mostPerUser: number },
): Promise<{ id: string; userId: string }[]> {
  const { rows } = await sql<{ id: string; userId: string }>`
    SELECT id, user_id AS "userId" FROM (
      SELECT trigger_id AS id, run_as AS user_id, next_poll_at,
        row_number() OVER (PARTITION BY run_as ORDER BY next_poll_at, trigger_id) AS place
      FROM poll_states JOIN workflow_triggers ON workflow_triggers.id = trigger_id
      JOIN workflows ON workflows.id = workflow_id
      WHERE next_poll_at <= now() AND ${IS_FREE} AND workflows.active AND run_as IS NOT NULL
    ) AS due WHERE place <= ${mostPerUser} ORDER BY next_poll_at, id LIMIT ${most}`.execute(db);
  return rows;
}

/** Takes those of the triggers that are still due and that no other process has taken. */
export function takeDue({ query }: HeddleDatabase, ids: readonly string[]): Promise<PolledTrigger[]> {
  return take(query, sql`trigger_id = ANY (${ids}::uuid[]) AND next_poll_at <= now()`);
}

/** Takes one trigger, whether it is due or not. Returns undefined while it is being polled. */
export async function takeNow({ query }: HeddleDatabase, id: string): Promise<PolledTrigger | undefined> {
  const [taken] = await take(query, sql`trigger_id = ${id} AND next_poll_at IS NOT NULL`);
  return taken;
}

/** The lock is a statement of its own, so that the change sees the rows as they are now. */
function take(query: Query, which: RawBuilder<unknown>): Promise<PolledTrigger[]> {
  return query.transaction().execute(async transaction => {
    const { rows: locked } = await sql<{ id: string }>`
      SELECT trigger_id AS id FROM poll_states WHERE ${which} AND ${IS_FREE}
      ORDER BY trigger_id FOR UPDATE SKIP LOCKED`.execute(transaction);
    if (locked.length === 0) return [];
    const { rows } = await sql<PolledTrigger>`
      UPDATE poll_states SET lease = lease + 1, leased_until = now() + make_interval(secs => ${leaseSeconds})
      FROM workflow_triggers JOIN workflows ON workflows.id = workflow_id JOIN users ON users.id = run_as
      WHERE trigger_id = ANY (${locked.map(({ id }) => id)}::uuid[]) AND workflow_triggers.id = trigger_id
        AND workflows.active
      RETURNING trigger_id AS id, node_id, params, workflows.id AS workflow_id, workflows.name AS workflow_name,
        organization_id, workflows.created_by AS owner_id, users.id AS run_as_id, users.email AS run_as_email,
        users.name AS run_as_name, users.enabled AS run_as_enabled, lease, cursor, started, failures`.execute(
      transaction,
    );
    return rows;
  });
}

/** Gives a trigger back that was not polled, so that another process need not wait for the lease to end. */
export async function giveBack({ query }: HeddleDatabase, { id, lease }: PolledTrigger): Promise<void> {
  await sql`UPDATE poll_states SET leased_until = NULL WHERE trigger_id = ${id} AND lease = ${lease}`.execute(query);
}
