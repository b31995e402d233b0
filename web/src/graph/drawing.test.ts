import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawGraph } from './drawing.ts';

const NO_TYPES = new Map();

test('a graph is drawn from left to right, with branches below each other', () => {
  const { width, height, tiles, lines } = drawGraph(
    {
      nodes: [
        { id: 'start', type: 'trigger.manual', position: { x: 136, y: 0 } },
        { id: 'check', type: 'condition', position: { x: 136, y: 120 } },
        { id: 'yes', type: 'transform', position: { x: 0, y: 240 } },
        { id: 'no', type: 'transform', position: { x: 280, y: 240 } },
      ],
      edges: [
        { source: 'start', target: 'check' },
        { source: 'check', target: 'yes', source_handle: 'true' },
        { source: 'check', target: 'no', source_handle: 'false' },
        { source: 'check', target: 'gone' },
      ],
    },
    NO_TYPES,
  );
  assert.deepEqual(tiles, [
    { id: 'start', x: 1, y: 10 },
    { id: 'check', x: 29, y: 10 },
    { id: 'yes', x: 57, y: 1 },
    { id: 'no', x: 57, y: 19 },
  ]);
  assert.deepEqual([width, height], [72, 34]);
  assert.deepEqual(lines, ['M15 17C22 17 22 17 29 17', 'M43 17C50 17 50 8 57 8', 'M43 17C50 17 50 26 57 26']);
});

test('steps without a place are laid out as on the canvas, and no steps are no drawing', () => {
  const { tiles } = drawGraph(
    {
      nodes: [
        { id: 'end', type: 'output' },
        { id: 'start', type: 'trigger.manual' },
      ],
      edges: [{ source: 'start', target: 'end' }],
    },
    NO_TYPES,
  );
  assert.deepEqual(
    tiles.map(({ id, x }) => [id, x]),
    [
      ['end', 29],
      ['start', 1],
    ],
  );
  assert.deepEqual(drawGraph({ nodes: [], edges: [] }, NO_TYPES).tiles, []);
});
