/** The endpoints of runs, those of `/api/v3/workflow/runs` here: the runs that executed on behalf of the caller. */
import Type from 'typebox';
import { runInputTooLarge } from '../../errors.ts';
import { inlineBodyLimits } from '../../files/inline.ts';
import { type Endpoint, EntityQuery, endpointWith, Uuid } from '../../http/endpoint.ts';
import { compileQuery } from '../../query/compile.ts';
import { countRows } from '../../query/execute.ts';
import { QueryBody } from '../../query/query-body.ts';
import type { WorklistServices } from '../failures/worklist.ts';
import { Run } from '../schemas.ts';
import { deleteRun } from '../store/run-changes.ts';
import { visibleRuns } from '../store/runs.ts';
import { workflowTestEndpoints } from '../testing/routes.ts';
import { type BackfillServices, backfillEndpoint } from './backfill.ts';
import { batchEndpoints } from './batches.ts';
import { cancelEndpoints } from './cancel.ts';
import { concurrencyEndpoint } from './concurrency.ts';
import { failureEndpoints } from './failures.ts';
import { runFields } from './fields.ts';
import { findRuns, getRun } from './read-runs.ts';
import { replayEndpoints } from './replay.ts';
import { startEndpoints } from './start.ts';
import { type StepParamsServices, stepParamsEndpoint } from './step-params.ts';
import { testRunEndpoint } from './test-runs.ts';

const reading = { scope: 'service.workflow', tier: 'default', workflowPermission: 'read' } as const;

/** What the endpoints of runs need, all but those that keep streams open. */
export type RunEndpointServices = BackfillServices & StepParamsServices & WorklistServices;

export function runEndpoints(fileBytes: number, inputCharacters: number): Endpoint<RunEndpointServices>[] {
  const inputBody = {
    ...inlineBodyLimits(fileBytes, inputCharacters),
    tooManyValues: () => runInputTooLarge(inputCharacters),
  };
  return [
    ...recordEndpoints,
    ...startEndpoints(inputBody),
    ...replayEndpoints(inputBody),
    ...cancelEndpoints,
    concurrencyEndpoint,
    testRunEndpoint(inputBody),
    ...batchEndpoints,
    ...failureEndpoints,
    backfillEndpoint,
    ...workflowTestEndpoints,
    stepParamsEndpoint,
  ];
}

const endpoint = endpointWith<RunEndpointServices>();

const recordEndpoints = [
  endpoint({
    path: '/api/v3/workflow/runs/find',
    summary: 'Finds runs that executed on behalf of the user, newest first, with all their steps',
    ...reading,
    body: QueryBody,
    reply: Type.Array(Run),
    handle: async ({ database, limits }, { caller, body }) => findRuns(database.query, limits, caller, body),
  }),
  endpoint({
    path: '/api/v3/workflow/runs/count',
    summary: 'Counts runs that executed on behalf of the user',
    ...reading,
    body: QueryBody,
    reply: Type.Integer(),
    handle: async ({ database: { query: db } }, { caller, body }) =>
      countRows(db, compileQuery(runFields, body), db => visibleRuns(db, caller)),
  }),
  endpoint({
    path: '/api/v3/workflow/runs/get',
    summary: 'Reads a run',
    ...reading,
    query: EntityQuery,
    reply: Run,
    handle: ({ database, limits }, { caller, query: { entity_id } }) =>
      getRun(database.query, limits, caller, entity_id),
  }),
  endpoint({
    path: '/api/v3/workflow/runs/delete',
    summary: 'Deletes a run with the conversations, files and approvals that its steps created',
    scope: 'service.workflow.write',
    tier: 'default',
    workflowPermission: 'write',
    query: EntityQuery,
    reply: Uuid,
    handle: ({ database }, { caller, query: { entity_id } }) => deleteRun(database.query, caller, entity_id),
  }),
];
