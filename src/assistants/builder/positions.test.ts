import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isObject } from '../../platform/is-object.ts';
import { placeNodes } from './positions.ts';

interface Spot {
  x: number;
  y: number;
}

function definition(nodes: Record<string, Spot | null | undefined>, ...edges: [string, string][]) {
  return {
    nodes: Object.entries(nodes).map(([id, position]) => ({ id, ...(position !== undefined && { position }) })),
    edges: edges.map(([source, target]) => ({ source, target })),
  };
}

function spots(withPosition: Record<string, unknown>): Record<string, unknown> {
  assert.ok(Array.isArray(withPosition.nodes));
  return Object.fromEntries(withPosition.nodes.filter(isObject).map(({ id, position }) => [id, position]));
}

const NONE = { nodes: [], edges: [] };

suite('positions on the canvas', () => {
  test('follow the edges from left to right, with branches below each other', () => {
    const edges: [string, string][] = [
      ['start', 'a'],
      ['start', 'b'],
      ['a', 'end'],
      ['b', 'end'],
    ];
    const withPosition = spots(
      placeNodes(NONE, definition({ end: null, b: null, a: undefined, start: null }, ...edges)),
    );
    assert.deepEqual(withPosition, {
      end: { x: 560, y: 140 },
      b: { x: 280, y: 0 },
      a: { x: 280, y: 140 },
      start: { x: 0, y: 0 },
    });
  });

  test('do not change, and new nodes are placed beside their predecessors', () => {
    const given = definition(
      { start: { x: 100, y: 70 }, a: { x: 400, y: 70 }, b: null },
      ['start', 'a'],
      ['start', 'b'],
    );
    assert.deepEqual(spots(placeNodes(given, given)), {
      start: { x: 100, y: 70 },
      a: { x: 400, y: 70 },
      b: { x: 380, y: 210 },
    });
  });

  test('are restored for nodes that are sent again without one', () => {
    const before = definition({ start: { x: 7, y: 8 } });
    assert.deepEqual(spots(placeNodes(before, definition({ start: null, other: null }))), {
      start: { x: 7, y: 8 },
      other: { x: 7, y: 148 },
    });
  });

  test('are found despite cycles, duplicate ids and edges from nowhere', () => {
    const cycle = definition({ a: null, b: null }, ['a', 'b'], ['b', 'a'], ['gone', 'a']);
    assert.deepEqual(spots(placeNodes(NONE, cycle)), { a: { x: 0, y: 0 }, b: { x: 280, y: 0 } });
    const doubled = { nodes: [{ id: 'a' }, { id: 'a' }, 'x', null], edges: ['x', null] };
    const { nodes } = placeNodes(null, doubled);
    assert.ok(Array.isArray(nodes) && nodes.length === 4);
  });

  test('that are invalid are left to validation, and do not affect other nodes', () => {
    const far = { x: 1e300, y: 1e300 };
    const given = definition({ start: far, a: null, b: null }, ['start', 'a'], ['start', 'b']);
    assert.deepEqual(spots(placeNodes(NONE, given)), { start: far, a: { x: 0, y: 0 }, b: { x: 0, y: 140 } });
    const odd = { nodes: [{ id: 'a', position: 'left' }], edges: [] };
    assert.deepEqual(placeNodes(NONE, odd), odd);
  });
});
