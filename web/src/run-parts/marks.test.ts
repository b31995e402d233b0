import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopDefinition, stateOf, stepOf } from '../../test/run.ts';
import { markSteps } from './marks.ts';
import { readStructure } from './structure.ts';

const structure = readStructure(loopDefinition);

test('a step shows its state and how long it took', () => {
  const marks = markSteps(stateOf([stepOf({ node_id: 'start' })]), structure, 5_000);
  assert.deepEqual(marks.get('start'), { state: 'success', text: '100 ms', taken: [null] });
  assert.equal(marks.get('end'), undefined);
});

test('a pinned step says so instead of a duration', () => {
  const marks = markSteps(stateOf([stepOf({ node_id: 'start', pinned: true })]), structure, 5_000);
  assert.deepEqual(marks.get('start'), { state: 'success', taken: [null], pinned: true });
});

test('a step in a loop shows all its items together, and what runs comes first', () => {
  const call = (index: number, status: 'success' | 'failed' | 'running') =>
    stepOf({ node_id: 'call', iteration: [index], status });
  const loop = stepOf({ node_id: 'rows', node_type: 'loop', status: 'running', finished_at: null });
  const state = stateOf([loop, call(0, 'success'), call(1, 'failed'), call(2, 'running')], { status: 'running' });
  const marks = markSteps(state, structure, 3_000);
  const count = { done: 2, total: 3, failed: 1 };
  assert.deepEqual(marks.get('call'), { state: 'running', items: count, taken: [null] });
  assert.deepEqual(marks.get('rows'), {
    state: 'running',
    text: '2.0 s',
    items: { ...count, strip: ['success', 'failed', 'running'] },
    taken: ['item'],
  });
});

test('a failed step whose error output was taken counts among the failed, without failing the others', () => {
  const steps = [
    stepOf({ node_id: 'call', iteration: [0], status: 'failed', handle: 'error' }),
    stepOf({ node_id: 'call', iteration: [1] }),
  ];
  assert.deepEqual(markSteps(stateOf(steps), structure, 0).get('call'), {
    state: 'success',
    items: { done: 2, total: 2, failed: 1 },
    taken: ['error', null],
  });
});

test('a step shows its result, and the one that ended the run why', () => {
  const steps = [
    stepOf({ node_id: 'start', output_json: '{"name":"Ada"}' }),
    stepOf({ node_id: 'call', status: 'failed', error: 'Nobody answers' }),
  ];
  const marks = markSteps(stateOf(steps, { status: 'failed' }), structure, 0);
  assert.equal(marks.get('start')?.result, 'name: Ada');
  assert.deepEqual(marks.get('call'), {
    state: 'failed',
    text: '100 ms',
    result: 'Nobody answers',
    error: 'Nobody answers',
  });
});
