/**
 * What happens to a panel's files and records starts the workflows that watch it.
 *
 *   the change, its event and a job, one transaction ──▶ the job: the runs are queued and the event is handled, one
 *   transaction ──▶ where a user's queue was full: queued as soon as there is room
 *
 * So every event starts its runs, and none of them twice, however often a job is done or dies. What no longer holds
 * when the job is done starts nothing: a workflow that was switched off, a user who may not use the panel any more.
 */

import { sql } from 'kysely';
import { type StartsRuns, startRunsJob } from '../booster/events.ts';
import { isEventData, latestRecord } from '../booster/webhooks/message.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { passPoint } from '../platform/crash-points.ts';
import { defineJob, type Jobs } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import { notifyDepthLimit, notifyFanOutLimit } from './booster-notices.ts';
import {
  type BoosterTriggerServices,
  eventName,
  findActiveTriggers,
  queueRunsForEvent,
  selectPermittedTriggers,
  triggerTypeFor,
} from './booster-starting.ts';
import type { TriggeringEvent, WatchingTrigger } from './booster-trigger.ts';
import { startWaitingRuns } from './booster-waiting.ts';
import { deleteOldRoots, isExhausted, reserveRuns } from './run-roots.ts';

const EVENTS_AT_ONCE = 4;
const BATCH = 1000;
/** Longer than a job waits for its next try. */
const FORGOTTEN_AFTER = '2 hours';

const wakeEvents = defineJob('triggers.wake-booster-events', { repeat: { everyMinutes: 10 } });

export const startsRuns: StartsRuns = async (transaction, panelId, subject, { rootId }) => {
  const { rows } = await sql`
    SELECT FROM workflow_triggers JOIN workflows ON workflows.id = workflow_id
    WHERE panel_id = ${panelId} AND type = ${triggerTypeFor(subject)} AND workflows.active LIMIT 1`.execute(
    transaction,
  );
  return rows.length > 0 && (rootId === null || !(await isExhausted(transaction, rootId)));
};

export function boosterTriggerTasks(services: BoosterTriggerServices): Task[] {
  const { query: db } = services.database;
  const turns = createTurns();
  return [
    defineTask({
      kind: startRunsJob,
      concurrency: EVENTS_AT_ONCE,
      run: async ({ event_id }, { attempt }) => {
        // An event that fails again and again must not fail the jobs of others: they come to their own first.
        if (attempt === 1 || !(await handleEvent(services, event_id))) await handleNext(services, turns);
        passPoint('booster-trigger.queued');
      },
    }),
    {
      kind: wakeEvents,
      start(jobs) {
        jobs.work(wakeEvents, { concurrency: 1 }, async () => {
          await wakeForgottenEvents(db, jobs);
          await deleteOldRoots(db);
        });
      },
    },
    defineTask({
      kind: defineJob('triggers.start-waiting-runs', { repeat: { everyMinutes: 1 } }),
      concurrency: 1,
      run: (_payload, { signal }) => startWaitingRuns(services, signal),
    }),
  ];
}

/** Should an event ever lose its job, it is found here. */
export async function wakeForgottenEvents(db: Query, jobs: Pick<Jobs, 'enqueueMany'>): Promise<void> {
  const { rows } = await sql<{ event_id: number }>`
    SELECT id AS event_id FROM booster_events
    WHERE starts_runs AND created_at < now() - ${FORGOTTEN_AFTER}::interval
    ORDER BY created_at LIMIT ${BATCH}`.execute(db);
  await jobs.enqueueMany(startRunsJob, rows);
}

/** False: it was handled before. */
export async function handleEvent(services: BoosterTriggerServices, eventId: number): Promise<boolean> {
  return services.database.query.transaction().execute(async transaction => {
    const event = await claimEvent(transaction, eventId);
    if (event) await handle(services, transaction, event);
    return event !== undefined;
  });
}

/** Where the panels' turns have come to. */
interface Turns {
  lastPanelId: string;
}

function createTurns(): Turns {
  return { lastPanelId: '00000000-0000-0000-0000-000000000000' };
}

/**
 * There are as many jobs as events, and which job handles which event does not matter. So panels take turns: a thousand
 * events of one do not hold up the single event of another.
 */
async function handleNext(services: BoosterTriggerServices, turns: Turns): Promise<void> {
  await services.database.query.transaction().execute(async transaction => {
    const next = await nextEvent(transaction, turns.lastPanelId);
    if (!next) return;
    turns.lastPanelId = next.panelId;
    const event = await claimEvent(transaction, next.id);
    if (event) await handle(services, transaction, event);
  });
}

/** The oldest of the next panel in turn, among those that nobody handles just now. */
async function nextEvent(
  transaction: Query,
  lastPanelId: string,
): Promise<{ id: number; panelId: string } | undefined> {
  for (const where of [sql`panel_id > ${lastPanelId}`, sql`panel_id <= ${lastPanelId}`]) {
    const { rows } = await sql<{ id: number; panelId: string }>`
      SELECT id, panel_id AS "panelId" FROM booster_events WHERE starts_runs AND ${where}
      ORDER BY panel_id, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`.execute(transaction);
    if (rows[0]) return rows[0];
  }
  return undefined;
}

/** Whoever comes second waits until the first has ended, and finds it handled. */
async function claimEvent(transaction: Query, id: number): Promise<TriggeringEvent | undefined> {
  const row = await transaction
    .updateTable('booster_events')
    .set({ starts_runs: false })
    .where('id', '=', id)
    .where('starts_runs', '=', true)
    .returning(['id', 'panel_id as panelId', 'type', 'data', 'trigger_depth as triggerDepth'])
    .returning(['root_id as rootId', 'by_run as byRun'])
    .returning(sql<string>`(now() AT TIME ZONE 'UTC')::date::text`.as('today'))
    .executeTakeFirst();
  if (!row) return undefined;
  const { data } = row;
  if (!isEventData(data)) throw new Error(`event ${id} tells of nothing`);
  return { ...row, data };
}

async function handle(services: BoosterTriggerServices, transaction: Query, event: TriggeringEvent): Promise<void> {
  const { notify, limits } = services;
  const triggers = (await findActiveTriggers(transaction, event)).filter(({ params }) => watches(params, event));
  if (event.triggerDepth > fixedLimits.run.triggerDepth) {
    for (const trigger of triggers) await notifyDepthLimit(notify, transaction, event, trigger);
  } else {
    const permitted = await selectPermittedTriggers(services, transaction, event, triggers);
    const { rootId } = event;
    const isCounted = event.byRun && rootId !== null && permitted.length > 0;
    const granted = isCounted ? await reserveRuns(transaction, rootId, permitted.length, limits) : permitted.length;
    await queueRunsForEvent(services, transaction, event, permitted.slice(0, granted));
    for (const { trigger } of permitted.slice(granted)) {
      await notifyFanOutLimit(notify, transaction, event, trigger, limits.runsPerRoot);
    }
  }
  passPoint('booster-trigger.queueing');
}

/** Params that are left out stand for all there is. */
function watches({ events, collection, folder }: WatchingTrigger['params'], { type, data }: TriggeringEvent): boolean {
  if (Array.isArray(events) && !events.includes(eventName(type))) return false;
  const [watched = '*', place] =
    'file' in data ? [folder, data.file.folder] : [collection, latestRecord(data).collection];
  return watched === '*' || watched === place;
}
