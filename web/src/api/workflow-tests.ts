/** The tests of workflows. */

import { queryOptions } from '@tanstack/react-query';
import type { TestCreation, TestsResult, TestUpdate, WorkflowTest } from '../../../src/workflows/tests/schemas.ts';
import { post, TAKES_LONG } from './transport/client.ts';
import { workflowKey } from './workflows.ts';

export type { TestsResult, WorkflowTest };

export function workflowTestsQuery(workflowId: string) {
  return queryOptions({
    queryKey: [...workflowKey(workflowId), 'tests'],
    queryFn: ({ signal }) => post<WorkflowTest[]>('v1/workflow/test/list', { workflow_id: workflowId }, { signal }),
  });
}

export function runTests(workflowId: string, testIds?: readonly string[]): Promise<TestsResult> {
  return post('v1/workflow/test', { workflow_id: workflowId, ...(testIds && { test_ids: testIds }) }, TAKES_LONG);
}

export function createTest(creation: TestCreation): Promise<WorkflowTest> {
  return post('v1/workflow/test/create', creation);
}

export function updateTest(update: TestUpdate): Promise<WorkflowTest> {
  return post('v1/workflow/test/update', update);
}

export function deleteTest(id: string): Promise<unknown> {
  return post('v1/workflow/test/delete', { id });
}

/** Takes the input of a run, the results of its effects, and how it ended. */
export function makeTestOfRun(runId: string): Promise<WorkflowTest> {
  return post('v1/workflow/test/from_run', { run_id: runId });
}
