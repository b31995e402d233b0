/**
 * Queues runs that were postponed because the queue of their user was full. Once a minute it checks user by user whether
 * there is room, so that a user without room does not delay the others. A run that gets no room within the week for
 * which events are stored is never started.
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

/** The number of runs that one transaction queues. */
const BATCH = 50;

export async function startWaitingRuns(services: BoosterTriggerServices, signal: AbortSignal): Promise<void> {
  const { query: db } = services.database;
  for (let user = await findNextUser(db); user !== undefined; user = await findNextUser(db, user)) {
    for (let started = BATCH; started === BATCH; ) {
      signal.throwIfAborted();
      started = await startBatch(services, user);
    }
  }
}

async function findNextUser(db: Query, last = '00000000-0000-0000-0000-000000000000'): Promise<string | undefined> {
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
 * Queues as many runs as there is room for, the oldest first. The present state counts: a workflow that is no longer
 * active starts none.
 */
async function startBatch(services: BoosterTriggerServices, userId: string): Promise<number> {
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
  if (!isEventData(data)) throw new Error(`event ${id} has no valid data`);
  return { ...event, data };
}
