/**
 * Makes runs for times of a schedule that lie in the past, or that nobody wants to wait for. Each run has the input that
 * the schedule would have given it, and executes the version that is published now.
 */
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import type { Schedule } from '../../engine/schedule.ts';
import {
  conditionNotMet,
  scheduleNotFound,
  tooManyQueuedRunsOfUser,
  tooManyTimes,
  validationError,
  workflowNotActive,
  workflowNotValid,
} from '../../errors.ts';
import type { HolidayReader } from '../../workflows/schedule-holidays.ts';
import { readSchedule } from '../../workflows/triggers.ts';
import { type BatchOptions, findBackfilledTimes } from '../store/batches.ts';
import { type QueueRules, queueRuns } from '../store/queueing.ts';

type Backfill = NonNullable<BatchOptions['backfill']>;

interface Range {
  from: number;
  /** Not part of the range. */
  to: number;
}

/** Returns the schedule of a published version and its times in the range. */
export async function findBackfill(
  db: Query,
  holidays: HolidayReader,
  { workflowId, nodeId, again }: { workflowId: string; nodeId: string; again: boolean },
  { from, to }: Range,
): Promise<{ backfill: Backfill; skipped: number }> {
  if (to <= from) throw validationError('to', 'must be after from');
  const trigger = await db
    .selectFrom('workflow_triggers')
    .innerJoin('workflows', 'workflows.id', 'workflow_triggers.workflow_id')
    .select(['workflow_triggers.id', 'params', 'active', 'organization_id', 'created_by'])
    .where('workflow_id', '=', workflowId)
    .where('node_id', '=', nodeId)
    .where('type', '=', 'trigger.schedule')
    .executeTakeFirst();
  if (!trigger) throw scheduleNotFound(nodeId);
  if (!trigger.active) throw workflowNotActive();
  const cron = String(trigger.params.cron);
  const timezone = String(trigger.params.timezone ?? 'UTC');
  const scope = { id: workflowId, organization_id: trigger.organization_id, created_by: trigger.created_by };
  const { dates, problem } = await holidays.readOne(db, scope, trigger.params.days);
  if (problem !== undefined) throw workflowNotValid(`Step '${nodeId}': ${problem}`);
  const all = listTimes(readSchedule(trigger.params, dates), { from, to });
  const known = again ? new Set<number>() : await findKnownTimes(db, workflowId, nodeId, { from, to });
  if (!again) for (const time of await findBackfilledTimes(db, trigger.id)) known.add(time);
  const times = all.filter(time => !known.has(time));
  return { backfill: { workflowId, triggerId: trigger.id, cron, timezone, times }, skipped: all.length - times.length };
}

function listTimes(schedule: Schedule, { from, to }: Range): number[] {
  const most = fixedLimits.run.batch.runs;
  const times: number[] = [];
  for (let time = schedule.next(from - 1); time !== undefined && time < to; time = schedule.next(time)) {
    if (times.length === most) throw tooManyTimes(most);
    times.push(time);
  }
  return times;
}

/** The times in the range for which there is a run, whatever became of it. Only a batch makes one before its time. */
async function findKnownTimes(
  db: Query,
  workflowId: string,
  nodeId: string,
  { from, to }: Range,
): Promise<Set<number>> {
  const { rows } = await sql<{ time: string }>`
    SELECT input::json ->> 'scheduled_at' AS time FROM runs
    WHERE workflow_id = ${workflowId} AND trigger_node_id = ${nodeId} AND trigger_type = 'trigger.schedule'
      AND replay_of IS NULL AND created_at >= ${new Date(from)}`.execute(db);
  return new Set(rows.map(({ time }) => Number(time)).filter(time => time >= from && time < to));
}

/** Queues the run of one time. A run that a process has queued before it died is found again. */
export async function queueBackfilled(
  transaction: Query,
  rules: QueueRules,
  { triggerId, cron, timezone, times }: Backfill,
  { runId, index }: { runId: string; index: number },
): Promise<void> {
  const input = JSON.stringify({ scheduled_at: times[index], cron, timezone });
  const run = { id: runId, triggerId, input, triggerDepth: 0, rootId: null };
  const queued = (await queueRuns(transaction, [run], rules)).get(runId);
  if (!queued) throw workflowNotActive();
  if (queued.outcome === 'filtered') throw conditionNotMet();
  if (queued.outcome === 'full') throw tooManyQueuedRunsOfUser(rules.queuedPerUser);
}

/** A batch uses only half of the queue of a workflow, so that its webhooks accept calls meanwhile. */
export function shareOfQueue(queuedPerWorkflow: number): number {
  return Math.max(1, Math.floor(queuedPerWorkflow / 2));
}

/** Returns how many runs of the workflow may be queued. */
export async function findBackfillRoom(
  { database, queuedPerWorkflow }: { database: HeddleDatabase; queuedPerWorkflow: number },
  workflowId: string,
): Promise<number> {
  const { rows } = await sql<{ queued: number }>`
    SELECT count(*)::integer AS queued FROM (
      SELECT FROM runs WHERE workflow_id = ${workflowId} AND status = 'queued' AND held IS NULL
      UNION ALL SELECT FROM runs WHERE workflow_id = ${workflowId} AND status = 'queued' AND held IS NOT NULL
    ) AS waiting`.execute(database.query);
  return Math.max(0, shareOfQueue(queuedPerWorkflow) - (rows[0]?.queued ?? 0));
}
