import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopDefinition, stateOf, stepOf } from '../../test/run.ts';
import { buildRows, firstFailure, itemsAround, moveToItem, type RowFilter } from './rows.ts';
import { readStructure } from './structure.ts';

const structure = readStructure(loopDefinition);
const state = stateOf([
  stepOf({ node_id: 'start', node_type: 'trigger.manual' }),
  stepOf({ node_id: 'rows', node_type: 'loop', output_json: '{"count":3', status: 'failed', finished_at: 1_900 }),
  stepOf({ node_id: 'call', node_type: 'http.request', iteration: [0], output_json: '{"body":"Anna"}' }),
  stepOf({
    node_id: 'call',
    node_type: 'http.request',
    iteration: [1],
    status: 'failed',
    error: '503 from shop',
    finished_at: 1_500,
  }),
  stepOf({ node_id: 'call', node_type: 'http.request', iteration: [2], output_json: '{"body":"Ben"}' }),
]);

function keys(chosen: [string, number][] = [], filter: Partial<RowFilter> = {}) {
  const rows = buildRows({
    state,
    structure,
    chosen: new Map(chosen),
    filter: { failedOnly: false, types: new Set(), text: '', ...filter },
  });
  return rows.map(({ key }) => key);
}

test('the steps of a loop follow it, for the first failed item unless another is chosen', () => {
  assert.deepEqual(keys(), ['start', 'rows', 'call 1']);
  assert.deepEqual(keys([['rows', 2]]), ['start', 'rows', 'call 2']);
  assert.deepEqual(keys([['rows', 99]]), ['start', 'rows', 'call 1']);
});

test('filters keep what matches, and the loops around it', () => {
  assert.deepEqual(keys([], { failedOnly: true }), ['rows', 'call 1']);
  assert.deepEqual(keys([], { types: new Set(['http.request']) }), ['rows', 'call 0']);
  assert.deepEqual(keys([], { text: 'BEN' }), ['rows', 'call 2']);
  assert.deepEqual(keys([], { text: 'each row' }), ['rows']);
  assert.deepEqual(keys([], { text: 'nothing like this' }), []);
});

test('the first failure is the step that failed, not the loop around it', () => {
  assert.equal(firstFailure(state)?.key, 'call 1');
  assert.equal(firstFailure(stateOf([stepOf({ node_id: 'start' })])), undefined);
});

test('a step in a loop says which items are around it', () => {
  assert.deepEqual(itemsAround(structure, 'inner', [5, 2]), [
    ['rows2 2', 5],
    ['rows', 2],
  ]);
  assert.deepEqual(itemsAround(structure, 'start', []), []);
});

test('walking through the items of a loop keeps the step, and leaves steps outside alone', () => {
  const inner = { nodeId: 'inner', iteration: [5, 2] };
  const outerLoop = { key: 'rows', iteration: [] };
  assert.deepEqual(moveToItem(structure, inner, outerLoop, 7), { nodeId: 'inner', iteration: [5, 7] });
  assert.deepEqual(moveToItem(structure, inner, { key: 'rows2 2', iteration: [2] }, 0)?.iteration, [0, 2]);
  assert.equal(moveToItem(structure, { nodeId: 'start', iteration: [] }, outerLoop, 1), undefined);
});
