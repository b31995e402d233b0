import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { toPlaceTree } from './data-value.ts';

const step = { iteration: [], status: 'success', text: '', error: '', fileIds: [] };

suite('the tree of data', () => {
  test('has the paths that templates write, the nearest step first', () => {
    const data = {
      variables: {
        input: { a: 1 },
        vars: { limit: 5 },
        workflow: { id: 'w', name: 'W' },
        run: { id: 'r' },
        now: '2026',
      },
      steps: [
        { ...step, nodeId: 'start', output: { a: 1 } },
        { ...step, nodeId: 'call', status: 'failed', error: '503' },
      ],
      loops: [{ id: 'rows', items: 'input.rows', index: 0 }],
      seed: '',
    };
    const reachable = ['call', 'never', 'start'];
    assert.deepEqual(toPlaceTree(data, { item: 5 }, reachable), {
      value: {
        loop: { item: 5 },
        input: { a: 1 },
        steps: { call: { status: 'failed', error: '503' }, start: { output: { a: 1 } } },
        vars: { limit: 5 },
        now: '2026',
        workflow: { id: 'w', name: 'W' },
        run: { id: 'r' },
      },
      missing: ['never'],
    });
  });

  test('leaves out what is not known', () => {
    const data = { variables: { workflow: { id: 'w' } }, steps: [], loops: [], seed: '' };
    assert.deepEqual(toPlaceTree(data, undefined, []), { value: { workflow: { id: 'w' } }, missing: [] });
  });
});
