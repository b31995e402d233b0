/**
 * Queues runs that were postponed because the queue of their user was full, or the queue of their workflow. Once a minute
 * it walks through what waits, user by user, so that a user without room does not delay the others. What still has no room
 * is put back and passed over until the next minute. A run that gets no room within the week for which events are stored is
 * never started.
 */
import { sql } from 'kysely';
import { isEventData } from '../booster/webhooks/message.ts';
import type { Query } from '../database.ts';
import { countQueuedRuns } from '../runs/store/queueing.ts';
import {
  type BoosterTriggerServices,
  findActiveTriggers,
  queueRunsForEvent,
  selectPermittedTriggers,
} from './booster-starting.ts';
import type { TriggeringEvent } from './booster-trigger.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** The number of runs that one transaction queues. */
const BATCH = 50;
/** How often a trigger may be refused in one walk. The rest of its runs wait for the next walk, so that it is a short one. */
const MOST_REFUSALS = 1000;

interface Start {
  event_id: number;
  trigger_id: string;
}

export async function startWaitingRuns(services: BoosterTriggerServices, signal: AbortSignal): Promise<void> {
  const { query: db } = services.database;
  for (let user = await findNextUser(db); user !== undefined; user = await findNextUser(db, user)) {
    await startRunsOfUser(services, user, signal);
  }
}

async function startRunsOfUser(services: BoosterTriggerServices, userId: string, signal: AbortSignal): Promise<void> {
  const refusals = new Map<string, number>();
  let last: Start | undefined = { event_id: 0, trigger_id: FIRST_ID };
  while (last) {
    signal.throwIfAborted();
    const passedOver = [...refusals].filter(([, count]) => count >= MOST_REFUSALS).map(([triggerId]) => triggerId);
    const batch = await startBatch(services, userId, { after: last, passedOver });
    for (const triggerId of batch.refused) refusals.set(triggerId, (refusals.get(triggerId) ?? 0) + 1);
    last = batch.last;
  }
}

async function findNextUser(db: Query, last = FIRST_ID): Promise<string | undefined> {
  const row = await db
    .selectFrom('booster_starts')
    .select('user_id')
    .where('user_id', '>', last)
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst();
  return row?.user_id;
}

/**
 * Queues as many of the next runs as there is room for, the oldest first. The present state counts: a workflow that is no
 * longer active starts none. Returns where the walk goes on, and the triggers whose runs were put back.
 */
async function startBatch(
  services: BoosterTriggerServices,
  userId: string,
  { after, passedOver }: { after: Start; passedOver: readonly string[] },
): Promise<{ last: Start | undefined; refused: string[] }> {
  const { database, limits } = services;
  return database.query.transaction().execute(async transaction => {
    const { rows } = await sql<Start>`
      DELETE FROM booster_starts WHERE (event_id, trigger_id) IN (
        SELECT event_id, trigger_id FROM booster_starts
        WHERE user_id = ${userId} AND event_id >= ${after.event_id}
          AND (event_id, trigger_id) > (${after.event_id}, ${after.trigger_id}::uuid)
          AND trigger_id <> ALL (${passedOver}::uuid[])
        ORDER BY event_id, trigger_id
        LIMIT least(${BATCH}, ${limits.queuedPerUser} - ${countQueuedRuns(sql`${userId}`, sql`${limits.queuedPerUser}`)})
        FOR UPDATE SKIP LOCKED
      ) RETURNING event_id, trigger_id`.execute(transaction);
    const starts = rows.toSorted(
      (one, other) => one.event_id - other.event_id || (one.trigger_id < other.trigger_id ? -1 : 1),
    );
    const refused: string[] = [];
    for (const [id, some] of Map.groupBy(starts, ({ event_id }) => event_id)) {
      const wanted = new Set(some.map(({ trigger_id }) => trigger_id));
      const event = await readEvent(transaction, id);
      const triggers = (await findActiveTriggers(transaction, event)).filter(trigger => wanted.has(trigger.id));
      const permitted = await selectPermittedTriggers(services, transaction, event, triggers);
      refused.push(...(await queueRunsForEvent(services, transaction, event, permitted)));
    }
    return { last: starts.at(-1), refused };
  });
}

async function readEvent(transaction: Query, id: number): Promise<TriggeringEvent> {
  const { data, ...event } = await transaction
    .selectFrom('booster_events')
    .select(['id', 'panel_id as panelId', 'type', 'data', 'trigger_depth as triggerDepth'])
    .select(['root_id as rootId', 'by_run as byRun'])
    .select(sql<string>`(now() AT TIME ZONE 'UTC')::date::text`.as('today'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!isEventData(data)) throw new Error(`event ${id} has no valid data`);
  return { ...event, data };
}
