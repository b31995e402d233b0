import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Definition } from '../../graph/definition.ts';
import { isStepAsBefore, restoreStep } from './restore.ts';

const earlier: Definition = {
  nodes: [
    { id: 'start', type: 'trigger.manual' },
    { id: 'call', type: 'http.request', params: { url: 'https://old.test' }, position: { x: 0, y: 0 } },
    { id: 'log', type: 'transform' },
    { id: 'gone', type: 'transform' },
  ],
  edges: [
    { source: 'start', target: 'call' },
    { source: 'call', target: 'log' },
    { source: 'log', target: 'gone' },
  ],
};
const current: Definition = {
  nodes: [
    { id: 'start', type: 'trigger.manual' },
    { id: 'call', type: 'http.request', params: { url: 'https://new.test' }, position: { x: 80, y: 8 } },
    { id: 'fresh', type: 'output' },
  ],
  edges: [
    { source: 'start', target: 'call' },
    { source: 'call', target: 'fresh' },
  ],
};

test('a changed step gets its params back and stays where it is', () => {
  const restored = restoreStep(current, earlier, 'call');
  assert.deepEqual(restored.nodes[1], {
    id: 'call',
    type: 'http.request',
    params: { url: 'https://old.test' },
    position: { x: 80, y: 8 },
  });
  assert.equal(restored.edges, current.edges);
  assert.ok(isStepAsBefore(restored, earlier, 'call'));
  assert.equal(restoreStep(restored, earlier, 'call'), restored);
});

test('a removed step comes back with the edges that still have both ends', () => {
  const restored = restoreStep(current, earlier, 'log');
  assert.ok(restored.nodes.some(({ id }) => id === 'log'));
  assert.deepEqual(restored.edges.slice(2), [{ source: 'call', target: 'log' }]);
});

test('a step that did not exist then is removed', () => {
  const restored = restoreStep(current, earlier, 'fresh');
  assert.ok(!restored.nodes.some(({ id }) => id === 'fresh'));
  assert.equal(restored.edges.length, 1);
  assert.ok(isStepAsBefore(restored, earlier, 'fresh'));
  assert.ok(!isStepAsBefore(current, earlier, 'fresh'));
});
