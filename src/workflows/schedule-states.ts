/** When the schedules of published workflows fire next. */
import type { Query } from '../database.ts';
import { workflowNotValid } from '../errors.ts';
import type { VariableScope } from '../variables/reading.ts';
import type { HolidayReader } from './schedule-holidays.ts';
import { nextRun } from './triggers.ts';

/**
 * Starts the schedules of a workflow, or stops them. Its row must be locked. Throws when their holidays can not be read, so
 * that whoever publishes learns of it.
 */
export async function setSchedules(
  transaction: Query,
  workflow: VariableScope & { id: string },
  { holidays: reader, active, now }: { holidays: HolidayReader; active: boolean; now: Date },
): Promise<void> {
  const schedules = await transaction
    .selectFrom('workflow_triggers')
    .select(['id', 'node_id', 'params'])
    .where('workflow_id', '=', workflow.id)
    .where('type', '=', 'trigger.schedule')
    .orderBy('node_id')
    .execute();
  const scoped = schedules.map(({ params }) => ({ scope: workflow, days: params.days }));
  const holidays = active ? await reader.read(transaction, scoped) : [];
  for (const [index, { id, node_id, params }] of schedules.entries()) {
    const { dates, problem } = holidays[index] ?? {};
    if (problem !== undefined) throw workflowNotValid(`Step '${node_id}': ${problem}`);
    await transaction
      .updateTable('workflow_triggers')
      .set({ next_run_at: active ? nextRun(params, now, dates) : null })
      .where('id', '=', id)
      .execute();
  }
}
