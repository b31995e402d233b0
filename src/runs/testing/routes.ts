/** `/api/v1/workflow/test`: the tests of workflows. */

import Type from 'typebox';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { WorkflowId } from '../../workflows/schemas.ts';
import * as schemas from '../../workflows/tests/schemas.ts';
import { createTest, deleteTest, listTests, updateTest } from '../../workflows/tests/store.ts';
import { runTests, type TestServices } from './execution.ts';
import { createTestFromRun } from './from-run.ts';

const writing = { scope: '*', tier: 'default', workflowPermission: 'write' } as const;

export function workflowTestEndpoints(services: TestServices & { isEffect(type: string): boolean }): Endpoint[] {
  const { query: db } = services.database;
  return [
    endpoint({
      path: '/api/v1/workflow/test',
      summary: 'Executes the tests of a workflow, without effects and without storing any run',
      ...writing,
      body: schemas.TestsRequest,
      reply: schemas.TestsResult,
      handle: ({ caller, body, signal }) => runTests(services, caller, body, signal),
    }),
    endpoint({
      path: '/api/v1/workflow/test/list',
      summary: 'Lists the tests of a workflow',
      ...writing,
      body: WorkflowId,
      reply: Type.Array(schemas.WorkflowTest),
      handle: ({ caller, body }) => listTests(db, caller, body.workflow_id),
    }),
    endpoint({
      path: '/api/v1/workflow/test/create',
      summary: 'Adds a test to a workflow: an input, given results of steps, and what must come out',
      ...writing,
      body: schemas.TestCreation,
      reply: schemas.WorkflowTest,
      handle: ({ caller, body }) => createTest(db, caller, body),
    }),
    endpoint({
      path: '/api/v1/workflow/test/from_run',
      summary:
        'Makes a test from a run: its input, the results of its effects, which steps ran, what each effect was asked to do, and how it ended',
      ...writing,
      body: schemas.TestFromRun,
      reply: schemas.WorkflowTest,
      handle: ({ caller, body, signal }) => createTestFromRun(services, caller, body, signal),
    }),
    endpoint({
      path: '/api/v1/workflow/test/update',
      summary: 'Changes a test',
      ...writing,
      body: schemas.TestUpdate,
      reply: schemas.WorkflowTest,
      handle: ({ caller, body }) => updateTest(db, caller, body),
    }),
    endpoint({
      path: '/api/v1/workflow/test/delete',
      summary: 'Deletes a test',
      ...writing,
      body: schemas.TestId,
      reply: Type.Object({ id: Type.String() }),
      handle: async ({ caller, body }) => ({ id: await deleteTest(db, caller, body.id) }),
    }),
  ];
}
