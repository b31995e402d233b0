import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Definition } from './definition.ts';
import { compareDefinitions, countChanges, differenceMarks, isSameJson, withRemoved } from './difference.ts';

const before: Definition = {
  nodes: [
    { id: 'start', type: 'trigger.manual', params: {}, position: { x: 0, y: 0 } },
    { id: 'call', type: 'http.request', name: 'Call', params: { url: 'https://a.test', method: 'GET' } },
    { id: 'end', type: 'output', params: {} },
  ],
  edges: [
    { source: 'start', target: 'call' },
    { source: 'call', target: 'end', source_handle: null },
  ],
  editor: { notes: [{ id: 'n1', x: 0, y: 0, width: 100, height: 80, text: 'Old' }] },
};

const after: Definition = {
  nodes: [
    { id: 'start', type: 'trigger.manual', params: {}, position: { x: 40, y: 0 } },
    { id: 'call', type: 'http.request', name: 'Call', params: { method: 'GET', url: 'https://b.test', timeout: 5 } },
    { id: 'log', type: 'transform', params: {} },
  ],
  edges: [
    { source: 'start', target: 'call', source_handle: null },
    { source: 'call', target: 'log' },
  ],
  editor: { notes: [{ id: 'n1', x: 9, y: 9, width: 100, height: 80, text: 'New' }] },
};

test('a difference names steps, params, edges and notes', () => {
  const difference = compareDefinitions(before, after);
  assert.deepEqual(
    difference.steps.map(({ id, kind, fields }) => ({ id, kind, fields })),
    [
      {
        id: 'call',
        kind: 'changed',
        fields: [
          { field: 'url', isParam: true, before: 'https://a.test', after: 'https://b.test' },
          { field: 'timeout', isParam: true, before: undefined, after: 5 },
        ],
      },
      { id: 'log', kind: 'added', fields: [] },
      { id: 'end', kind: 'removed', fields: [] },
    ],
  );
  assert.deepEqual(difference.addedEdges, [{ source: 'call', target: 'log' }]);
  assert.deepEqual(difference.removedEdges, [{ source: 'call', target: 'end', source_handle: null }]);
  assert.deepEqual(
    difference.notes.map(({ id, kind }) => [id, kind]),
    [['n1', 'changed']],
  );
  assert.equal(countChanges(difference), 6);
});

test('a step that only moved is not changed', () => {
  const { steps, moved } = compareDefinitions(before, after);
  assert.deepEqual(moved, ['start']);
  assert.ok(!steps.some(({ id }) => id === 'start'));
});

test('marks tell the canvas which steps differ, and removed steps are drawn too', () => {
  const marks = differenceMarks(compareDefinitions(before, after));
  assert.deepEqual([...marks].map(([id, { difference }]) => `${id} ${difference}`).sort(), [
    'call changed',
    'end removed',
    'log added',
  ]);
  const both = withRemoved(before, after);
  assert.deepEqual(
    both.nodes.map(({ id }) => id),
    ['start', 'call', 'log', 'end'],
  );
  assert.equal(both.edges.length, 3);
});

test('a removed step whose place was taken stands beside it', () => {
  const at = (id: string, x: number) => ({ id, type: 'transform', position: { x, y: 0 } });
  const both = withRemoved({ nodes: [at('old', 0)], edges: [] }, { nodes: [at('new', 0), at('next', 240)], edges: [] });
  assert.deepEqual(
    both.nodes.map(({ id, position }) => [id, position?.x]),
    [
      ['new', 0],
      ['next', 240],
      ['old', 560],
    ],
  );
});

test('JSON is the same whatever the order of keys, and a missing key equals an undefined one', () => {
  assert.ok(isSameJson({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1, d: undefined }));
  assert.ok(!isSameJson({ a: null }, {}));
  assert.ok(!isSameJson([1, 2], [2, 1]));
  assert.ok(!isSameJson({ 0: 1 }, [1]));
  assert.ok(!isSameJson({ a: undefined }, { b: 1 }));
});
