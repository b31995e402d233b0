/**
 * Events. An event reaches the steps that wait for its name and key, in one organization or in the runs of one user
 * outside of organizations:
 *
 *   sent ── steps wait for it ──▶ all of them are due, and `ending.ts` ends them
 *        ── none waits ──▶ kept for a day ── the first step that waits for it takes it
 *
 * An event is in one transaction with the waits that it makes due. The lock of its name keeps a wait from being opened
 * between the look at the waits and the insertion of the event, so that the two never miss each other.
 */
import { type SqlBool, sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { eventDataTooLarge, tooManyKeptEvents } from '../errors.ts';
import type { EventOutput, WaitedEvent } from '../nodes/step.ts';
import { passPoint } from '../platform/crash-points.ts';
import { JsonTooLarge } from '../platform/json/errors.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import { deleteInBatches } from '../platform/postgres/delete-in-batches.ts';
import { toStorableText } from '../platform/postgres/storable-text.ts';
import type { RunFacts } from '../runs/executing/run-state.ts';
import type { WaitingEnd, WaitingStep } from '../runs/executing/saved-run.ts';
import { endWaiting } from '../runs/store/waiting.ts';

/** Where an event is sent and waited for. */
export interface EventScope {
  kind: 'organization' | 'user';
  id: string;
}

const limits = fixedLimits.wait.event;

export function eventScope({ organizationId, user }: Pick<RunFacts, 'organizationId' | 'user'>): EventScope {
  return organizationId === null ? { kind: 'user', id: user.id } : { kind: 'organization', id: organizationId };
}

export interface NewEvent extends WaitedEvent {
  /** Sending it again with the same id has no effect. */
  id: string;
  scope: EventScope;
  data: unknown;
  /** On whose behalf it is sent. */
  owner: string;
}

/** What an event woke. */
interface Woken {
  /** How many steps. */
  woken: number;
  /** The first runs that they belong to. */
  woken_runs: string[];
}

export async function sendEvent(
  database: HeddleDatabase,
  { id, scope, data, owner, ...named }: NewEvent,
  signal: AbortSignal,
  /** What else happens in the same transaction. */
  onSent: (transaction: Query, woken: number) => Promise<void> = async () => {},
): Promise<EventOutput & Woken> {
  const text = await serialiseData(data, owner, signal);
  const event = { name: toStorableText(named.name), key: toStorableText(named.key) };
  const sent = await database.retry(
    () =>
      database.query.transaction().execute(async transaction => {
        await lockEventName(transaction, event);
        const known = await findSent(transaction, id);
        const woken = known ?? (await insertEvent(transaction, id, scope, event, text));
        if (known === undefined) await onSent(transaction, woken.woken);
        passPoint('event.sending');
        return { event_id: id, ...woken };
      }),
    { signal },
  );
  passPoint('event.sent');
  return sent;
}

async function serialiseData(data: unknown, owner: string, signal: AbortSignal): Promise<string> {
  try {
    return await stringifyJson(data, { limitCharacters: limits.dataCharacters, owner, signal });
  } catch (error) {
    throw error instanceof JsonTooLarge ? eventDataTooLarge(limits.dataCharacters) : error;
  }
}

/** Whoever takes this lock may lock runs afterwards, and never the other way round. */
export async function lockEventName(transaction: Query, { name, key }: WaitedEvent): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${JSON.stringify(['event', name, key])}, 0))`.execute(
    transaction,
  );
}

async function findSent(transaction: Query, id: string): Promise<Woken | undefined> {
  return transaction.selectFrom('sent_events').select(['woken', 'woken_runs']).where('id', '=', id).executeTakeFirst();
}

/** Returns the waits that it made due. */
async function insertEvent(
  transaction: Query,
  id: string,
  { kind, id: scopeId }: EventScope,
  { name, key }: WaitedEvent,
  data: string,
): Promise<Woken> {
  await transaction
    .insertInto('sent_events')
    .values({
      id,
      organization_id: kind === 'organization' ? scopeId : null,
      user_id: kind === 'user' ? scopeId : null,
      name,
      key,
      data,
    })
    .execute();
  const { rows: met } = await sql<{ run_id: string }>`
    UPDATE run_waits SET event_id = ${id}, due_at = now()
    WHERE kind = 'event' AND event_scope = ${scopeId} AND event_name = ${name} AND event_key = ${key}
      AND event_id IS NULL RETURNING run_id`.execute(transaction);
  const woken_runs = [...new Set(met.map(({ run_id }) => run_id))].slice(0, fixedLimits.run.namedInReply);
  const woken = { woken: met.length, woken_runs };
  if (met.length === 0) await requireRoomForEvent(transaction, scopeId);
  else {
    await transaction
      .updateTable('sent_events')
      .set({ ...woken, is_kept: false })
      .where('id', '=', id)
      .execute();
  }
  return woken;
}

async function requireRoomForEvent(transaction: Query, scopeId: string): Promise<void> {
  const { rows } = await sql<{ kept: number }>`
    SELECT count(*) AS kept FROM sent_events WHERE is_kept AND coalesce(organization_id, user_id) = ${scopeId}`.execute(
    transaction,
  );
  if ((rows[0]?.kept ?? 0) > limits.kept) throw tooManyKeptEvents(limits.kept);
}

/** Ends a step with the oldest event that was kept for it. Returns false when there is none. The run must be locked. */
export async function takeKeptEvent(
  transaction: Query,
  step: WaitingStep,
  scope: EventScope,
  { name, key }: WaitedEvent,
): Promise<boolean> {
  const event = await transaction
    .selectFrom('sent_events')
    .select(['id', 'data'])
    .where('is_kept', '=', true)
    .where(sql<SqlBool>`coalesce(organization_id, user_id) = ${scope.id}`)
    .where('name', '=', name)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${limits.keptHours})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!event) return false;
  await transaction.updateTable('sent_events').set({ woken: 1, is_kept: false }).where('id', '=', event.id).execute();
  return endWaiting(transaction, step, eventEnd({ name, key }, event.data));
}

/** `data` is JSON. */
export function eventEnd({ name, key }: WaitedEvent, data: string): WaitingEnd {
  const output = { name, key, data: JSON.parse(data) };
  return { status: 'success', handle: null, output, text: `The event '${name}' came`, fileIds: [] };
}

/** Events that a due wait still needs stay until it is over. */
export async function deleteOldEvents(db: Query, signal?: AbortSignal): Promise<void> {
  const where = sql`created_at < now() - make_interval(hours => ${limits.keptHours})
    AND NOT EXISTS (SELECT FROM run_waits WHERE event_id = sent_events.id)`;
  await deleteInBatches(db, { table: 'sent_events', where, order: 'created_at' }, signal);
}
