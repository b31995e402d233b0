/** The computations of one user in threads do not block those of another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { asking, decide, findApprovalId, waitingRun } from '../http/approval-workflows.ts';
import { poll } from '../http/poll.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const RUNS = 8;

test('a form is decided, and a page converted, while another user searches with patterns that never end', async () => {
  const [ann, ben] = [await service.person(), await service.person()];
  const form = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] };
  const waiting = await waitingRun(service, asking({ assignees: [ben.id], form_schema: form }), ben);

  const params = { text: `${'a'.repeat(60)}b`, pattern: '^(a+)+$' };
  // On an idle machine the tool's own time limit ends two of the searches every two seconds.
  const endless = { tool: 'text_extract', params, timeout_seconds: 300 };
  const workflow_id = await createWorkflow(service, chain(node('search', 'tool.call', endless)), ann.key);
  const ended: Run[] = [];
  const searches = Array.from({ length: RUNS }, async () => {
    ended.push(await service.ask<Run>('/api/v3/workflow/run', { workflow_id, input: {} }, ann.key));
  });
  const filters = [['status', '==', 'running']];
  await poll(async () => {
    const running = await service.ask<number>('/api/v3/workflow/runs/count', { filters }, ann.key);
    return running + ended.length >= RUNS || undefined;
  });

  await decide(service, findApprovalId(waiting), ben, 'approve', { data: { amount: 3 } });
  assert.ok(ended.length < RUNS, `all ${RUNS} searches had ended before the decision was answered`);
  const page = { tool: 'web_page_to_markdown', params: { html: '<h1>Hello</h1>' } };
  const converted = await runOnce(service, chain(node('page', 'tool.call', page)), {}, ben.key);
  assert.equal(converted.status, 'success', converted.error);
  assert.ok(ended.length < RUNS, `all ${RUNS} searches had ended before the page was converted`);

  const left = await service.ask<Run[]>('/api/v3/workflow/runs/find', { filters }, ann.key);
  for (const { id } of left) await service.call('/api/v3/workflow/run/cancel', { run_id: id }, ann.key);
  await Promise.all(searches);
});
