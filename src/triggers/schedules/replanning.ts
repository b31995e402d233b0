/**
 * Plans the next times of schedules with days again, because their holidays may have changed: with a variable, or with the
 * owner of the workflow. Looking each minute finds all of these, also when a process dies in between. During an upgrade, it
 * also corrects what a process of a version without days has planned.
 */
import { sql } from 'kysely';
import type { HeddleDatabase, Query } from '../../database.ts';
import type { Params } from '../../engine/definition.ts';
import { ScheduleError } from '../../engine/schedule.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../../platform/jobs/task.ts';
import type { HolidayReader } from '../../workflows/schedule-holidays.ts';
import { nextRun } from '../../workflows/triggers.ts';

const BATCH = 500;

export function replanningTask({ query: db }: HeddleDatabase, holidays: HolidayReader): Task {
  return defineTask({
    kind: defineJob('triggers.replan-schedules', { repeat: { everyMinutes: 1 } }),
    concurrency: 1,
    run: (_payload, { signal }) => replanSchedules(db, holidays, signal),
  });
}

interface PlannedSchedule {
  id: string;
  params: Params;
  next_run_at: Date;
  now: Date;
  workflow_id: string;
  organization_id: string | null;
  created_by: string;
}

/** A schedule that is due is left to those that fire it. */
export async function replanSchedules(db: Query, reader: HolidayReader, signal: AbortSignal): Promise<void> {
  let last: string | null = null;
  do {
    const { rows }: { rows: PlannedSchedule[] } = await sql<PlannedSchedule>`
      SELECT workflow_triggers.id, params, next_run_at, now(), workflow_id, organization_id, created_by
      FROM workflow_triggers JOIN workflows ON workflows.id = workflow_id
      WHERE next_run_at > now() AND type = 'trigger.schedule' AND params -> 'days' IS NOT NULL
        AND (${last}::uuid IS NULL OR workflow_triggers.id > ${last}::uuid)
      ORDER BY workflow_triggers.id LIMIT ${BATCH}`.execute(db);
    const scoped = rows.map(({ params, workflow_id: id, organization_id, created_by }) => ({
      scope: { id, organization_id, created_by },
      days: params.days,
    }));
    const holidays = await reader.read(db, scoped);
    for (const [index, row] of rows.entries()) await replan(db, row, holidays[index]?.dates);
    last = rows.length < BATCH ? null : (rows.at(-1)?.id ?? null);
  } while (last !== null && !signal.aborted);
}

async function replan(
  db: Query,
  { id, params, next_run_at: before, now }: PlannedSchedule,
  dates: ReadonlySet<number> | undefined,
): Promise<void> {
  const next = findNext(params, now, dates);
  if (next === undefined || next.getTime() === before.getTime()) return;
  await sql`UPDATE workflow_triggers SET next_run_at = ${next}
    WHERE id = ${id} AND next_run_at = ${before} AND next_run_at > now()`.execute(db);
}

/** What is no longer valid is reported when it fires. */
function findNext(params: Params, now: Date, dates: ReadonlySet<number> | undefined): Date | undefined {
  try {
    return nextRun(params, now, dates) ?? undefined;
  } catch (error) {
    if (error instanceof ScheduleError) return undefined;
    throw error;
  }
}
