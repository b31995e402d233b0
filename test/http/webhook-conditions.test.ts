/** Conditions of triggers (`when`): what starts no run, what is counted, and what a condition that fails does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Publication } from '../../src/workflows/console-schemas.ts';
import { edge, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { TestListener } from './console-workflows.ts';
import { conditional, publishHook, type TestHook } from './webhook-calls.ts';

const service = await testService();
const person = await service.person();
const FILTERED = { status: 200, body: { run_id: null, status: 'filtered' } };

const publishConditional = (when: string, params?: object) => publishHook(service, person, conditional(when, params));

async function send(hook: TestHook, body: object, headers?: Record<string, string>) {
  const { status, body: answer } = await hook.send(body, headers);
  return { status, body: answer };
}

async function readConditions(workflow_id: string): Promise<Publication['conditions']> {
  const path = '/api/v1/workflow/publication';
  const { conditions } = await service.ask<Publication>(path, { workflow_id }, person.key);
  return conditions;
}

test('a call that does not meet the condition starts no run, and is counted', async () => {
  const hook = await publishConditional('input.body.total > 100 and trigger.node_id == "hook"');
  assert.deepEqual(await readConditions(hook.workflowId), [{ node_id: 'hook', filtered: 0, failed: 0, problem: null }]);
  assert.deepEqual(await Promise.all([1, 2, 100].map(total => send(hook, { total }))), [FILTERED, FILTERED, FILTERED]);
  await hook.call({ total: 101 });
  assert.equal(await hook.count(), 1);
  assert.deepEqual(await readConditions(hook.workflowId), [{ node_id: 'hook', filtered: 3, failed: 0, problem: null }]);
});

test('a call that waits for its result is told the same', async () => {
  const hook = await publishConditional('input.body.total > 100', { reply: 'result' });
  assert.deepEqual(await send(hook, { total: 1 }), FILTERED);
  assert.deepEqual(await send(hook, { total: 200 }), { status: 200, body: { total: 200 } });
  assert.equal(await hook.count(), 1);
});

test('a condition that fails starts the run, and the publication says why', async () => {
  const hook = await publishConditional('input.body.total > 100');
  await hook.call({ amount: 1 });
  await hook.call({ total: [] });
  const [condition] = await readConditions(hook.workflowId);
  assert.deepEqual([condition?.filtered, condition?.failed], [0, 2]);
  assert.match(condition?.problem ?? '', /'>' not supported|compare|list/);
});

test('a call that is sent again belongs to its run, whatever the condition has become', async () => {
  const hook = await publishConditional('true');
  const key = { 'idempotency-key': 'order-1' };
  const runId = await hook.call({ total: 1 }, key);
  await hook.waitForRun(runId);
  const definition = conditional('false');
  await service.ask('/api/v3/workflow/update', { id: hook.workflowId, definition }, person.key);
  await hook.change('publish');
  assert.deepEqual(await send(hook, { total: 1 }, key), { status: 200, body: { run_id: runId, status: 'success' } });
  assert.deepEqual(await send(hook, { total: 1 }, { 'idempotency-key': 'order-2' }), FILTERED);
});

test('the files of a call that starts no run are not kept', async () => {
  const hook = await publishConditional('input.body.file.size > 100');
  const data = Buffer.from('small').toString('base64');
  assert.deepEqual(await send(hook, { file: { name: 'note.txt', data } }), FILTERED);
  const { rows } = await service.service.system.database.pool.query(
    `SELECT storage_used::integer AS used, (SELECT count(*)::integer FROM files WHERE user_id = users.id) AS files
    FROM users WHERE id = $1`,
    [person.id],
  );
  assert.deepEqual(rows, [{ used: 0, files: 0 }]);
});

test('whoever waits for the call of a draft gets it in any case', async () => {
  const hook = await publishConditional('false');
  const listener = new TestListener(service, person.key, { workflow_id: hook.workflowId, node_id: 'hook' });
  await listener.path();
  assert.deepEqual(await send(hook, { total: 1 }), FILTERED);
  const event = await listener.next();
  assert.equal(typeof event === 'object' && event.type, 'run');
  await listener.disconnect();
});

test('only a valid expression can be published, and a manual trigger has none', async () => {
  const refusal = async (type: string, when: string) => {
    const done = node('done', 'output', { value: 1 });
    const definition = { nodes: [node('start', type, { when }), done], edges: [edge('start', 'done')] };
    const workflow_id = await createWorkflow(service, definition, person.key);
    const { status, body } = await service.call('/api/v3/workflow/publish', { workflow_id }, person.key);
    return [status, (body as { detail: string }).detail.replace('The workflow is not valid: ', '')];
  };
  assert.deepEqual(await refusal('trigger.webhook', 'input.body >'), [
    422,
    "Step 'start': 'when' is not a valid expression: line 1: unexpected 'end of template'",
  ]);
  assert.deepEqual(await refusal('trigger.webhook', 'steps.done.output'), [
    422,
    "Step 'start': 'when' uses 'steps', but sees only input, trigger, workflow",
  ]);
  assert.deepEqual(await refusal('trigger.manual', 'true'), [
    422,
    "Step 'start': 'when' is not a parameter of trigger.manual",
  ]);
});
