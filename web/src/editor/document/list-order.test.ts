import assert from 'node:assert/strict';
import { it } from 'node:test';
import { workflow } from '../../../test/graph.ts';
import { listSteps } from './list-order.ts';

it('the list has each step after those that lead to it, branches together, and loop bodies indented', () => {
  const definition = workflow(
    {
      end: 'output',
      join: 'transform',
      start: 'trigger.manual',
      big: 'condition',
      rows: 'loop',
      price: 'transform',
      note: 'notify',
    },
    'start > big, big.true > rows, rows.item > price, rows.done > join, big.false > note, note > join, join > end',
  );
  assert.deepEqual(
    listSteps(definition).map(({ node, depth }) => `${'  '.repeat(depth)}${node.id}`),
    ['start', 'big', 'rows', '  price', 'note', 'join', 'end'],
  );
  assert.deepEqual(listSteps(definition)[1]?.next, [
    { id: 'rows', handle: 'true' },
    { id: 'note', handle: 'false' },
  ]);
});

it('steps on a cycle are listed too', () => {
  const definition = workflow({ a: 'transform', b: 'transform', c: 'trigger.manual' }, 'a > b, b > a, a > gone');
  assert.deepEqual(
    listSteps(definition).map(({ node }) => node.id),
    ['c', 'a', 'b'],
  );
});
