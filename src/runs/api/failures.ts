/** `/api/v1/run/failure`: failed runs as items of work. */
import Type from 'typebox';
import { endpointWith, workflowReaders, workflowWriters } from '../../http/endpoint.ts';
import { changeFailures, type WorklistServices } from '../failures/worklist.ts';
import { countOpenFailures, readFailures } from './failure-lists.ts';
import * as schemas from './failure-schemas.ts';
import { readRunScope } from './run-filters.ts';

const endpoint = endpointWith<WorklistServices>();

export const failureEndpoints = [
  endpoint({
    path: '/api/v1/run/failure/update',
    summary: 'Assigns, mutes, resolves or reopens failed runs',
    ...workflowWriters,
    body: schemas.FailureChange,
    reply: Type.Array(schemas.RunFailure),
    handle: async (services, { caller, body }) => {
      await changeFailures(services, caller, body);
      const failures = await readFailures(services.database.query, body.run_ids);
      return body.run_ids.flatMap(id => failures.find(({ run_id }) => run_id === id.toLowerCase()) ?? []);
    },
  }),
  endpoint({
    path: '/api/v1/run/failure/count',
    summary: 'Counts the failed runs that the user sees, by what people do about them and by workflow',
    ...workflowReaders,
    body: schemas.FailureCountsRequest,
    reply: schemas.FailureCounts,
    handle: async ({ database: { query: db } }, { caller, body }) =>
      countOpenFailures(db, caller, await readRunScope(db, caller, {}), body.workflow_id),
  }),
];
