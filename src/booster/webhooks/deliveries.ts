/**
 * The deliveries of a lane: what one webhook is told of one file or record, one after the other.
 *
 *   waiting ── claimed, sent ──▶ delivered
 *      ▲          ├── refused ──▶ waiting, and claimed until the next try is due
 *      │          ├── refused, a day after its event ──▶ failed ──────────────┐
 *      │          └── the webhook is no longer in the settings ──▶ cancelled ─┤
 *      └────────────────────────── retried by hand ───────────────────────────┘
 *
 * Only the oldest that waits, the head, is ever claimed. A claim ends by itself, so that nothing waits for a process
 * that died; times are the database's, so that clocks of processes may differ.
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { isEventData, type StoredEvent } from './message.ts';

/** What one webhook is told of one file or record, in order. */
export interface Lane {
  panel_id: string;
  webhook: string;
  subject: string;
}

export interface Head {
  id: string;
  /** Somebody sends it, or its next try is not due yet. */
  heldUntil: Date | null;
}

export interface Claim {
  id: string;
  /** Tells this claim from a later one. */
  until: Date;
  /** Tries that were recorded before this one. */
  attempts: number;
  event: StoredEvent;
}

/** How a try ended that was not accepted. `error` holds no secrets: it is shown. */
export interface Refusal {
  status: number | null;
  error: string;
}

const GIVE_UP_AFTER = '24 hours';

export async function findHead(db: Query, { panel_id, webhook, subject }: Lane): Promise<Head | undefined> {
  return db
    .selectFrom('booster_deliveries')
    .select('id')
    .select(sql<Date | null>`CASE WHEN claimed_until > now() THEN claimed_until END`.as('heldUntil'))
    .where('webhook', '=', webhook)
    .where('subject', '=', subject)
    .where('panel_id', '=', panel_id) // keys of records are unique within their panel alone
    .where('state', '=', 'waiting')
    .orderBy('event_id')
    .limit(1)
    .executeTakeFirst();
}

/** Undefined: another process was faster. */
export async function claimDelivery(db: Query, id: string, seconds: number): Promise<Claim | undefined> {
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
  if (!isEventData(data)) throw new Error(`the event of delivery ${id} tells of nothing`);
  return { ...claim, event: { type, data, happenedAt } };
}

/** Also when the claim has run out meanwhile: it was delivered. */
export async function recordDelivered(db: Query, { id }: Claim, status: number): Promise<boolean> {
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

/** Undefined: the claim had run out, and what becomes of it is another's to say. */
export async function recordRefused(db: Query, claim: Claim, { status, error }: Refusal, againInSeconds: number) {
  const isOver = sql<boolean>`created_at <= now() - ${GIVE_UP_AFTER}::interval`;
  return db
    .updateTable('booster_deliveries')
    .set(({ eb }) => ({
      state: sql<'waiting' | 'failed'>`CASE WHEN ${isOver} THEN 'failed' ELSE 'waiting' END`,
      attempts: eb('attempts', '+', 1),
      last_status: status,
      last_error: error,
      claimed_until: sql<Date | null>`CASE WHEN NOT ${isOver} THEN now() + make_interval(secs => ${againInSeconds}) END`,
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', claim.id)
    .where('state', '=', 'waiting')
    .where('claimed_until', '=', claim.until)
    .returning(['state', 'claimed_until as againAt'])
    .executeTakeFirst();
}

export async function recordCancelled(db: Query, { id }: Claim): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('booster_deliveries')
    .set({ state: 'cancelled', claimed_until: null, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What was not sent to its end may be sent by another at once. */
export async function releaseClaim(db: Query, claim: Claim): Promise<void> {
  await db
    .updateTable('booster_deliveries')
    .set({ claimed_until: null })
    .where('id', '=', claim.id)
    .where('claimed_until', '=', claim.until)
    .execute();
}

/**
 * Lets a delivery that has ended wait again, as if it had been written now: its time before it is given up begins
 * anew. False: it has not failed and was not cancelled.
 */
export async function requeueDelivery(db: Query, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE booster_deliveries
    SET state = 'waiting', attempts = 0, claimed_until = NULL, created_at = now(), updated_at = now()
    WHERE id = ${id} AND state IN ('failed', 'cancelled')`.execute(db);
  return numAffectedRows === 1n;
}
