/** `/api/v3/workflow/runs`: the runs that executed on behalf of the caller. */
import Type from 'typebox';
import { type Endpoint, EntityQuery, endpoint, Uuid } from '../../http/endpoint.ts';
import { compileQuery } from '../../query/compile.ts';
import { countRows } from '../../query/execute.ts';
import { QueryBody } from '../../query/query-body.ts';
import { Run } from '../schemas.ts';
import type { StartServices } from '../starting/start.ts';
import { deleteRun } from '../store/run-changes.ts';
import { visibleRuns } from '../store/runs.ts';
import { runFields } from './fields.ts';
import { findRuns, getRun } from './read-runs.ts';

const reading = { scope: 'service.workflow', tier: 'default', workflowPermission: 'read' } as const;

export function runEndpoints({
  database: { query: db },
  limits,
}: Pick<StartServices, 'database' | 'limits'>): Endpoint[] {
  return [
    endpoint({
      path: '/api/v3/workflow/runs/find',
      summary: 'Finds runs that executed on behalf of the user, newest first, with all their steps',
      ...reading,
      body: QueryBody,
      reply: Type.Array(Run),
      handle: async ({ caller, body }) => findRuns(db, limits, caller, body),
    }),
    endpoint({
      path: '/api/v3/workflow/runs/count',
      summary: 'Counts runs that executed on behalf of the user',
      ...reading,
      body: QueryBody,
      reply: Type.Integer(),
      handle: async ({ caller, body }) => countRows(db, compileQuery(runFields, body), db => visibleRuns(db, caller)),
    }),
    endpoint({
      path: '/api/v3/workflow/runs/get',
      summary: 'Reads a run',
      ...reading,
      query: EntityQuery,
      reply: Run,
      handle: ({ caller, query: { entity_id } }) => getRun(db, limits, caller, entity_id),
    }),
    endpoint({
      path: '/api/v3/workflow/runs/delete',
      summary: 'Deletes a run with the conversations, files and approvals that its steps created',
      scope: 'service.workflow.write',
      tier: 'default',
      workflowPermission: 'write',
      query: EntityQuery,
      reply: Uuid,
      handle: ({ caller, query: { entity_id } }) => deleteRun(db, caller, entity_id),
    }),
  ];
}
