import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toTheRight, types, workflow } from '../../test/graph.ts';
import { type FlowEdge, toFlowEdges } from './edge-items.ts';
import { type FlowInput, resultBelow, stepLabel, toFlowNodes } from './flow-items.ts';
import { withPositions } from './layout.ts';

const definition = {
  ...withPositions(
    workflow({ a: 'trigger.manual', b: 'condition', c: 'transform' }, 'a > b, b.true > c, b.true > c'),
    types,
  ),
  editor: { notes: [{ id: 'n', x: 0, y: 0, width: 100, height: 50, text: 'hello' }] },
};
const input: FlowInput = {
  definition,
  types,
  tools: new Map(),
  marks: undefined,
  selected: new Set(),
  dragged: new Map(),
  resized: new Map(),
  isEditing: true,
};

function draw(next: Partial<FlowInput>, before: FlowInput = input) {
  const nodes = toFlowNodes(before, undefined);
  const again = toFlowNodes({ ...before, ...next }, { input: before, nodes });
  return again.filter((node, index) => node !== nodes[index]).map(({ id }) => id);
}

describe('what React Flow draws', () => {
  it('stays the same objects without a change', () => {
    assert.deepEqual(draw({}), []);
    assert.deepEqual(draw({ definition: { ...definition } }), []);
    assert.deepEqual(draw({ marks: new Map() }), []);
  });

  it('stays the same list while a param changes that no card shows', () => {
    const [a, b, c] = definition.nodes;
    assert.ok(a && b && c);
    const written = (params: Record<string, unknown>) => ({
      ...input,
      definition: { ...definition, nodes: [a, b, { ...c, params }] },
    });
    const [before, after] = [written({ value: 'x', note: 'y' }), written({ value: 'x', note: 'yz' })];
    const nodes = toFlowNodes(before, undefined);
    assert.equal(toFlowNodes(after, { input: before, nodes }), nodes);
  });

  it('draws only what was dragged, selected, changed or marked', () => {
    assert.deepEqual(draw({ dragged: new Map([['b', { x: 1, y: 2 }]]) }), ['b']);
    assert.deepEqual(draw({ selected: new Set(['c', 'note:n']) }), ['note:n', 'c']);
    assert.deepEqual(draw({ marks: new Map([['a', { state: 'success' }]]) }), ['a']);
    const [a, b, c] = definition.nodes;
    assert.ok(a && b && c);
    assert.deepEqual(draw({ definition: { ...definition, nodes: [a, b, { ...c, name: 'New' }] } }), ['c']);
    assert.deepEqual(draw({ definition: { ...definition, edges: [] } }), ['a', 'b']);
  });

  it('draws only the edges that a step of a run changes', () => {
    const edgesWith = (marks: FlowInput['marks'], before: readonly FlowEdge[]) =>
      toFlowEdges(
        input,
        new Map(),
        { issues: undefined, differences: undefined, marks },
        new Map(before.map(edge => [edge.id, edge])),
      );
    const running = edgesWith(new Map([['a', { state: 'running' }]]), []);
    const done = edgesWith(new Map([['a', { state: 'success', taken: [null] }]]), running);
    assert.deepEqual(
      done.map((edge, index) => [edge === running[index], edge.data?.state]),
      [
        [false, 'success'],
        [false, 'untaken'],
      ],
    );
    const later = edgesWith(new Map([['a', { state: 'success', taken: [null], text: '2 s' }]]), done);
    assert.ok(later.every((edge, index) => edge === done[index]));
  });

  it('puts a dropped step back to where the definition has it', () => {
    const dragged = { ...input, dragged: new Map([['b', { x: 1, y: 2 }]]) };
    assert.deepEqual(draw({ dragged: new Map() }, dragged), ['b']);
  });

  it('has the outputs as handles, and draws two equal edges once', () => {
    const nodes = toFlowNodes(input, undefined);
    assert.deepEqual(
      nodes.find(({ id }) => id === 'b')?.handles?.map(({ id }) => id),
      [null, 'true', 'false', 'error'],
    );
    const turned = toFlowNodes({ ...input, definition: toTheRight(definition) }, undefined);
    assert.deepEqual(
      turned.find(({ id }) => id === 'b')?.handles?.map(({ position }) => position),
      ['left', 'right', 'right', 'bottom'],
    );
    const decorations = { issues: new Set(['edge:b:c:true']), differences: undefined, marks: undefined };
    const edges = toFlowEdges(input, new Map(), decorations, new Map());
    assert.deepEqual(
      edges.map(({ id, data }) => [id, data?.hasIssue]),
      [
        ['edge:a:b:', false],
        ['edge:b:c:true', true],
      ],
    );
    const again = toFlowEdges(
      { ...input, selected: new Set(['edge:a:b:']) },
      new Map(),
      decorations,
      new Map(edges.map(edge => [edge.id, edge])),
    );
    assert.notEqual(again[0], edges[0]);
    assert.equal(again[1], edges[1]);
  });

  it('shows a result below a step unless something else tells it', () => {
    const edges = (handle: string) => handle === 'true';
    assert.equal(resultBelow({ state: 'success', result: '7' }, edges), '7');
    assert.equal(resultBelow({ state: 'success', result: 'true' }, edges), undefined);
    assert.equal(resultBelow({ state: 'success', result: 'false' }, edges), 'false');
    assert.equal(resultBelow({ state: 'failed', result: 'no', error: 'no' }, edges), undefined);
    assert.equal(resultBelow(undefined, edges), undefined);
  });

  it('says of a step what can be seen of it', () => {
    const mark = {
      state: 'failed',
      text: '2 s',
      errors: 1,
      warnings: 2,
      pinned: true,
      items: { done: 3, total: 9, failed: 1 },
    } as const;
    assert.equal(
      stepLabel({ id: 'call', type: 'http.request', name: 'Read it' }, 'HTTP request', mark),
      'Read it, HTTP request, call, failed, 2 s, 3 of 9 items, 1 error, 2 warnings, output pinned',
    );
    assert.equal(stepLabel({ id: 'call', type: 'x' }, 'HTTP request', undefined), 'call, HTTP request');
    assert.equal(
      stepLabel({ id: 'call', type: 'x' }, 'HTTP request', { state: 'success', result: '7' }, 'GET a'),
      'call, HTTP request, GET a, succeeded, result 7',
    );
  });
});
