/** `/api/v1/schedule/backfill`: runs for the times of a schedule in a range. */
import type { Query } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import { endpointWith, workflowWriters } from '../../http/endpoint.ts';
import { newId } from '../../platform/ids.ts';
import { requireWorkflow, requireWorkflowOrganization } from '../../workflows/access.ts';
import type { HolidayReader } from '../../workflows/schedule-holidays.ts';
import { findBackfill } from '../starting/backfill.ts';
import { type BatchServices, createBatch } from '../starting/batches.ts';
import { describeBackfill } from './batch-sentence.ts';
import { BatchReply, toBatch } from './batches.ts';
import { BackfillRequest, type BatchCount, type RunBatch } from './replay-schemas.ts';

export interface BackfillServices extends BatchServices {
  holidays: HolidayReader;
}

export const backfillEndpoint = endpointWith<BackfillServices>()({
  path: '/api/v1/schedule/backfill',
  summary: 'Makes runs for the times of a schedule in a range, which a job queues one after another',
  ...workflowWriters,
  body: BackfillRequest,
  reply: BatchReply,
  handle: (services, { caller, body }) => backfillSchedule(services, caller, body),
});

async function backfillSchedule(
  services: BackfillServices,
  caller: Caller,
  request: BackfillRequest,
): Promise<RunBatch | BatchCount> {
  const { workflow_id: workflowId, node_id: nodeId, from, to, again = false, per_minute: perMinute } = request;
  const { query: db } = services.database;
  const { workflow } = await requireWorkflow(db, caller, workflowId, 'write');
  await requireWorkflowOrganization(db, caller, workflow, 'operate');
  const plan = async (db: Query) => {
    const { backfill, skipped } = await findBackfill(
      db,
      services.holidays,
      { workflowId, nodeId, again },
      { from, to },
    );
    const { times } = backfill;
    const sentence = describeBackfill(workflow.name, times, { perMinute, skipped });
    return { action: 'backfill' as const, sentence, options: { backfill, perMinute }, runIds: times.map(newId) };
  };
  if (!request.dry_run) return toBatch(await createBatch(services, caller, plan));
  const { runIds, sentence } = await plan(db);
  return { count: runIds.length, sentence };
}
