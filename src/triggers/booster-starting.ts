/** Queues the runs that an event of a panel starts. */
import { sql } from 'kysely';
import type { Notify } from '../accounts/notifications.ts';
import { requireUsablePanel } from '../booster/access.ts';
import type { PanelRow } from '../booster/tables.ts';
import { latestRecord, type WithLinks, withCurrentLinks } from '../booster/webhooks/message.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { ApiError } from '../errors.ts';
import { deriveId } from '../platform/ids.ts';
import { type QueueRules, queueRuns } from '../runs/store/queueing.ts';
import { notifyNoAccess } from './booster-notices.ts';
import type { TriggeringEvent, WatchingTrigger } from './booster-trigger.ts';

export interface BoosterTriggerServices {
  database: HeddleDatabase;
  notify: Notify;
  withLinks: WithLinks;
  limits: BoosterTriggerLimits;
}

/** Runs for which the queue of their user has no room are postponed as rows of `booster_starts`. */
interface BoosterTriggerLimits extends QueueRules {
  /** How many runs the changes of runs may start that have one root cause. */
  runsPerRoot: number;
}

/** So many of the longest inputs have some 20 MB. */
const RUNS_PER_STATEMENT = 20;

/** Finds the triggers of active workflows that watch the panel of the event. */
export async function findActiveTriggers(transaction: Query, event: TriggeringEvent): Promise<WatchingTrigger[]> {
  const { rows } = await sql<WatchingTrigger>`
    SELECT workflow_triggers.id, node_id, params, workflows.id AS workflow_id, workflows.name AS workflow_name,
      workflows.created_by AS owner_id, users.id AS run_as_id, users.email AS run_as_email
    FROM workflow_triggers JOIN workflows ON workflows.id = workflow_id JOIN users ON users.id = run_as
    WHERE panel_id = ${event.panelId} AND type = ${triggerTypeFor('file' in event.data ? 'file' : 'record')}
      AND workflows.active
    ORDER BY workflow_triggers.id`.execute(transaction);
  return rows;
}

/** The same however often an event is handled, so that it starts each run once. */
export function startedRunId(eventId: number, triggerId: string): string {
  return deriveId(`booster event ${eventId}\n${triggerId}`);
}

export function triggerTypeFor(subject: 'file' | 'record'): string {
  return `trigger.booster_${subject}`;
}

export function eventName(type: string): string {
  return type.slice(type.indexOf('.') + 1);
}

/** Returns the triggers whose user may use the panel. The owners of the others are notified. */
export async function selectPermittedTriggers(
  { notify }: BoosterTriggerServices,
  transaction: Query,
  event: TriggeringEvent,
  triggers: readonly WatchingTrigger[],
): Promise<PermittedTrigger[]> {
  const panels = new Map<string, PanelRow | undefined>();
  const permitted: PermittedTrigger[] = [];
  for (const trigger of triggers) {
    const { run_as_id: userId, run_as_email: email } = trigger;
    if (!panels.has(userId)) panels.set(userId, await findUsablePanel(transaction, { userId, email }, event.panelId));
    const panel = panels.get(userId);
    if (panel) permitted.push({ trigger, panel });
    else await notifyNoAccess(notify, transaction, event, trigger);
  }
  return permitted;
}

interface PermittedTrigger {
  trigger: WatchingTrigger;
  panel: PanelRow;
}

/**
 * Queues a run for each trigger. When the queue of its user or of its workflow is full, the run is postponed until there is
 * room. Returns the triggers whose runs were postponed.
 */
export async function queueRunsForEvent(
  { withLinks, limits }: BoosterTriggerServices,
  transaction: Query,
  event: TriggeringEvent,
  permitted: readonly PermittedTrigger[],
): Promise<string[]> {
  const [first] = permitted;
  if (!first) return [];
  const input = JSON.stringify(buildInput(event, first.panel, withLinks));
  const { triggerDepth, rootId } = event;
  const fired: string[] = [];
  const postponed: string[] = [];
  for (let from = 0; from < permitted.length; from += RUNS_PER_STATEMENT) {
    const some = permitted.slice(from, from + RUNS_PER_STATEMENT).map(({ trigger: { id: triggerId } }) => ({
      id: startedRunId(event.id, triggerId),
      triggerId,
      input,
      triggerDepth,
      rootId,
    }));
    const outcomes = await queueRuns(transaction, some, limits);
    for (const { id, triggerId } of some) {
      const run = outcomes.get(id);
      if (run?.outcome === 'queued' || run?.outcome === 'merged') fired.push(triggerId);
      if (run?.outcome !== 'full') continue;
      await postponeStart(transaction, { event, triggerId, userId: run.userId });
      postponed.push(triggerId);
    }
  }
  await markFired(transaction, fired);
  return postponed;
}

async function postponeStart(
  transaction: Query,
  { event, triggerId, userId }: { event: TriggeringEvent; triggerId: string; userId: string },
): Promise<void> {
  await transaction
    .insertInto('booster_starts')
    .values({ event_id: event.id, trigger_id: triggerId, user_id: userId })
    .execute();
}

/** Returns undefined when the user may not use the panel, so that a run on their behalf must not see its contents. */
async function findUsablePanel(
  db: Query,
  user: { userId: string; email: string },
  panelId: string,
): Promise<PanelRow | undefined> {
  return requireUsablePanel(db, user, panelId).catch(error => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
}

function buildInput({ type, data, panelId }: TriggeringEvent, panel: PanelRow, withLinks: WithLinks): object {
  const event = eventName(type);
  if ('file' in data) {
    return { event, reason: data.reason, panel_id: panelId, file: withCurrentLinks(type, data.file, panel, withLinks) };
  }
  const { collection, key } = latestRecord(data);
  return { event, panel_id: panelId, collection, key, record: data.record, previous: data.previous };
}

/**
 * Locks the triggers in the order of their ids, because events of one panel fire the same triggers simultaneously. The
 * lock is a statement of its own, so that the change sees the rows as they are after the wait: see `reservations.ts`.
 */
export async function markFired(transaction: Query, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const these = sql`id = ANY (${ids}::uuid[])`;
  await sql`SELECT FROM workflow_triggers WHERE ${these} ORDER BY id FOR NO KEY UPDATE`.execute(transaction);
  await sql`UPDATE workflow_triggers SET last_fired_at = now() WHERE ${these}`.execute(transaction);
}
