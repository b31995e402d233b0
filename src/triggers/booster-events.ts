/**
 * What happens to a panel's files and records starts the workflows that watch it.
 *
 *   the change, its event and a job, one transaction ──▶ the job: the runs are queued and the event is handled, one
 *   transaction
 *
 * So every event starts its runs, and none of them twice, however often a job is done or dies. What no longer holds
 * when the job is done starts nothing: a workflow that was switched off, a user who may not use the panel any more.
 */
import { sql } from 'kysely';
import type { Tell } from '../accounts/notifications.ts';
import { type PanelInUse, usePanel } from '../booster/access.ts';
import { type StartsRuns, startRuns } from '../booster/events.ts';
import { type EventData, isEventData, lastKnown, linkedFile, type WithLinks } from '../booster/webhooks/message.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { ApiError } from '../errors.ts';
import { derivedId } from '../platform/ids.ts';
import { defineJob, type Jobs } from '../platform/jobs/jobs.ts';
import { type Task, task } from '../platform/jobs/task.ts';
import { pass } from '../platform/points.ts';
import { queueRuns } from '../runs/queueing.ts';
import { tellDepth, tellNoAccess } from './booster-notices.ts';

export interface BoosterTriggerServices {
  database: HeddleDatabase;
  tell: Tell;
  withLinks: WithLinks;
  /** Of the last run in a chain. */
  triggerDepth: number;
}

const EVENTS_AT_ONCE = 4;
/** Some 20 MB of the longest inputs. */
const RUNS_PER_STATEMENT = 20;
const BATCH = 1000;
/** Longer than a job waits for its next try. */
const FORGOTTEN_AFTER = '2 hours';

const wakeEvents = defineJob('triggers.wake-booster-events', { repeat: { everyMinutes: 10 } });

export const startsRuns: StartsRuns = async (transaction, panelId, subject) => {
  const { rows } = await sql`
    SELECT FROM workflow_triggers JOIN workflows ON workflows.id = workflow_id
    WHERE panel_id = ${panelId} AND type = ${typeFor(subject)} AND workflows.active LIMIT 1`.execute(transaction);
  return rows.length > 0;
};

export function boosterTriggerTasks(services: BoosterTriggerServices): Task[] {
  return [
    task({
      kind: startRuns,
      concurrency: EVENTS_AT_ONCE,
      run: ({ event_id }) => handleEvent(services, event_id),
    }),
    {
      kind: wakeEvents,
      start(jobs) {
        jobs.work(wakeEvents, { concurrency: 1 }, () => wakeForgottenEvents(services.database.query, jobs));
      },
    },
  ];
}

/** Should an event ever lose its job, it is found here. */
export async function wakeForgottenEvents(db: Query, jobs: Pick<Jobs, 'enqueueMany'>): Promise<void> {
  const { rows } = await sql<{ event_id: number }>`
    SELECT id AS event_id FROM booster_events
    WHERE starts_runs AND created_at < now() - ${FORGOTTEN_AFTER}::interval
    ORDER BY created_at LIMIT ${BATCH}`.execute(db);
  await jobs.enqueueMany(startRuns, rows);
}

export async function handleEvent(services: BoosterTriggerServices, eventId: number): Promise<void> {
  await services.database.query.transaction().execute(async transaction => {
    const event = await takeEvent(transaction, eventId);
    if (!event) return;
    const triggers = (await activeTriggers(transaction, event)).filter(({ params }) => watches(params, event));
    if (event.triggerDepth > services.triggerDepth) {
      for (const trigger of triggers) await tellDepth(services.tell, transaction, event, trigger);
    } else await start(services, transaction, event, triggers);
    pass('booster-trigger.queueing');
  });
  pass('booster-trigger.queued');
}

/** What happened, as triggers ask for it. */
export interface TriggeringEvent {
  id: number;
  panelId: string;
  /** As `booster_events` has it, such as `record.created`. */
  type: string;
  data: EventData;
  triggerDepth: number;
  /** The day, by the database's clock. */
  today: string;
}

/** A trigger of an active workflow. */
export interface WatchingTrigger {
  id: string;
  node_id: string;
  params: Record<string, unknown>;
  workflow_id: string;
  workflow_name: string;
  owner_id: string;
  run_as_id: string;
  run_as_email: string;
}

/** Whoever comes second waits until the first has ended, and finds it handled. */
async function takeEvent(transaction: Query, id: number): Promise<TriggeringEvent | undefined> {
  const row = await transaction
    .updateTable('booster_events')
    .set({ starts_runs: false })
    .where('id', '=', id)
    .where('starts_runs', '=', true)
    .returning(['id', 'panel_id as panelId', 'type', 'data', 'trigger_depth as triggerDepth'])
    .returning(sql<string>`(now() AT TIME ZONE 'UTC')::date::text`.as('today'))
    .executeTakeFirst();
  if (!row) return undefined;
  const { data } = row;
  if (!isEventData(data)) throw new Error(`event ${id} tells of nothing`);
  return { ...row, data };
}

async function activeTriggers(transaction: Query, event: TriggeringEvent): Promise<WatchingTrigger[]> {
  const { rows } = await sql<WatchingTrigger>`
    SELECT workflow_triggers.id, node_id, params, workflows.id AS workflow_id, workflows.name AS workflow_name,
      workflows.created_by AS owner_id, users.id AS run_as_id, users.email AS run_as_email
    FROM workflow_triggers JOIN workflows ON workflows.id = workflow_id JOIN users ON users.id = run_as
    WHERE panel_id = ${event.panelId} AND type = ${typeFor('file' in event.data ? 'file' : 'record')}
      AND workflows.active
    ORDER BY workflow_triggers.id`.execute(transaction);
  return rows;
}

function typeFor(subject: 'file' | 'record'): string {
  return `trigger.booster_${subject}`;
}

/** Params that are left out stand for all there is. */
function watches({ events, collection, folder }: WatchingTrigger['params'], { type, data }: TriggeringEvent): boolean {
  if (Array.isArray(events) && !events.includes(eventOf(type))) return false;
  const [watched = '*', place] = 'file' in data ? [folder, data.file.folder] : [collection, lastKnown(data).collection];
  return watched === '*' || watched === place;
}

function eventOf(type: string): string {
  return type.slice(type.indexOf('.') + 1);
}

async function start(
  { tell, withLinks }: BoosterTriggerServices,
  transaction: Query,
  event: TriggeringEvent,
  triggers: readonly WatchingTrigger[],
): Promise<void> {
  const panels = new Map<string, PanelInUse | undefined>();
  const starting: WatchingTrigger[] = [];
  let input = '';
  for (const trigger of triggers) {
    const { run_as_id: userId, run_as_email: email } = trigger;
    if (!panels.has(userId)) panels.set(userId, await panelFor(transaction, { userId, email }, event.panelId));
    const panel = panels.get(userId);
    if (panel) {
      input ||= JSON.stringify(inputOf(event, panel, withLinks));
      starting.push(trigger);
    } else await tellNoAccess(tell, transaction, event, trigger);
  }
  const { triggerDepth } = event;
  const fired: string[] = [];
  for (let from = 0; from < starting.length; from += RUNS_PER_STATEMENT) {
    const some = starting.slice(from, from + RUNS_PER_STATEMENT).map(({ id: triggerId }) => ({
      id: derivedId(`booster event ${event.id}\n${triggerId}`),
      triggerId,
      input,
      triggerDepth,
    }));
    const queued = await queueRuns(transaction, some);
    fired.push(...some.filter(({ id }) => queued.has(id)).map(({ triggerId }) => triggerId));
  }
  await noteFired(transaction, fired);
}

/** Undefined: the user may not use it, so a run on their behalf must not see what is in it. */
async function panelFor(
  db: Query,
  user: { userId: string; email: string },
  panelId: string,
): Promise<PanelInUse | undefined> {
  return usePanel(db, user, panelId).catch(error => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
}

function inputOf({ type, data, panelId }: TriggeringEvent, panel: PanelInUse, withLinks: WithLinks): object {
  const event = eventOf(type);
  if ('file' in data) {
    return { event, reason: data.reason, panel_id: panelId, file: linkedFile(type, data.file, panel, withLinks) };
  }
  const { collection, key } = lastKnown(data);
  return { event, panel_id: panelId, collection, key, record: data.record, previous: data.previous };
}

/** Held in the order of their ids: events of one panel fire the same triggers at the same time. */
async function noteFired(transaction: Query, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    UPDATE workflow_triggers SET last_fired_at = now()
    FROM (SELECT id FROM workflow_triggers WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE) AS held
    WHERE workflow_triggers.id = held.id`.execute(transaction);
}
