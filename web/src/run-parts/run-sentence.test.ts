import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { runOf, stateOf, stepOf } from '../../test/run.ts';
import { describeEnd, findEndStep } from './run-sentence.ts';
import { readRun } from './run-state.ts';
import { readStructure } from './structure.ts';

const structure = readStructure({
  nodes: [
    { id: 'start', type: 'trigger.manual' },
    { id: 'rows', type: 'loop', name: 'Each order' },
    { id: 'price', type: 'transform', name: 'Price it' },
    { id: 'line', type: 'output' },
    { id: 'end', type: 'output' },
  ],
  edges: [
    { source: 'start', target: 'rows' },
    { source: 'rows', target: 'price', source_handle: 'item' },
    { source: 'price', target: 'line' },
    { source: 'rows', target: 'end', source_handle: 'done' },
  ],
});
const start = stepOf({ node_id: 'start', node_type: 'trigger.manual' });

function rows(fields: Partial<Parameters<typeof stepOf>[0]>) {
  return stepOf({ node_id: 'rows', node_type: 'loop', ...fields });
}

suite('the end of a run in a sentence', () => {
  test('says in which step and item it failed, after how long, and why', () => {
    const price = stepOf({ node_id: 'price', status: 'failed', error: 'order 13 has no price', iteration: [12] });
    const end = { status: 'failed', error: 'order 13 has no price', finished_at: 3_400 } as const;
    const broken = stateOf([start, rows({ status: 'failed' }), price], end);
    assert.deepEqual(describeEnd(broken, structure), {
      lead: 'Failed in Price it, item 13, after 2.4 s',
      rest: 'order 13 has no price',
    });
    assert.equal(findEndStep(broken, structure)?.key, 'price 12');
    const counted = stateOf([start, rows({ output_json: '{"count":40' }), price], end);
    assert.equal(describeEnd(counted, structure)?.lead, 'Failed in Price it, item 13 of 40, after 2.4 s');
  });

  test('says only how long, where no step failed', () => {
    const state = stateOf([start], { status: 'failed', error: 'The run took too long' });
    assert.deepEqual(describeEnd(state, structure), { lead: 'Failed after 1.0 s', rest: 'The run took too long' });
    assert.equal(findEndStep(state, structure), undefined);
  });

  test('says what came out, and leads to the output that comes last in the graph', () => {
    const lines = [0, 2, 1].map(item =>
      stepOf({ node_id: 'line', node_type: 'output', iteration: [item], finished_at: 1_500 + item }),
    );
    const end = stepOf({ node_id: 'end', node_type: 'output' });
    const state = stateOf([start, rows({}), end, ...lines], { output_json: '{"count":7,"file":{"filename":"a.pdf"}}' });
    assert.deepEqual(describeEnd(state, structure), {
      lead: 'Succeeded after 1.0 s',
      rest: 'count: 7 · file: a.pdf',
    });
    assert.equal(findEndStep(state, structure)?.key, 'end');
    assert.equal(findEndStep(stateOf([start, rows({}), ...lines]), structure)?.key, 'line 2');
  });

  test('without an output leads to the step that ended last', () => {
    const steps = [start, stepOf({ node_id: 'price', finished_at: 1_900 }), rows({ finished_at: 1_800 })];
    const state = stateOf(steps);
    assert.deepEqual(describeEnd(state, structure), { lead: 'Succeeded after 1.0 s', rest: '' });
    assert.equal(findEndStep(state, structure)?.key, 'price');
  });

  test('says of a cancelled run why, and nothing of one that goes on', () => {
    const cancelled = stateOf([start], { status: 'cancelled', error: 'Ann cancelled the run' });
    assert.deepEqual(describeEnd(cancelled, structure), {
      lead: 'Cancelled after 1.0 s',
      rest: 'Ann cancelled the run',
    });
    const running = readRun(runOf([start], { status: 'running', finished_at: null }));
    assert.equal(describeEnd(running, structure), undefined);
    assert.equal(findEndStep(running, structure), undefined);
  });
});
