/** `/api/v1/workflow/test`: the tests of workflows. */

import Type from 'typebox';
import { endpointWith, workflowWriters } from '../../http/endpoint.ts';
import { WorkflowId } from '../../workflows/schemas.ts';
import * as schemas from '../../workflows/tests/schemas.ts';
import { createTest, deleteTest, listTests, updateTest } from '../../workflows/tests/store.ts';
import { runTests, type TestServices } from './execution.ts';
import { createTestFromRun } from './from-run.ts';

interface WorkflowTestServices extends TestServices {
  isEffect(type: string): boolean;
}

const endpoint = endpointWith<WorkflowTestServices>();

export const workflowTestEndpoints = [
  endpoint({
    path: '/api/v1/workflow/test',
    summary: 'Executes the tests of a workflow, without effects and without storing any run',
    ...workflowWriters,
    body: schemas.TestsRequest,
    reply: schemas.TestsResult,
    handle: (services, { caller, body, signal }) => runTests(services, caller, body, signal),
  }),
  endpoint({
    path: '/api/v1/workflow/test/list',
    summary: 'Lists the tests of a workflow',
    ...workflowWriters,
    body: WorkflowId,
    reply: Type.Array(schemas.WorkflowTest),
    handle: ({ database }, { caller, body }) => listTests(database.query, caller, body.workflow_id),
  }),
  endpoint({
    path: '/api/v1/workflow/test/create',
    summary: 'Adds a test to a workflow: an input, given results of steps, and what must come out',
    ...workflowWriters,
    body: schemas.TestCreation,
    reply: schemas.WorkflowTest,
    handle: ({ database }, { caller, body }) => createTest(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/workflow/test/from_run',
    summary:
      'Makes a test from a run: its input, the results of its effects, which steps ran, what each effect was asked to do, and how it ended',
    ...workflowWriters,
    body: schemas.TestFromRun,
    reply: schemas.WorkflowTest,
    handle: (services, { caller, body, signal }) => createTestFromRun(services, caller, body, signal),
  }),
  endpoint({
    path: '/api/v1/workflow/test/update',
    summary: 'Changes a test',
    ...workflowWriters,
    body: schemas.TestUpdate,
    reply: schemas.WorkflowTest,
    handle: ({ database }, { caller, body }) => updateTest(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/workflow/test/delete',
    summary: 'Deletes a test',
    ...workflowWriters,
    body: schemas.TestId,
    reply: Type.Object({ id: Type.String() }),
    handle: async ({ database }, { caller, body }) => ({ id: await deleteTest(database.query, caller, body.id) }),
  }),
];
