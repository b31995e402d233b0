import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readTourState, STEPS, type TourFacts, type TourState } from './tour-state.ts';
import { advance, BROKEN, WORKING } from './tour-steps.ts';

const trigger = { id: 'start', type: 'trigger.manual' };
const transform = (value: unknown) => ({ id: 'shape', type: 'transform', params: { value } });
const facts = (nodes: TourFacts['nodes'], run?: string, workflowId = 'w1'): TourFacts => ({
  workflowId,
  nodes,
  edges: nodes.length > 1 ? [{ target: 'shape' }] : [],
  run,
});
const start: TourState = { step: 'new', isShown: true };

suite('the tour', () => {
  test('waits at each step until it is done', () => {
    const done: [TourFacts, TourState['step']][] = [
      [facts([trigger]), 'transform'],
      [{ ...facts([trigger, transform(undefined)]), edges: [] }, 'transform'],
      [facts([trigger, transform(undefined)]), 'value'],
      [facts([trigger, transform('{{ 6 }}')]), 'value'],
      [facts([trigger, transform('{{6*7}}')]), 'run'],
      [facts([trigger, transform(WORKING)], 'running'), 'run'],
      [facts([trigger, transform(WORKING)], 'success'), 'break'],
      [facts([trigger, transform(BROKEN)], 'success'), 'fail'],
      [facts([trigger, transform(BROKEN)], 'failed'), 'mend'],
      [facts([trigger, transform(WORKING)], 'failed'), 'again'],
      [facts([trigger, transform(WORKING)], 'success'), 'end'],
    ];
    let state = start;
    for (const [told, step] of done) {
      state = advance(state, told);
      assert.equal(state.step, step);
    }
    assert.equal(state.workflowId, 'w1');
    assert.equal(advance(state, facts([])), state, 'the end is the end');
  });

  test('goes on over what is done already', () => {
    const state: TourState = { step: 'transform', workflowId: 'w1', isShown: true };
    assert.equal(advance(state, facts([trigger, transform(WORKING)])).step, 'run');
  });

  test('begins with an empty workflow, and cares for no other from then on', () => {
    assert.equal(advance(start, facts([trigger, transform('x')])), start);
    const begun = advance(start, facts([trigger]));
    assert.equal(advance(begun, facts([trigger, transform(WORKING)], undefined, 'w2')), begun);
  });

  test('is read from what a browser kept, if that is a state of it', () => {
    for (const state of STEPS.map((step): TourState => ({ step, workflowId: 'w1', isShown: false }))) {
      assert.deepEqual(readTourState(JSON.stringify(state)), state);
    }
    assert.deepEqual(readTourState('{"step":"new","isShown":true,"more":1}'), start);
    for (const kept of [null, '', '{', '7', '{}', '{"step":"moon","isShown":true}', '{"step":"new"}']) {
      assert.equal(readTourState(kept), undefined);
    }
  });
});
