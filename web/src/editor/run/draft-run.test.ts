import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleInput, findTriggers, toDraftRequest } from './draft-run.ts';

const definition = {
  nodes: [
    { id: 'hook', type: 'trigger.webhook' },
    { id: 'start', type: 'trigger.manual' },
    { id: 'call', type: 'http.request' },
  ],
  edges: [],
};
const pinned = { ...definition, editor: { pins: { call: { output: { status: 200 } } } } };
const all = { part: { kind: 'all' }, input: { a: 1 } } as const;

test('a whole draft without pins is an ordinary run', () => {
  assert.deepEqual(toDraftRequest('w', definition, { ...all, triggerId: 'start' }), {
    kind: 'run',
    request: { workflow_id: 'w', input: { a: 1 }, trigger_node_id: 'start' },
  });
});

test('pins make it a test', () => {
  assert.deepEqual(toDraftRequest('w', pinned, all), {
    kind: 'test',
    request: { workflow_id: 'w', input: { a: 1 }, pins: { call: { output: { status: 200 } } }, effects: true },
  });
});

test('a part of the draft says how far, and a single step is not pinned in its own test', () => {
  const { request: until } = toDraftRequest('w', pinned, { ...all, part: { kind: 'until', nodeId: 'call' } });
  assert.partialDeepStrictEqual(until, { until: 'call', pins: { call: { output: { status: 200 } } } });
  const only = { ...all, part: { kind: 'only', nodeId: 'call' }, dataRunId: 'r', iteration: [2] } as const;
  assert.deepEqual(toDraftRequest('w', pinned, only).request, {
    workflow_id: 'w',
    pins: {},
    effects: true,
    only: 'call',
    data_run_id: 'r',
    iteration: [2],
  });
});

test('the manual trigger comes first', () => {
  assert.deepEqual(
    findTriggers(definition).map(({ id }) => id),
    ['start', 'hook'],
  );
});

test('a webhook begins with the parts of a call, a schedule with its time', () => {
  const input = (type: string, params = {}) => exampleInput({ id: 'start', type, params }, 0);
  assert.deepEqual(input('trigger.webhook'), { body: {}, query: {}, headers: {} });
  assert.deepEqual(input('trigger.schedule', { cron: '0 8 * * *' }), {
    scheduled_at: '1970-01-01T00:00:00.000Z',
    cron: '0 8 * * *',
    timezone: 'UTC',
  });
  assert.deepEqual(input('trigger.manual'), {});
});
