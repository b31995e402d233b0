/**
 * Runs that events of panels are to start, and for which the queue of their user had no room. Once a minute it is looked
 * whether there is some, user by user: who has none does not hold up the others. What nobody had room for within the
 * week for which events are kept is not started any more.
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

/** In one transaction. */
const BATCH = 50;

export async function startWaitingRuns(services: BoosterTriggerServices, signal: AbortSignal): Promise<void> {
  const { query: db } = services.database;
  for (let user = await nextUser(db); user !== undefined; user = await nextUser(db, user)) {
    for (let started = BATCH; started === BATCH; ) {
      signal.throwIfAborted();
      started = await startSome(services, user);
    }
  }
}

async function nextUser(db: Query, last = '00000000-0000-0000-0000-000000000000'): Promise<string | undefined> {
  const row = await db
    .selectFrom('booster_starts')
    .select('user_id')
    .where('user_id', '>', last)
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst();
  return row?.user_id;
}

/** As many as there is room for, the oldest first. What changed meanwhile counts: a workflow that is not active starts none. */
async function startSome(services: BoosterTriggerServices, userId: string): Promise<number> {
  const { database, limits } = services;
  return database.query.transaction().execute(async transaction => {
    const { rows: starts } = await sql<{ event_id: number; trigger_id: string }>`
      DELETE FROM booster_starts WHERE (event_id, trigger_id) IN (
        SELECT event_id, trigger_id FROM booster_starts WHERE user_id = ${userId} ORDER BY event_id
        LIMIT least(${BATCH}, ${limits.queuedPerUser} - ${countQueuedRuns(sql`${userId}`, sql`${limits.queuedPerUser}`)})
        FOR UPDATE SKIP LOCKED
      ) RETURNING event_id, trigger_id`.execute(transaction);
    for (const [id, some] of Map.groupBy(starts, ({ event_id }) => event_id)) {
      const wanted = new Set(some.map(({ trigger_id }) => trigger_id));
      const event = await readEvent(transaction, id);
      const triggers = (await findActiveTriggers(transaction, event)).filter(trigger => wanted.has(trigger.id));
      await queueRunsForEvent(
        services,
        transaction,
        event,
        await selectPermittedTriggers(services, transaction, event, triggers),
      );
    }
    return starts.length;
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
  if (!isEventData(data)) throw new Error(`event ${id} tells of nothing`);
  return { ...event, data };
}
