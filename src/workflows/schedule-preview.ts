/** `/api/v1/schedule/preview`: the next times of a schedule whose days are narrowed. */
import type { Query } from '../database.ts';
import type { SchedulePreview } from '../engine/schedule.ts';
import { holidaySource } from '../engine/schedule-days.ts';
import type { Caller } from '../http/caller.ts';
import type { VariableScope } from '../variables/reading.ts';
import { requireWorkflow } from './access.ts';
import type { HolidayReader } from './schedule-holidays.ts';
import type { DaysPreview } from './schedule-schemas.ts';
import { previewOccurrences } from './triggers.ts';
import type { WorkflowLimits } from './workflow-limits.ts';

export async function previewDays(
  db: Query,
  caller: Caller,
  { holidays: reader, shortest }: { holidays: HolidayReader; shortest: WorkflowLimits },
  { cron, timezone, days, workflow_id: workflowId }: DaysPreview,
): Promise<SchedulePreview> {
  const scope = await findScope(db, caller, workflowId, holidaySource(days) === undefined ? 'read' : 'write');
  const holidays = await reader.readOne(db, scope, days);
  return previewOccurrences(cron, timezone, { after: new Date(), shortest, days, holidays });
}

/** Times tell what a variable or a file holds, so only those who may change the workflow see them. */
async function findScope(
  db: Query,
  caller: Caller,
  workflowId: string | undefined,
  access: 'read' | 'write',
): Promise<VariableScope> {
  if (workflowId === undefined) return { organization_id: null, created_by: caller.userId };
  return (await requireWorkflow(db, caller, workflowId, access)).workflow;
}
