import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registry } from '../../../test/fixtures/nodes.ts';
import { EFFECT_TYPES, effectsOf } from './effects.ts';

test('the types with effects are those of the service', () => {
  const effects = Object.values(registry).filter(({ execution }) => execution.kind === 'effect');
  assert.deepEqual(new Set(effects.map(({ type }) => type)), EFFECT_TYPES);
});

const definition = {
  nodes: [
    { id: 'start', type: 'trigger.manual' },
    { id: 'call', type: 'http.request' },
    { id: 'shape', type: 'transform' },
    { id: 'mail', type: 'notify' },
    { id: 'other', type: 'tool.call' },
  ],
  edges: [
    { source: 'start', target: 'call' },
    { source: 'call', target: 'shape' },
    { source: 'shape', target: 'mail' },
    { source: 'start', target: 'other' },
  ],
};

test('only what is executed counts', () => {
  assert.deepEqual(effectsOf(definition, { kind: 'all' }), ['call', 'other', 'mail']);
  assert.deepEqual(effectsOf(definition, { kind: 'until', nodeId: 'shape' }), ['call']);
  assert.deepEqual(effectsOf(definition, { kind: 'until', nodeId: 'mail' }), ['call', 'mail']);
  assert.deepEqual(effectsOf(definition, { kind: 'only', nodeId: 'mail' }), ['mail']);
  assert.deepEqual(effectsOf(definition, { kind: 'only', nodeId: 'shape' }), []);
});

test('pinned steps have no effect', () => {
  const pinned = { ...definition, editor: { pins: { call: { output: 1 } } } };
  assert.deepEqual(effectsOf(pinned, { kind: 'until', nodeId: 'mail' }), ['mail']);
});
