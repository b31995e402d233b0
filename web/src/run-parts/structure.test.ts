import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopDefinition } from '../../test/run.ts';
import { guessStructure, readStructure } from './structure.ts';

test('steps are in the order of the graph, with the loops around them', () => {
  const structure = readStructure(loopDefinition);
  assert.deepEqual(structure.members(undefined), ['start', 'rows', 'end']);
  assert.deepEqual(structure.members('rows'), ['call', 'rows2']);
  assert.deepEqual(structure.members('rows2'), ['inner']);
  assert.equal(structure.loopOf('inner'), 'rows2');
  assert.equal(structure.loopOf('end'), undefined);
  assert.deepEqual(structure.behind('call'), ['rows2', 'inner']);
  assert.deepEqual(structure.behind('nowhere'), []);
  assert.equal(structure.nodes.get('rows')?.name, 'Each row');
});

test('steps on a cycle are shown last, instead of not at all', () => {
  const structure = readStructure({
    nodes: [
      { id: 'a', type: 'transform' },
      { id: 'b', type: 'transform' },
      { id: 'start', type: 'trigger.manual' },
    ],
    edges: [
      { source: 'a', target: 'b' },
      { source: 'b', target: 'a' },
    ],
  });
  assert.deepEqual(structure.order, ['start', 'a', 'b']);
});

test('without a definition, loops are guessed from iterations', () => {
  const step = (nodeId: string, nodeType: string, iteration: number[]) => ({ nodeId, nodeType, iteration });
  const structure = guessStructure([
    step('start', 'trigger.manual', []),
    step('rows', 'loop', []),
    step('call', 'http.request', [0]),
    step('rows2', 'loop', [0]),
    step('inner', 'transform', [1, 0]),
    step('call', 'http.request', [1]),
    step('end', 'output', []),
  ]);
  assert.deepEqual(structure.members(undefined), ['start', 'rows', 'end']);
  assert.deepEqual(structure.members('rows'), ['call', 'rows2']);
  assert.equal(structure.loopOf('inner'), 'rows2');
});
