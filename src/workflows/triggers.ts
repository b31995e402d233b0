/** What publishing needs to know about a definition. */
import { fixedLimits } from '../configuration/limits.ts';
import { type Params, readDefinition } from '../engine/definition.ts';
import { parseSchedule, previewSchedule, ScheduleError, type SchedulePreview } from '../engine/schedule.ts';
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
export function nextRun({ cron, timezone = 'UTC' }: Params, after: Date): Date | null {
  const next = parseSchedule(String(cron), String(timezone), { minIntervalMs: 0 }).next(after.getTime());
  return next === undefined ? null : new Date(next);
}

export function previewOccurrences(
  cron: string,
  timezone: string,
  { after, shortest }: { after: Date; shortest: Shortest },
): SchedulePreview {
  const count = fixedLimits.workflow.previewOccurrences;
  return previewSchedule(cron, timezone, { minIntervalMs: intervalMs(shortest), afterMs: after.getTime(), count });
}

/** Returns what is wrong with a schedule, or undefined when it is valid. */
export function scheduleProblem(cron: string, timezone: string, shortest: Shortest): string | undefined {
  try {
    parseSchedule(cron, timezone, { minIntervalMs: intervalMs(shortest) });
    return undefined;
  } catch (error) {
    if (error instanceof ScheduleError) return error.message;
    throw error;
  }
}

function intervalMs({ scheduleIntervalMinutes }: Shortest): number {
  return scheduleIntervalMinutes * 60_000;
}

function toTextOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
