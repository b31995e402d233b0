/**
 * The two endpoints that cancel a run. `/api/v3` cancels no run that a process executes at the moment, and waits for no
 * other request that changes the run.
 */
import { endpointWith } from '../../http/endpoint.ts';
import { Run, RunId } from '../schemas.ts';
import type { StartServices } from '../starting/start.ts';
import { cancelRun } from '../store/cancelling.ts';
import { readShownRun } from '../store/runs-of-others.ts';
import { readRepeatedRun } from './replay.ts';
import * as schemas from './replay-schemas.ts';

const settings = { tier: 'default', workflowPermission: 'write' } as const;

const endpoint = endpointWith<Pick<StartServices, 'database' | 'limits'>>();

export const cancelEndpoints = [
  endpoint({
    path: '/api/v3/workflow/run/cancel',
    summary: 'Cancels a run that waits or is queued',
    ...settings,
    scope: 'service.workflow',
    body: RunId,
    reply: Run,
    handle: (services, { caller, body: { run_id } }) =>
      cancelRun(services, caller, run_id, { statuses: ['waiting', 'queued'], atOnce: true }, transaction =>
        readShownRun(transaction, services.limits, caller, run_id),
      ),
  }),
  endpoint({
    path: '/api/v1/run/cancel',
    summary: 'Cancels a run that is queued, running or waiting',
    ...settings,
    scope: '*',
    body: schemas.CancelRequest,
    reply: schemas.RepeatedRun,
    handle: (services, { caller, body: { run_id, reason } }) =>
      cancelRun(services, caller, run_id, { reason }, transaction =>
        readRepeatedRun(transaction, services.limits, caller, run_id),
      ),
  }),
];
