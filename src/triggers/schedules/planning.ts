/** Computes what becomes of schedules that are due. */
import { fixedLimits } from '../../configuration/limits.ts';
import type { Params } from '../../engine/definition.ts';
import { holidaySource, readScheduleDays } from '../../engine/schedule-days.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Holidays } from '../../workflows/schedule-holidays.ts';
import { nextRun, readSchedule } from '../../workflows/triggers.ts';

/** A schedule that is later than this was missed, because no process was polling. */
const LATE_MS = fixedLimits.workflow.scheduleLateMinutes * 60_000;

export interface DueSchedule {
  id: string;
  workflow_id: string;
  node_id: string;
  params: Params;
  next_run_at: Date;
  now: Date;
  workflow_name: string;
  organization_id: string | null;
  created_by: string;
  run_as: string | null;
}

export interface ScheduleUpdate {
  schedule: DueSchedule;
  /** Null when the schedule never fires again. */
  next: Date | null;
  /** Null when it starts no run. */
  runId: string | null;
  /** Whether it starts no run because it is late. */
  isMissed: boolean;
  input: string;
  /** Why its holidays can not be read. */
  holidayProblem?: string | undefined;
}

export function planUpdates(
  due: readonly { schedule: DueSchedule; holidays: Holidays }[],
  log: Logger,
): ScheduleUpdate[] {
  // Many schedules are alike, and computing the next time takes a tenth of a millisecond.
  const nextTimes = new Map<string, Date | null>();
  return due.map(({ schedule, holidays }) => {
    const { params, now } = schedule;
    const { cron, timezone = 'UTC', days } = params;
    const key = JSON.stringify([cron, timezone, days]);
    try {
      const known = holidays.dates.size === 0 ? nextTimes.get(key) : undefined;
      const next = known ?? nextRun(params, now, holidays.dates);
      if (holidays.dates.size === 0) nextTimes.set(key, next);
      return toUpdate(schedule, next, holidays);
    } catch (err) {
      // It was valid when it was published, and the rules have changed since. The other schedules must not wait for it.
      log.error({ err, trigger: schedule.id, workflow: schedule.workflow_id }, 'a schedule is no longer valid');
      return { schedule, next: null, runId: null, isMissed: false, input: '' };
    }
  });
}

function toUpdate(schedule: DueSchedule, next: Date | null, holidays: Holidays): ScheduleUpdate {
  const { params, now } = schedule;
  const { cron, timezone = 'UTC', missed } = params;
  const at = findDueTime(schedule, holidays);
  const isMissed = at !== undefined && now.getTime() - at.getTime() > LATE_MS && missed !== 'once';
  return {
    schedule,
    next,
    runId: at === undefined || isMissed ? null : newId(),
    isMissed,
    input: JSON.stringify({ scheduled_at: at?.getTime(), cron, timezone }),
    ...(holidays.problem !== undefined && { holidayProblem: holidays.problem }),
  };
}

/**
 * Returns the time for which a schedule is due. Its day may have become a holiday since the time was planned. Then it is due
 * for the next time that has passed, if there is one.
 */
function findDueTime({ params, next_run_at, now }: DueSchedule, { dates, problem }: Holidays): Date | undefined {
  const hasHolidays = holidaySource(readScheduleDays(params.days)) !== undefined && problem === undefined;
  if (!hasHolidays) return next_run_at;
  const schedule = readSchedule(params, dates);
  if (schedule.firesOnDayOf(next_run_at.getTime())) return next_run_at;
  const later = schedule.next(next_run_at.getTime());
  return later !== undefined && later <= now.getTime() ? new Date(later) : undefined;
}
