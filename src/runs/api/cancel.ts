/** `/api/v1/run/cancel`: ends a run that has not ended, also while a process executes it. */
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { passPoint } from '../../platform/crash-points.ts';
import type { StartServices } from '../starting/start.ts';
import { cancelOpenRun } from '../store/cancelling.ts';
import { recordCancellation, requireRunControl } from '../store/run-changes.ts';
import { readRepeatedRun } from './replay.ts';
import * as schemas from './replay-schemas.ts';

export function cancelEndpoint({ database, limits }: Pick<StartServices, 'database' | 'limits'>): Endpoint {
  const db = database.query;
  return endpoint({
    path: '/api/v1/run/cancel',
    summary: 'Cancels a run that is queued, running or waiting',
    scope: '*',
    tier: 'default',
    workflowPermission: 'write',
    body: schemas.CancelRequest,
    reply: schemas.RepeatedRun,
    handle: async ({ caller, body: { run_id, reason } }) => {
      await db.transaction().execute(async transaction => {
        const run = await requireRunControl(transaction, caller, run_id);
        await cancelOpenRun(transaction, limits, run_id, { reason });
        await recordCancellation(transaction, caller, run);
      });
      passPoint('run.cancelled');
      return readRepeatedRun(db, limits, caller, run_id);
    },
  });
}
