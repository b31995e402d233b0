import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEdges, types } from '../../test/graph.ts';
import { allOutputs, bodyHandle, mainOutputs } from './outputs.ts';

function outputsOf(type: string, params = {}, edges = '') {
  return mainOutputs({ id: 'a', type, params }, types.get(type), readEdges(edges));
}

describe('the outputs of a step', () => {
  it('are those of its type', () => {
    assert.deepEqual(outputsOf('transform'), [null]);
    assert.deepEqual(outputsOf('condition'), ['true', 'false']);
    assert.deepEqual(outputsOf('human.approval'), ['approved', 'rejected', 'timeout']);
    assert.deepEqual(outputsOf('output'), []);
  });

  it('are named by its params', () => {
    assert.deepEqual(outputsOf('switch', { cases: [{ name: 'small' }, { name: 'large' }] }), [
      'small',
      'large',
      'otherwise',
    ]);
    assert.deepEqual(outputsOf('switch', { cases: '{{ input.cases }}' }), ['otherwise']);
    assert.deepEqual(outputsOf('ai.choice', { options: [{ name: 'x' }, { name: 'x' }, 7] }), ['x', 'otherwise']);
  });

  it('include those that only an edge knows, so that the edge begins somewhere', () => {
    assert.deepEqual(outputsOf('switch', { cases: [] }, 'a.gone > b, a.error > c'), ['otherwise', 'gone']);
    assert.deepEqual(outputsOf('unknown', {}, 'a.left > b'), ['left']);
    assert.deepEqual(outputsOf('unknown'), [null]);
  });

  it('end with error, unless the step is a trigger or ends its branch', () => {
    assert.deepEqual(allOutputs({ id: 'a', type: 'http.request' }, types.get('http.request')), [null, 'error']);
    assert.deepEqual(allOutputs({ id: 'a', type: 'trigger.manual' }, types.get('trigger.manual')), [null]);
    assert.deepEqual(allOutputs({ id: 'a', type: 'output' }, types.get('output')), []);
  });

  it('of loops have a body', () => {
    assert.equal(bodyHandle('loop'), 'item');
    assert.equal(bodyHandle('toString'), undefined);
  });
});
