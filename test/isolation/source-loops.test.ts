/** The loop of one user over a long file does not hold up another user, and ends soon when it is cancelled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { createFileForm, upload } from '../http/file-uploads.ts';
import { edge, node } from '../support/definitions.ts';
import { until } from '../support/process.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const [ann, bob] = [await service.person(), await service.person()];

const LONG = {
  nodes: [
    node('start', 'trigger.manual'),
    node('each', 'loop', { file: '{{ input.file }}' }),
    node('double', 'transform', { value: '{{ loop.item * 2 }}' }),
    node('after', 'transform', { value: '{{ steps.double.output + 1 }}' }),
    node('done', 'output', { value: '{{ steps.each.output }}' }),
  ],
  edges: [edge('start', 'each'), edge('each', 'double', 'item'), edge('double', 'after'), edge('each', 'done', 'done')],
};
const SHORT = {
  nodes: [node('start', 'trigger.manual'), node('done', 'output', { value: 1 })],
  edges: [edge('start', 'done')],
};

test("runs of another user are answered while one user's loop over a long file goes on", async () => {
  const form = createFileForm('1\n'.repeat(2_000_000), 'long.ndjson', 'application/x-ndjson');
  const { file_id } = await upload(service, ann, form);
  const long = await createWorkflow(service, LONG, ann.key);
  const short = await createWorkflow(service, SHORT, bob.key);
  const running = service.ask<Run>('/api/v3/workflow/run', { workflow_id: long, input: { file: file_id } }, ann.key);
  const list = async () => (await service.ask<Run[]>('/api/v3/workflow/runs/find', { filters: [] }, ann.key))[0];
  await until(
    async () => ((await list())?.steps.find(({ node_id }) => node_id === 'each')?.items?.done ?? 0) > 0,
    'items',
  );
  for (let count = 0; count < 10; count++) {
    readResult(await service.ask<Run>('/api/v3/workflow/run', { workflow_id: short }, bob.key));
  }
  const before = await list();
  assert.equal(before?.status, 'running');
  await service.ask('/api/v1/run/cancel', { run_id: before.id }, ann.key);
  const ended = await running;
  assert.equal(ended.status, 'cancelled');
  const { items, status } = ended.steps.find(({ node_id }) => node_id === 'each') ?? {};
  assert.equal(status, 'failed');
  assert.ok((items?.done ?? 0) < 2_000_000);
});
