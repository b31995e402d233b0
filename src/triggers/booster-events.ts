/**
 * Starts the workflows that watch the files and records of a panel.
 *
 *   one transaction: the change, its event and a job ──▶ the job, one transaction: the runs are queued and the event is
 *   handled ──▶ when the queue of a user was full: queued as soon as there is room
 *
 * So every event starts its runs, and none of them twice, however often a job is executed or dies. The conditions are
 * checked when the job executes: a workflow that was deactivated in the meantime starts no run, and neither does one
 * whose user may no longer use the panel.
 */

import { sql } from 'kysely';
import { type FindStarts, startRunsJob } from '../booster/events.ts';
import { isEventData, latestRecord, toEventData } from '../booster/webhooks/message.ts';
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
  startedRunId,
  triggerTypeFor,
} from './booster-starting.ts';
import type { TriggeringEvent, WatchingTrigger } from './booster-trigger.ts';
import { startWaitingRuns } from './booster-waiting.ts';
import { deleteOldRoots, isExhausted, reserveRuns } from './run-roots.ts';

const CONCURRENT_EVENTS = 4;
const BATCH = 1000;
/** Longer than a job waits for its next attempt. */
const LOST_AFTER = '2 hours';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const sweepJob = defineJob('triggers.wake-booster-events', { repeat: { everyMinutes: 10 } });

export const findStarts: FindStarts = async (transaction, panelId, subject, { rootId }) => {
  const { rows: triggers } = await sql<Pick<WatchingTrigger, 'id' | 'params'>>`
    SELECT workflow_triggers.id, params FROM workflow_triggers JOIN workflows ON workflows.id = workflow_id
    WHERE panel_id = ${panelId} AND type = ${triggerTypeFor(subject)} AND workflows.active
    ORDER BY workflow_triggers.id`.execute(transaction);
  if (triggers.length === 0 || (rootId !== null && (await isExhausted(transaction, rootId)))) return undefined;
  return (eventId, event) => {
    const { type } = event;
    const watching = triggers.filter(({ params }) => isWatched(params, { type, data: toEventData(event) }));
    return watching.map(({ id }) => startedRunId(eventId, id));
  };
};

export function boosterTriggerTasks(services: BoosterTriggerServices): Task[] {
  const { query: db } = services.database;
  const cursor: PanelCursor = { lastPanelId: FIRST_ID };
  return [
    defineTask({
      kind: startRunsJob,
      concurrency: CONCURRENT_EVENTS,
      run: async ({ event_id }, { attempt }) => {
        // The first attempt handles any event, and a retry handles its own. So an event that always fails does not
        // fail the jobs of other events.
        if (attempt === 1 || !(await handleEvent(services, event_id))) await handleNextEvent(services, cursor);
        passPoint('booster-trigger.queued');
      },
    }),
    {
      kind: sweepJob,
      start(jobs) {
        jobs.work(sweepJob, { concurrency: 1 }, async () => {
          await enqueueLostEvents(db, jobs);
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

/** Enqueues jobs for events that have lost theirs. */
export async function enqueueLostEvents(db: Query, jobs: Pick<Jobs, 'enqueueMany'>): Promise<void> {
  const { rows } = await sql<{ event_id: number }>`
    SELECT id AS event_id FROM booster_events
    WHERE starts_runs AND created_at < now() - ${LOST_AFTER}::interval
    ORDER BY created_at LIMIT ${BATCH}`.execute(db);
  await jobs.enqueueMany(startRunsJob, rows);
}

/** Returns false when the event was handled before. */
export async function handleEvent(services: BoosterTriggerServices, eventId: number): Promise<boolean> {
  return services.database.query.transaction().execute(async transaction => {
    const event = await claimEvent(transaction, eventId);
    if (event) await startRunsFor(services, transaction, event);
    return event !== undefined;
  });
}

/** The panel whose event was handled last. */
interface PanelCursor {
  lastPanelId: string;
}

/**
 * There are as many jobs as events, and it does not matter which job handles which event. So the panels are served in
 * turn, and a thousand events of one panel do not delay the single event of another.
 */
async function handleNextEvent(services: BoosterTriggerServices, cursor: PanelCursor): Promise<void> {
  await services.database.query.transaction().execute(async transaction => {
    const next = await findNextEvent(transaction, cursor.lastPanelId);
    if (!next) return;
    cursor.lastPanelId = next.panelId;
    const event = await claimEvent(transaction, next.id);
    if (event) await startRunsFor(services, transaction, event);
  });
}

/** Finds the oldest event of the next panel in turn, and skips events that others are handling. */
async function findNextEvent(
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

/** The second of two transactions waits until the first has ended, and finds the event handled. */
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
  if (!isEventData(data)) throw new Error(`event ${id} has no valid data`);
  return { ...row, data };
}

async function startRunsFor(
  services: BoosterTriggerServices,
  transaction: Query,
  event: TriggeringEvent,
): Promise<void> {
  const { notify, limits } = services;
  const triggers = (await findActiveTriggers(transaction, event)).filter(({ params }) => isWatched(params, event));
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

/** A param that is left out matches everything. */
function isWatched(
  { events, collection, folder }: WatchingTrigger['params'],
  { type, data }: Pick<TriggeringEvent, 'type' | 'data'>,
): boolean {
  if (Array.isArray(events) && !events.includes(eventName(type))) return false;
  const [watched = '*', location] =
    'file' in data ? [folder, data.file.folder] : [collection, latestRecord(data).collection];
  return watched === '*' || watched === location;
}
