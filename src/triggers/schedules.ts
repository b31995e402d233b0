/**
 * Starts the runs of schedules. Every process that works looks for due ones each second; all times are the database's.
 *
 *   due ── at most some minutes late ──▶ fired: one run, and the next time
 *    ├── later, `missed: once` ───────▶ fired: one run for all that was missed, and the next time
 *    ├── later, `missed: skip` ───────▶ the next time alone
 *    ├── too many runs of its user wait ▶ the next time alone, and the user is told
 *    └── not a schedule any more ─────▶ never again
 *
 * The next time is found here, and one statement moves the schedule there if it still is where it was and inserts its
 * run. So however many processes look, a schedule fires once; one that dies has fired it, or leaves it to the others.
 * A time that was fired lies behind the next one, and is not fired again when the clock is set back.
 */
import { sql } from 'kysely';
import type { Notify } from '../accounts/notifications.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { passPoint } from '../platform/crash-points.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { runPeriodically } from '../platform/run-periodically.ts';
import { insertQueuedRuns, QUEUE_CHANNEL, selectFittingRuns } from '../runs/store/queueing.ts';
import { nextRun } from '../workflows/triggers.ts';
import { notifyQueueFull } from './schedule-notices.ts';

export interface ScheduleServices {
  database: HeddleDatabase;
  notify: Notify;
  limits: { queuedPerUser: number };
  log: Logger;
  metrics: Metrics;
}

export interface Schedules {
  /** Waits for what is being fired. */
  stop(): Promise<void>;
}

const LOOK_AGAIN_MS = 1_000;
const BATCH = 500;
/** What is later than this was missed while nobody looked. */
const LATE_MS = fixedLimits.workflow.scheduleLateMinutes * 60_000;

export function startSchedules({ database: { query }, notify, limits, log, metrics }: ScheduleServices): Schedules {
  const fired = metrics.counter('schedules_fired_total', 'Runs that schedules started', []);
  const missed = metrics.counter('schedules_missed_total', 'Schedules that passed over what they missed', []);
  let stopping = false;

  async function look(): Promise<void> {
    let due: DueSchedule[] = [];
    do {
      due = await findDue(query, due.at(-1));
      if (due.length === 0) return;
      const steps = stepsOf(due, log);
      passPoint('schedule.firing');
      await take(steps);
      passPoint('schedule.fired');
      // Each look goes through all that is due and never back: what another process holds just now is left to it.
    } while (due.length === BATCH && !stopping);
  }

  async function take(steps: readonly ScheduleStep[]): Promise<void> {
    const taken = await query.transaction().execute(async transaction => {
      const taken = await takeSteps(transaction, steps, limits);
      const full = new Set([...taken.values()].flatMap(({ fullQueueOf }) => fullQueueOf ?? []));
      for (const userId of full) await notifyQueueFull(notify, transaction, userId, limits.queuedPerUser);
      return taken;
    });
    for (const { schedule, runId } of steps) {
      const outcome = taken.get(schedule.id);
      if (!outcome) continue;
      if (outcome.runId !== null) fired.inc();
      else if (outcome.fullQueueOf !== null) miss(schedule, 'a schedule was missed: too many runs of its user wait');
      else if (runId === null && schedule.is_late) miss(schedule, 'a schedule was missed');
    }
  }

  function miss({ id, workflow_id, next_run_at }: DueSchedule, message: string): void {
    missed.inc();
    log.warn({ trigger: id, workflow: workflow_id, scheduled_at: next_run_at }, message);
  }

  const repetition = runPeriodically(LOOK_AGAIN_MS, look, err =>
    log.error({ err }, 'schedules could not be looked at'),
  );
  return {
    async stop() {
      stopping = true;
      await repetition.stop();
    },
  };
}

interface DueSchedule {
  id: string;
  workflow_id: string;
  params: { cron?: unknown; timezone?: unknown; missed?: unknown };
  next_run_at: Date;
  is_late: boolean;
  now: Date;
}

/** What becomes of a schedule that is due. */
interface ScheduleStep {
  schedule: DueSchedule;
  /** Null: never again. */
  next: Date | null;
  /** Null: none. */
  runId: string | null;
  input: string;
}

interface TakenStep {
  /** Null: none was started. */
  runId: string | null;
  /** The user for whom none was started because too many wait. */
  fullQueueOf: string | null;
}

/** Those that come behind the last one that was seen. */
async function findDue(db: Query, last: DueSchedule | undefined): Promise<DueSchedule[]> {
  const behind = last ? sql`AND (next_run_at, workflow_triggers.id) > (${last.next_run_at}, ${last.id})` : sql``;
  const { rows } = await sql<DueSchedule>`
    SELECT workflow_triggers.id, workflow_id, params, next_run_at, now(),
      next_run_at < now() - make_interval(secs => ${LATE_MS / 1000}) AS is_late
    FROM workflow_triggers JOIN workflows ON workflows.id = workflow_id
    WHERE next_run_at <= now() AND active ${behind}
    ORDER BY next_run_at, workflow_triggers.id LIMIT ${BATCH}`.execute(db);
  return rows;
}

function stepsOf(due: readonly DueSchedule[], log: Logger): ScheduleStep[] {
  // Many schedules are alike, and finding the next time takes a tenth of a millisecond.
  const found = new Map<string, Date | null>();
  return due.map(schedule => {
    const { params, now, next_run_at, is_late } = schedule;
    const { cron, timezone = 'UTC', missed } = params;
    const key = JSON.stringify([cron, timezone]);
    try {
      const next = found.get(key) ?? nextRun(params, now);
      found.set(key, next);
      const runId = is_late && missed !== 'once' ? null : newId();
      return { schedule, next, runId, input: JSON.stringify({ scheduled_at: next_run_at.getTime(), cron, timezone }) };
    } catch (err) {
      // It was one when it was published, and rules have changed since. The others must not wait for it.
      log.error({ err, trigger: schedule.id, workflow: schedule.workflow_id }, 'a schedule is none any more');
      return { schedule, next: null, runId: null, input: '' };
    }
  });
}

/**
 * Which of them are taken, and the run of each that started one. Others are not where they were, or held just now by
 * whoever publishes or deletes their workflow, or fires them: nothing is waited for, so nothing waits in a circle.
 */
async function takeSteps(
  transaction: Query,
  steps: readonly ScheduleStep[],
  { queuedPerUser }: { queuedPerUser: number },
): Promise<ReadonlyMap<string, TakenStep>> {
  const columns = {
    triggers: steps.map(({ schedule }) => schedule.id),
    workflows: steps.map(({ schedule }) => schedule.workflow_id),
    before: steps.map(({ schedule }) => schedule.next_run_at),
    next: steps.map(({ next }) => next),
    runs: steps.map(({ runId }) => runId),
    inputs: steps.map(({ input }) => input),
  };
  const { rows } = await sql<TakenStep & { triggerId: string }>`
    WITH given AS (
      SELECT * FROM unnest(${columns.triggers}::uuid[], ${columns.workflows}::uuid[], ${columns.before}::timestamptz[],
        ${columns.next}::timestamptz[], ${columns.runs}::uuid[], ${columns.inputs}::text[])
        AS given (trigger_id, workflow_id, before, next, run_id, input)
    ),
    held_workflows AS MATERIALIZED (
      SELECT id FROM workflows WHERE id IN (SELECT workflow_id FROM given) AND active FOR KEY SHARE SKIP LOCKED
    ),
    held AS MATERIALIZED (
      SELECT workflow_triggers.id, given.next, given.run_id, given.input
      FROM given JOIN held_workflows ON held_workflows.id = given.workflow_id
      JOIN workflow_triggers ON workflow_triggers.id = given.trigger_id AND next_run_at = given.before
      FOR NO KEY UPDATE OF workflow_triggers SKIP LOCKED
    ),
    taken AS (
      UPDATE workflow_triggers SET next_run_at = held.next,
        last_fired_at = CASE WHEN held.run_id IS NULL THEN last_fired_at ELSE now() END
      FROM held WHERE workflow_triggers.id = held.id
      RETURNING workflow_triggers.id AS trigger_id, held.run_id, held.input
    ),
    fired AS (SELECT run_id AS id, trigger_id, input, 0 AS trigger_depth FROM taken WHERE run_id IS NOT NULL),
    ${selectFittingRuns(sql`fired`, queuedPerUser)},
    queued AS (${insertQueuedRuns(sql`fitting`)})
    SELECT taken.trigger_id AS "triggerId", queued.id AS "runId",
      CASE WHEN fitting.id IS NULL THEN starting.user_id END AS "fullQueueOf",
      CASE WHEN queued.id IS NOT NULL THEN pg_notify(${QUEUE_CHANNEL}, '')::text END
    FROM taken LEFT JOIN queued ON queued.id = taken.run_id LEFT JOIN fitting ON fitting.id = taken.run_id
    LEFT JOIN starting ON starting.id = taken.run_id`.execute(transaction);
  return new Map(rows.map(({ triggerId, runId, fullQueueOf }) => [triggerId, { runId, fullQueueOf }]));
}
