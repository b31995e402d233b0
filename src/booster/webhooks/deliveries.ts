/**
 * The deliveries of a lane. A lane holds what one webhook is sent about one file or record, in order.
 *
 *   waiting ── claimed, sent ──▶ delivered
 *      ▲          ├── refused ──▶ waiting, and claimed until the next attempt is due
 *      │          ├── refused, a day after its event ──▶ failed ──────────────┐
 *      │          └── the webhook is no longer in the settings ──▶ cancelled ─┤
 *      └──────────────────────── retried on request ──────────────────────────┘
 *
 * Only the oldest waiting delivery of a lane, its head, is ever claimed. A claim expires, so that nothing waits for a
 * process that died. All times are those of the database, so that the clocks of processes may differ.
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { isEventData, type StoredEvent } from './message.ts';

/** Identifies the deliveries to one webhook about one file or record. */
export interface Lane {
  panel_id: string;
  webhook: string;
  subject: string;
}

export interface LaneHead {
  id: string;
  /** Set while a process sends the delivery, or until its next attempt is due. */
  claimedUntil: Date | null;
}

export interface LaneClaim {
  id: string;
  /** Distinguishes this claim from a later one. */
  until: Date;
  /** The attempts that were recorded before this one. */
  attempts: number;
  event: StoredEvent;
}

/** Why an attempt was not accepted. Users see `error`, so it contains no secrets. */
export interface DeliveryRefusal {
  status: number | null;
  error: string;
}

const GIVE_UP_AFTER = '24 hours';

export async function findHead(db: Query, { panel_id, webhook, subject }: Lane): Promise<LaneHead | undefined> {
  return db
    .selectFrom('booster_deliveries')
    .select('id')
    .select(sql<Date | null>`CASE WHEN claimed_until > now() THEN claimed_until END`.as('claimedUntil'))
    .where('webhook', '=', webhook)
    .where('subject', '=', subject)
    .where('panel_id', '=', panel_id) // keys of records are unique within their panel alone
    .where('state', '=', 'waiting')
    .orderBy('event_id')
    .limit(1)
    .executeTakeFirst();
}

/** Returns undefined when another process was faster. */
export async function claimDelivery(db: Query, id: string, seconds: number): Promise<LaneClaim | undefined> {
  const row = await db
    .updateTable('booster_deliveries')
    .from('booster_events')
    .set({ claimed_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .whereRef('booster_events.id', '=', 'booster_deliveries.event_id')
    .where('booster_deliveries.id', '=', id)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`(claimed_until IS NULL OR claimed_until <= now())`)
    .returning(['booster_deliveries.id', 'attempts', 'type', 'data', 'booster_events.created_at as happenedAt'])
    .returning(sql<Date>`claimed_until`.as('until'))
    .executeTakeFirst();
  if (!row) return undefined;
  const { type, data, happenedAt, ...claim } = row;
  if (!isEventData(data)) throw new Error(`the event of delivery ${id} has no data`);
  return { ...claim, event: { type, data, happenedAt } };
}

/** Also records a delivery whose claim has expired meanwhile, because it was delivered all the same. */
export async function recordDelivered(db: Query, { id }: LaneClaim, status: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('booster_deliveries')
    .set(({ eb }) => ({
      state: 'delivered',
      attempts: eb('attempts', '+', 1),
      last_status: status,
      last_error: null,
      claimed_until: null,
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns undefined when the claim had expired: then another process decides about the delivery. */
export async function recordRefused(
  db: Query,
  claim: LaneClaim,
  { status, error }: DeliveryRefusal,
  retryInSeconds: number,
) {
  const isTooOld = sql<boolean>`created_at <= now() - ${GIVE_UP_AFTER}::interval`;
  return db
    .updateTable('booster_deliveries')
    .set(({ eb }) => ({
      state: sql<'waiting' | 'failed'>`CASE WHEN ${isTooOld} THEN 'failed' ELSE 'waiting' END`,
      attempts: eb('attempts', '+', 1),
      last_status: status,
      last_error: error,
      claimed_until: sql<Date | null>`CASE WHEN NOT ${isTooOld} THEN now() + make_interval(secs => ${retryInSeconds}) END`,
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', claim.id)
    .where('state', '=', 'waiting')
    .where('claimed_until', '=', claim.until)
    .returning(['state', 'claimed_until as retryAt'])
    .executeTakeFirst();
}

export async function recordCancelled(db: Query, { id }: LaneClaim): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('booster_deliveries')
    .set({ state: 'cancelled', claimed_until: null, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets another process send the delivery at once. */
export async function releaseClaim(db: Query, claim: LaneClaim): Promise<void> {
  await db
    .updateTable('booster_deliveries')
    .set({ claimed_until: null })
    .where('id', '=', claim.id)
    .where('claimed_until', '=', claim.until)
    .execute();
}

/**
 * Makes a failed or cancelled delivery wait again as if it were new, so that it is retried for another day. Returns
 * false when the delivery is neither failed nor cancelled.
 */
export async function requeueDelivery(db: Query, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE booster_deliveries
    SET state = 'waiting', attempts = 0, claimed_until = NULL, created_at = now(), updated_at = now()
    WHERE id = ${id} AND state IN ('failed', 'cancelled')`.execute(db);
  return numAffectedRows === 1n;
}

/** Does the same for all of these deliveries that are failed or cancelled. Locks them in one order, against deadlocks. */
export async function requeueDeliveries(
  transaction: Query,
  { panelId, webhooks, states, type, most }: RequeuedDeliveries,
): Promise<(Lane & { url: string })[]> {
  const found = await transaction
    .selectFrom('booster_deliveries')
    .select(['id', 'panel_id', 'webhook', 'subject', 'url'])
    .where('panel_id', '=', panelId)
    .where('webhook', 'in', webhooks)
    .where('state', 'in', states)
    .$if(type !== undefined, query =>
      query.where(
        sql<boolean>`EXISTS (SELECT FROM booster_events WHERE booster_events.id = event_id AND booster_events.type = ${type})`,
      ),
    )
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .execute();
  const ids = found.map(({ id }) => id);
  await sql`
    UPDATE booster_deliveries
    SET state = 'waiting', attempts = 0, claimed_until = NULL, created_at = now(), updated_at = now()
    WHERE id = ANY (${ids}::uuid[])`.execute(transaction);
  return found;
}

interface RequeuedDeliveries {
  panelId: string;
  webhooks: readonly string[];
  states: readonly ('failed' | 'cancelled')[];
  /** The type of their events. */
  type: string | undefined;
  most: number;
}
