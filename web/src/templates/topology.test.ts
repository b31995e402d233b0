import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keepSurroundings, keepTopology } from './topology.ts';

const place = { x: 0, y: 0 };
const cases = [{ name: 'big', when: 'input.total > 10' }];
const start = { id: 'start', type: 'trigger.manual', name: 'Start', position: place };
const pick = { id: 'pick', type: 'switch', params: { cases } };
const pause = { id: 'pause', type: 'wait', params: { call: true, message: 'a' } };
const each = { id: 'each', type: 'loop', params: { items: 'input.list' } };
const last = { id: 'last', type: 'output', params: { value: 'a' } };
const edge = { source: 'start', target: 'pick' };
const before = { nodes: [start, pick, pause, each, last], edges: [edge] };

function withStep(step: { id: string; type: string; params?: Record<string, unknown>; name?: string }) {
  return { ...before, nodes: before.nodes.map(known => (known.id === step.id ? step : known)) };
}

describe('the topology of a definition', () => {
  it('stays the same object while only params change', () => {
    assert.equal(keepTopology(before, withStep({ ...last, params: { value: 'ab' } })), before);
    assert.equal(keepTopology(before, withStep({ ...each, params: { items: 'input.lists' } })), before);
    assert.equal(keepTopology(before, withStep({ ...pause, params: { call: true, message: 'ab' } })), before);
    assert.equal(keepTopology(before, { ...before, edges: [edge] }), before);
  });

  it('is another one when steps, edges, places, names, outputs or links change', () => {
    const changed = [
      { ...before, nodes: [start] },
      { ...before, nodes: before.nodes.toReversed() },
      { ...before, edges: [{ ...edge, target: 'last' }] },
      withStep({ ...start, position: { x: 8, y: 0 } } as typeof start),
      withStep({ ...last, name: 'Result' }),
      withStep({ ...last, type: 'transform' }),
      withStep({ ...pick, params: { cases: [] } }),
      withStep({ ...pause, params: { call: false, message: 'a' } }),
    ];
    for (const after of changed) assert.equal(keepTopology(before, after), after);
  });
});

describe('what surrounds a step', () => {
  it('stays the same object while somebody types into the step itself', () => {
    assert.equal(keepSurroundings(before, withStep({ ...last, params: { value: 'ab' } }), 'last'), before);
  });

  it('is another one when another step changes, or the items of the loop that the step is', () => {
    const written = withStep({ ...last, params: { value: 'ab' } });
    assert.equal(keepSurroundings(before, written, 'pick'), written);
    const other = withStep({ ...each, params: { items: 'input.lists' } });
    assert.equal(keepSurroundings(before, other, 'each'), other);
  });
});
