/**
 * Starts the runs of schedules. Every working process polls for due schedules each second, by the clock of the database.
 *
 *   due ── at most some minutes late ──▶ fired: one run, and the next time
 *    ├── later, `missed: once` ───────▶ fired: one run for all missed times, and the next time
 *    ├── later, `missed: skip` ───────▶ only the next time
 *    ├── on a holiday by now ─────────▶ only the next time
 *    ├── too many queued runs of its user ▶ only the next time, and the user is notified
 *    └── no longer a valid schedule ──▶ never again
 *
 * This process computes the next time. Then one statement sets it, provided that the schedule has not moved since, and
 * inserts the run. So a schedule fires once, however many processes poll. A process that dies has fired the schedule, or
 * leaves it to the others. When the clock is set back, a time that was fired does not fire again, because it lies before
 * the next one.
 */
import { sql } from 'kysely';
import type { Notify } from '../../accounts/notifications.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import { NO_HOLIDAYS } from '../../engine/schedule-days.ts';
import { runPeriodically } from '../../platform/concurrency/run-periodically.ts';
import { passPoint } from '../../platform/crash-points.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import {
  insertQueuedRuns,
  notifyRunners,
  type QueueRules,
  queueControlledRuns,
  selectFittingRuns,
} from '../../runs/store/queueing.ts';
import type { RunControl } from '../../runs/store/start-row.ts';
import type { HolidayReader, Holidays, ScopedDays } from '../../workflows/schedule-holidays.ts';
import { notifyHolidayProblem, notifyQueueFull } from './notices.ts';
import { type DueSchedule, planUpdates, type ScheduleUpdate } from './planning.ts';

export interface ScheduleServices {
  database: HeddleDatabase;
  notify: Notify;
  holidays: HolidayReader;
  limits: QueueRules;
  log: Logger;
  metrics: Metrics;
}

export interface Schedules {
  /** Waits until the schedules that are being fired are done. */
  stop(): Promise<void>;
}

const POLL_MS = 1_000;
const BATCH = 500;

export function startSchedules(services: ScheduleServices): Schedules {
  const { notify, limits, log, metrics } = services;
  const { query } = services.database;
  const fired = metrics.counter('schedules_fired_total', 'Runs that schedules started', []);
  const missed = metrics.counter('schedules_missed_total', 'Schedules that passed over what they missed', []);
  let stopping = false;

  async function fireDue(): Promise<void> {
    let due: DueSchedule[] = [];
    do {
      due = await findDue(query, due.at(-1));
      if (due.length === 0) return;
      const holidays = await services.holidays.read(query, due.map(toScopedDays));
      const planned = due.map((schedule, index) => ({ schedule, holidays: holidays[index] ?? NONE }));
      const updates = planUpdates(planned, log);
      passPoint('schedule.firing');
      await applyUpdates(updates);
      passPoint('schedule.fired');
      // One poll walks through all due schedules once. It leaves those that another process has locked to that process.
    } while (due.length === BATCH && !stopping);
  }

  async function applyUpdates(updates: readonly ScheduleUpdate[]): Promise<void> {
    const results = await query.transaction().execute(async transaction => {
      const results = await updateSchedules(transaction, updates, limits);
      const full = new Set([...results.values()].flatMap(({ fullQueueOf }) => fullQueueOf ?? []));
      for (const userId of full) await notifyQueueFull(notify, transaction, userId, limits.queuedPerUser);
      for (const { schedule, holidayProblem } of updates) {
        if (holidayProblem === undefined || !results.has(schedule.id)) continue;
        await notifyHolidayProblem(notify, transaction, schedule, holidayProblem);
      }
      return results;
    });
    for (const { schedule, isMissed, holidayProblem } of updates) {
      const outcome = results.get(schedule.id);
      if (!outcome) continue;
      const { id: trigger, workflow_id: workflow } = schedule;
      if (holidayProblem !== undefined) log.warn({ trigger, workflow }, 'the holidays of a schedule can not be read');
      if (outcome.runId !== null) fired.inc();
      else if (outcome.fullQueueOf !== null)
        recordMissed(schedule, 'a schedule was missed: too many runs of its user wait');
      else if (isMissed) recordMissed(schedule, 'a schedule was missed');
    }
  }

  function recordMissed({ id, workflow_id, next_run_at }: DueSchedule, message: string): void {
    missed.inc();
    log.warn({ trigger: id, workflow: workflow_id, scheduled_at: next_run_at }, message);
  }

  const polling = runPeriodically(POLL_MS, fireDue, err => log.error({ err }, 'due schedules could not be fired'));
  return {
    async stop() {
      stopping = true;
      await polling.stop();
    },
  };
}

interface UpdateResult {
  /** Null when no run was started. */
  runId: string | null;
  /** The user whose queue is so full that no run was started. */
  fullQueueOf: string | null;
}

/** Finds the due schedules that come after the last one of the previous batch. */
async function findDue(db: Query, last: DueSchedule | undefined): Promise<DueSchedule[]> {
  const after = last ? sql`AND (next_run_at, workflow_triggers.id) > (${last.next_run_at}, ${last.id})` : sql``;
  const { rows } = await sql<DueSchedule>`
    SELECT workflow_triggers.id, workflow_id, node_id, params, next_run_at, now(), workflows.name AS workflow_name,
      organization_id, created_by, run_as
    FROM workflow_triggers JOIN workflows ON workflows.id = workflow_id
    WHERE next_run_at <= now() AND active ${after}
    ORDER BY next_run_at, workflow_triggers.id LIMIT ${BATCH}`.execute(db);
  return rows;
}

const NONE: Holidays = { dates: NO_HOLIDAYS };

function toScopedDays({ workflow_id: id, organization_id, created_by, params }: DueSchedule): ScopedDays {
  return { scope: { id, organization_id, created_by }, days: params.days };
}

/**
 * Returns the results of the updates that took effect, by the id of the trigger. Other schedules have moved, or are
 * locked by a transaction that publishes or deletes their workflow, or that fires them. This waits for no lock, so it
 * cannot deadlock.
 */
async function updateSchedules(
  transaction: Query,
  updates: readonly ScheduleUpdate[],
  rules: QueueRules,
): Promise<ReadonlyMap<string, UpdateResult>> {
  const columns = {
    triggers: updates.map(({ schedule }) => schedule.id),
    workflows: updates.map(({ schedule }) => schedule.workflow_id),
    before: updates.map(({ schedule }) => schedule.next_run_at),
    next: updates.map(({ next }) => next),
    runs: updates.map(({ runId }) => runId),
    inputs: updates.map(({ input }) => input),
  };
  const { rows } = await sql<UpdatedRow>`
    WITH requested AS (
      SELECT * FROM unnest(${columns.triggers}::uuid[], ${columns.workflows}::uuid[], ${columns.before}::timestamptz[],
        ${columns.next}::timestamptz[], ${columns.runs}::uuid[], ${columns.inputs}::text[])
        AS requested (trigger_id, workflow_id, before, next, run_id, input)
    ),
    locked_workflows AS MATERIALIZED (
      SELECT id FROM workflows WHERE id IN (SELECT workflow_id FROM requested) AND active FOR KEY SHARE SKIP LOCKED
    ),
    locked AS MATERIALIZED (
      SELECT workflow_triggers.id, requested.next, requested.run_id, requested.input
      FROM requested JOIN locked_workflows ON locked_workflows.id = requested.workflow_id
      JOIN workflow_triggers ON workflow_triggers.id = requested.trigger_id AND next_run_at = requested.before
      FOR NO KEY UPDATE OF workflow_triggers SKIP LOCKED
    ),
    updated AS (
      UPDATE workflow_triggers SET next_run_at = locked.next,
        last_fired_at = CASE WHEN locked.run_id IS NULL THEN last_fired_at ELSE now() END
      FROM locked WHERE workflow_triggers.id = locked.id
      RETURNING workflow_triggers.id AS trigger_id, locked.run_id, locked.input
    ),
    fired AS (
      SELECT run_id AS id, trigger_id, input, 0 AS trigger_depth, true AS is_new FROM updated WHERE run_id IS NOT NULL
    ),
    ${selectFittingRuns(sql`fired`, rules.queuedPerUser)},
    queued AS (${insertQueuedRuns(sql`fitting`)})
    SELECT updated.trigger_id AS "triggerId", queued.id AS "runId",
      CASE WHEN fitting.id IS NULL THEN starting.user_id END AS "fullQueueOf", starting.control
    FROM updated LEFT JOIN queued ON queued.id = updated.run_id LEFT JOIN fitting ON fitting.id = updated.run_id
    LEFT JOIN starting ON starting.id = updated.run_id`.execute(transaction);
  const results = new Map(rows.map(({ triggerId, runId, fullQueueOf }) => [triggerId, { runId, fullQueueOf }]));
  if (rows.some(({ runId }) => runId !== null)) await notifyRunners(transaction);
  await queueLimited(transaction, updates, rows, rules, results);
  return results;
}

interface UpdatedRow extends UpdateResult {
  triggerId: string;
  /** Set instead of inserting the run when its workflow limits its runs. */
  control: RunControl | null;
}

/** Queues the runs of workflows that limit their runs. A run for which there is no place may not be made. */
async function queueLimited(
  transaction: Query,
  updates: readonly ScheduleUpdate[],
  rows: readonly UpdatedRow[],
  rules: QueueRules,
  results: Map<string, UpdateResult>,
): Promise<void> {
  const byTrigger = new Map(updates.map(update => [update.schedule.id, update]));
  const runs = rows.flatMap(({ triggerId, control, fullQueueOf: userId }) => {
    const update = byTrigger.get(triggerId);
    if (!control || userId === null || !update || update.runId === null) return [];
    const { runId: id, input } = update;
    return { id, triggerId, input, triggerDepth: 0, rootId: null, control, userId };
  });
  if (runs.length === 0) return;
  const outcomes = await queueControlledRuns(transaction, runs, rules);
  for (const { id, triggerId } of runs) {
    const queued = outcomes.get(id);
    results.set(triggerId, {
      runId: queued?.outcome === 'queued' || queued?.outcome === 'merged' ? (queued.runId ?? id) : null,
      fullQueueOf: queued?.outcome === 'full' ? queued.userId : null,
    });
  }
  await notifyRunners(transaction);
}
