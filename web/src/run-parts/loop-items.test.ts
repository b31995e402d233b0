import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopDefinition, stateOf, stepOf } from '../../test/run.ts';
import { findLoops, placeOfItem, stepInItem } from './loop-items.ts';
import { readStructure } from './structure.ts';

const structure = readStructure(loopDefinition);
const loop = (fields = {}) => stepOf({ node_id: 'rows', node_type: 'loop', ...fields });
const call = (index: number, fields = {}) =>
  stepOf({ node_id: 'call', node_type: 'http.request', iteration: [index], ...fields });

test('every item has the state in which it ended', () => {
  const state = stateOf([
    loop({ output_json: '{"count":4,"results":[' }),
    call(0),
    call(1, { status: 'failed', error: 'No' }),
    call(2, { status: 'failed', handle: 'error' }),
    call(3, { status: 'skipped' }),
  ]);
  const found = findLoops(state, structure).get('rows');
  assert.deepEqual(
    found?.items.map(item => item.state),
    ['success', 'failed', 'success', 'skipped'],
  );
  assert.partialDeepStrictEqual(found, { total: 4, done: 4, failed: 1, firstFailed: 1 });
  const second = found?.items[1];
  assert.equal(second && stepInItem(second, 'call', [])?.error, 'No');
});

test('a loop that runs shows the items that have begun, and how many there are only at its end', () => {
  const state = stateOf(
    [
      loop({ status: 'running', finished_at: null }),
      call(0),
      call(2, { status: 'waiting', finished_at: null }),
      call(3, { status: 'running', finished_at: null }),
    ],
    { status: 'running', finished_at: null },
  );
  const found = findLoops(state, structure).get('rows');
  assert.equal(found?.total, undefined);
  assert.deepEqual(
    found?.items.map(item => item.state),
    ['success', 'pending', 'waiting', 'running'],
  );
});

test('a step of an inner loop belongs to the items of both loops', () => {
  const state = stateOf([
    loop(),
    call(0),
    stepOf({ node_id: 'rows2', node_type: 'loop', iteration: [0] }),
    stepOf({ node_id: 'inner', iteration: [1, 0], status: 'failed' }),
  ]);
  const loops = findLoops(state, structure);
  assert.equal(loops.get('rows')?.items[0]?.state, 'failed');
  assert.equal(loops.get('rows2 0')?.firstFailed, 1);
});

test('an empty loop has no items', () => {
  const found = findLoops(stateOf([loop({ output_json: '{"count":0,"results":[]}' })]), structure).get('rows');
  assert.partialDeepStrictEqual(found, { items: [], total: 0, done: 0, failed: 0 });
});

test('a loop over a file shows only the items of which steps are known', () => {
  const done = loop({
    output_json: '{"count":1000000,"succeeded":999999',
    items: { done: 1_000_000, failed: 1, per_second: 9 },
  });
  const of = (index: number, fields = {}) => stepOf({ node_id: 'call', iteration: [index], ...fields });
  const found = findLoops(
    stateOf([done, of(70), of(999_000, { status: 'failed', handle: 'error', error: 'No' })]),
    structure,
  ).get('rows');
  assert.deepEqual(
    found?.items.map(({ index, state }) => [index, state]),
    [
      [70, 'success'],
      [999_000, 'failed'],
    ],
  );
  assert.deepEqual([found?.total, found?.done, found?.failed, found?.firstFailed], [1_000_000, 1_000_000, 1, 999_000]);
  assert.deepEqual([placeOfItem(found, 999_000), placeOfItem(found, 5)], [1, 0]);
});
