/** Tests runs without external effects, in every field of their result. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import type { Workflow } from '../../src/workflows/schemas.ts';
import { chain, edge, node } from '../support/definitions.ts';
import { createWorkflow, findStep, readResult, readStepOutput, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const ann = await service.person();

const greeting = chain(
  node('greet', 'transform', { value: { text: 'Hello {{ input.name }}', count: '{{ input.count + 1 }}' } }),
  node('done', 'output', { value: '{{ steps.greet.output }}' }),
);

const statuses = (run: Run) => Object.fromEntries(run.steps.map(({ node_id, status }) => [node_id, status]));

suite('a run', () => {
  test('is returned with all of its fields', async () => {
    const workflow_id = await createWorkflow(service, greeting, ann.key);
    const input = { name: 'Ada', count: 1 };
    const before = Date.now();
    const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id, input }, ann.key);
    const step = (node_id: string, node_type: string, value: unknown) => ({
      node_id,
      node_type,
      status: 'success',
      started_at: findStep(run, node_id).started_at,
      finished_at: findStep(run, node_id).finished_at,
      handle: null,
      output_json: JSON.stringify(value),
      output_truncated: false,
      text: '',
      error: '',
      file_ids: [],
      conversation_id: null,
      iteration: [],
    });
    const result = { text: 'Hello Ada', count: 2 };
    assert.deepEqual(run, {
      id: run.id,
      created: { timestamp: run.created.timestamp, user_id: ann.id },
      updated: { timestamp: run.updated.timestamp, user_id: ann.id },
      permissions: { owner: { user_id: ann.id, group_id: null }, write: true, run: false, export: false, copy: false },
      workflow_id,
      organization_id: null,
      version: null,
      trigger_node_id: 'start',
      trigger_type: 'trigger.manual',
      trigger_depth: 0,
      automatic: false,
      input_json: JSON.stringify(input),
      status: 'success',
      started_at: run.started_at,
      active_since: run.started_at,
      finished_at: run.finished_at,
      steps: [
        step('start', 'trigger.manual', input),
        step('greet', 'transform', result),
        step('done', 'output', result),
      ],
      output_json: JSON.stringify(result),
      error: '',
      credits: 0,
    });
    const moments = [
      before,
      run.created.timestamp,
      run.started_at,
      ...run.steps.flatMap(({ started_at, finished_at }) => [started_at, finished_at]),
      run.finished_at,
      run.updated.timestamp,
      Date.now(),
    ].map(Number);
    assert.ok(moments.every(Number.isSafeInteger));
    assert.deepEqual(
      moments,
      moments.toSorted((one, other) => one - other),
    );
    assert.deepEqual(await service.ask(`/api/v3/workflow/runs/get?entity_id=${run.id}`, {}, ann.key), run);
    assert.deepEqual(await service.ask('/api/v3/workflow/runs/find', {}, ann.key), [run]);
    const workflow = await service.ask<Workflow>(`/api/v3/workflow/get?entity_id=${workflow_id}`, {}, ann.key);
    assert.deepEqual(workflow.last_run, {
      run_id: run.id,
      status: 'success',
      finished_at: run.finished_at,
      credits: 0,
    });
  });

  test('follows one branch, and skips the other with everything behind it', async () => {
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('check', 'condition', { expression: 'input.n > 1' }),
        node('yes', 'output', { value: 'more' }),
        node('no', 'transform', { value: 'less' }),
        node('after', 'output', { value: '{{ steps.no.output }}' }),
      ],
      edges: [edge('start', 'check'), edge('check', 'yes', 'true'), edge('check', 'no', 'false'), edge('no', 'after')],
    };
    const run = await runOnce(service, definition, { n: 2 }, ann.key);
    assert.equal(readResult(run), 'more');
    assert.deepEqual([findStep(run, 'check').handle, readStepOutput(run, 'check')], ['true', { result: true }]);
    for (const id of ['no', 'after']) {
      const { started_at, finished_at, output_json, status } = findStep(run, id);
      assert.deepEqual([status, started_at, output_json], ['skipped', null, '']);
      assert.equal(typeof finished_at, 'number');
    }
    const other = await runOnce(service, definition, { n: 1 }, ann.key);
    assert.equal(readResult(other), 'less');
    assert.deepEqual([findStep(other, 'check').handle, findStep(other, 'yes').status], ['false', 'skipped']);
  });

  test('continues after a switch on the first matching case, or on otherwise', async () => {
    const cases = [
      { name: 'big one', expression: 'input.n > 100' },
      { name: 'even', expression: '{{ input.n % 2 == 0 }}' },
    ];
    const handles = ['big one', 'even', 'otherwise'];
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('which', 'switch', { cases }),
        ...handles.map((handle, index) => node(`n${index}`, 'output', { value: handle })),
      ],
      edges: [edge('start', 'which'), ...handles.map((handle, index) => edge('which', `n${index}`, handle))],
    };
    for (const [n, handle] of [
      [102, 'big one'],
      [2, 'even'],
      [1, 'otherwise'],
    ] as const) {
      const run = await runOnce(service, definition, { n }, ann.key);
      assert.equal(readResult(run), handle);
      assert.deepEqual([readStepOutput(run, 'which'), findStep(run, 'which').handle], [{ case: handle }, handle]);
      assert.equal(run.steps.filter(({ status }) => status === 'skipped').length, 2);
    }
  });

  test('executes a step with several predecessors once, when all of them have ended and one of them leads to it', async () => {
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('check', 'condition', { expression: 'input.yes' }),
        node('a', 'transform', { value: 'a' }),
        node('b', 'transform', { value: 'b' }),
        node('join', 'output', { value: '{{ steps.a.status }} {{ steps.b.status }} {{ steps.check.success }}' }),
      ],
      edges: [
        edge('start', 'check'),
        edge('check', 'a', 'true'),
        edge('check', 'b', 'false'),
        edge('a', 'join'),
        edge('b', 'join'),
      ],
    };
    const run = await runOnce(service, definition, { yes: true }, ann.key);
    assert.equal(readResult(run), 'success skipped True');
    assert.equal(run.steps.length, 5);
  });

  test('succeeds when an error edge handles the failure of a step', async () => {
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('bad', 'transform', { value: '{{ 1 / 0 }}' }),
        node('fine', 'output', { value: 'fine' }),
        node('rescue', 'output', {
          value: ['{{ steps.bad.error }}', '{{ steps.bad.success }}', '{{ steps.bad.status }}'],
        }),
      ],
      edges: [edge('start', 'bad'), edge('bad', 'fine'), edge('bad', 'rescue', 'error')],
    };
    const run = await runOnce(service, definition, {}, ann.key);
    const { error, handle } = findStep(run, 'bad');
    assert.match(error, /division by zero/);
    assert.deepEqual(readResult(run), [error, false, 'failed']);
    assert.deepEqual(
      [handle, run.error, statuses(run)],
      ['error', '', { start: 'success', bad: 'failed', fine: 'skipped', rescue: 'success' }],
    );
  });

  test('fails when no error edge handles the failure of a step', async () => {
    const definition = chain(
      node('bad', 'transform', { value: '{{ input.missing }}' }),
      node('after', 'transform', { value: 1 }),
      node('done', 'output', { value: 1 }),
    );
    const run = await runOnce(service, definition, {}, ann.key);
    assert.deepEqual([run.status, run.output_json, run.error], ['failed', '', findStep(run, 'bad').error]);
    assert.match(run.error, /missing/);
    assert.equal(findStep(run, 'bad').handle, null);
    assert.deepEqual(statuses(run), { start: 'success', bad: 'failed', after: 'skipped', done: 'skipped' });
  });

  test('fails at the trigger when an input is missing', async () => {
    const definition = chain(node('done', 'output', { value: 1 }));
    const [start] = definition.nodes;
    if (start) start.params = { input_schema: { type: 'object', required: ['a', 'b', 'c'] } };
    const run = await runOnce(service, definition, { a: 1 }, ann.key);
    assert.deepEqual([run.status, run.error], ['failed', 'Missing input: b, c']);
    assert.deepEqual(
      run.steps.map(({ node_id, status, error }) => [node_id, status, error]),
      [
        ['start', 'failed', 'Missing input: b, c'],
        ['done', 'skipped', ''],
      ],
    );
    assert.equal((await runOnce(service, definition, { a: 1, b: null, c: '' }, ann.key)).status, 'success');
  });
});
