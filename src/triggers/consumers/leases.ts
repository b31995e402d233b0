/**
 * Which process listens for which trigger. A process has a trigger as long as its row in `runners` is valid, which its
 * heartbeat renews: when it dies, others take its triggers some seconds later. One that is only slow loses them as well,
 * and then writes nothing, because every write names the lease.
 */
import { sql } from 'kysely';
import type { HeddleDatabase, Query } from '../../database.ts';
import { ConsumerLost, type TakenConsumer } from './consumer-kind.ts';

const IS_FREE = sql`NOT EXISTS (SELECT FROM runners WHERE runners.id = held_by AND alive_until > now())`;
const IS_WANTED = sql`consumers.active AND workflows.active AND users.enabled`;
const OF_WORKFLOW = sql`workflow_triggers JOIN workflows ON workflows.id = workflow_id JOIN users ON users.id = run_as`;

/** Finds triggers that nobody has: first one of each user, then a second of each, and so on. */
export async function findFree(
  db: Query,
  { most, mostPerUser }: { most: number; mostPerUser: number },
): Promise<{ id: string; userId: string }[]> {
  const { rows } = await sql<{ id: string; userId: string }>`
    SELECT id, user_id AS "userId" FROM (
      SELECT trigger_id AS id, run_as AS user_id,
        row_number() OVER (PARTITION BY run_as ORDER BY retry_at NULLS FIRST, trigger_id) AS place
      FROM consumers JOIN (${OF_WORKFLOW}) ON workflow_triggers.id = trigger_id
      WHERE ${IS_WANTED} AND ${IS_FREE} AND (retry_at IS NULL OR retry_at <= now())
    ) AS free WHERE place <= ${mostPerUser} ORDER BY place, id LIMIT ${most}`.execute(db);
  return rows;
}

/** Takes those of the triggers that are still free. The lock is a statement of its own, so that the change sees the rows as they are. */
export function takeFree({ query }: HeddleDatabase, ids: readonly string[], process: string): Promise<TakenConsumer[]> {
  return query.transaction().execute(async transaction => {
    const { rows: locked } = await sql<{ id: string }>`
      SELECT trigger_id AS id FROM consumers WHERE trigger_id = ANY (${ids}::uuid[]) AND ${IS_FREE}
      ORDER BY trigger_id FOR UPDATE SKIP LOCKED`.execute(transaction);
    if (locked.length === 0) return [];
    const { rows } = await sql<TakenConsumer>`
      UPDATE consumers SET lease = lease + 1, held_by = ${process}, listening_since = NULL, retry_at = NULL
      FROM ${OF_WORKFLOW}
      WHERE trigger_id = ANY (${locked.map(({ id }) => id)}::uuid[]) AND workflow_triggers.id = trigger_id AND ${IS_WANTED}
      RETURNING trigger_id AS id, type, node_id, params, workflows.id AS workflow_id, workflows.name AS workflow_name,
        workflows.created_by AS owner_id, users.id AS run_as_id, users.email AS run_as_email, lease, position,
        failures`.execute(transaction);
    return rows;
  });
}

/** Returns the leases that the process has, by the id of the trigger. */
export async function readHeld(db: Query, process: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; lease: number }>`
    SELECT trigger_id AS id, lease FROM consumers JOIN (${OF_WORKFLOW}) ON workflow_triggers.id = trigger_id
    WHERE held_by = ${process} AND ${IS_WANTED}`.execute(db);
  return new Map(rows.map(({ id, lease }) => [id, lease]));
}

/** Lets other processes take the trigger at once, or after a while. */
export async function giveConsumerBack(
  db: Query,
  { id, lease }: Pick<TakenConsumer, 'id' | 'lease'>,
  afterSeconds = 0,
): Promise<void> {
  await sql`UPDATE consumers SET held_by = NULL, listening_since = NULL,
      retry_at = now() + make_interval(secs => ${afterSeconds})
    WHERE trigger_id = ${id} AND lease = ${lease}`.execute(db);
}

/** Locks are taken in the order of publishing: the workflow, its trigger, the consumer. Throws `ConsumerLost`. */
export async function lockConsumer(transaction: Query, { id, workflow_id, lease }: TakenConsumer): Promise<void> {
  const { rows: workflows } = await sql`
    SELECT FROM workflows JOIN users ON users.id = run_as
    WHERE workflows.id = ${workflow_id} AND active AND enabled FOR KEY SHARE OF workflows`.execute(transaction);
  const { rows: triggers } = await sql`
    SELECT FROM workflow_triggers WHERE id = ${id} FOR NO KEY UPDATE`.execute(transaction);
  const { rows: consumers } = await sql`
    SELECT FROM consumers WHERE trigger_id = ${id} AND lease = ${lease} AND active FOR UPDATE`.execute(transaction);
  if (workflows.length + triggers.length + consumers.length < 3) throw new ConsumerLost();
}
