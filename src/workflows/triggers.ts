/** What publishing needs to know about a definition. */
import { fixedLimits } from '../configuration/limits.ts';
import { type Params, readDefinition } from '../engine/definition.ts';
import type { ScheduleProblem } from '../engine/details.ts';
import {
  parseSchedule,
  previewSchedule,
  type Schedule,
  ScheduleError,
  type SchedulePreview,
} from '../engine/schedule.ts';
import { NO_HOLIDAYS, readScheduleDays, type ScheduleDays } from '../engine/schedule-days.ts';
import type { Holidays } from './schedule-holidays.ts';
import type { WorkflowLimits } from './workflow-limits.ts';

export interface AutomaticTrigger {
  nodeId: string;
  type: string;
  params: Params;
  panelId: string | null;
}

/** Returns the triggers that start runs without a user: all but the manual ones. */
export function automaticTriggers(definition: unknown): AutomaticTrigger[] {
  return readDefinition(definition)
    .nodes.filter(({ type }) => type.startsWith('trigger.') && type !== 'trigger.manual')
    .map(({ id, type, params }) => ({ nodeId: id, type, params, panelId: toTextOrNull(params.panel_id) }));
}

/** Whether any step signs the requests that it sends. */
export function hasSigningStep(definition: unknown): boolean {
  return readDefinition(definition).nodes.some(({ type, params }) => type === 'http.request' && params.sign === true);
}

type Shortest = Pick<WorkflowLimits, 'scheduleIntervalMinutes'>;

/** The schedule was valid when it was published, so the present limits do not matter. */
export function readSchedule({ cron, timezone = 'UTC', days }: Params, holidays: ReadonlySet<number>): Schedule {
  const options = { minIntervalMs: 0, days: readScheduleDays(days), holidays };
  return parseSchedule(String(cron), String(timezone), options);
}

/**
 * Where holidays leave no time, this is the next one without them: when it comes, they are read again, and may have changed.
 */
export function nextRun(params: Params, after: Date, holidays: ReadonlySet<number> = NO_HOLIDAYS): Date | null {
  const find = (without: ReadonlySet<number>) => readSchedule(params, without).next(after.getTime());
  const next = find(holidays) ?? (holidays.size > 0 ? find(NO_HOLIDAYS) : undefined);
  return next === undefined ? null : new Date(next);
}

interface PreviewOptions {
  after: Date;
  shortest: Shortest;
  days?: ScheduleDays | undefined;
  holidays?: Holidays | undefined;
}

export function previewOccurrences(
  cron: string,
  timezone: string,
  { after, shortest, days, holidays }: PreviewOptions,
): SchedulePreview {
  const count = fixedLimits.workflow.previewOccurrences;
  const range = { minIntervalMs: intervalMs(shortest), afterMs: after.getTime(), count };
  const preview = previewSchedule(cron, timezone, { ...range, days, holidays: holidays?.dates });
  const { problem } = holidays ?? {};
  return preview.valid && problem !== undefined ? { valid: false, error: problem, next_runs: [] } : preview;
}

/** Returns what is wrong with a schedule, or undefined when it is valid. */
export function scheduleProblem(
  cron: string,
  timezone: string,
  { days, shortest }: { days: ScheduleDays | undefined; shortest: Shortest },
): ScheduleProblem | undefined {
  try {
    parseSchedule(cron, timezone, { minIntervalMs: intervalMs(shortest), days });
    return undefined;
  } catch (error) {
    if (error instanceof ScheduleError) return error;
    throw error;
  }
}

function intervalMs({ scheduleIntervalMinutes }: Shortest): number {
  return scheduleIntervalMinutes * 60_000;
}

function toTextOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
