import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { types, workflow } from '../../../test/graph.ts';
import { withPositions } from '../../graph/layout.ts';
import { endOfFlow } from './flow-end.ts';

function endOf(steps: Parameters<typeof workflow>[0], edges = '', touched: readonly string[] = []): string {
  const place = endOfFlow(withPositions(workflow(steps, edges), types), types, touched);
  return place.kind === 'output'
    ? [place.source, ...(place.handle === null ? [] : [place.handle])].join('.')
    : place.kind;
}

describe('the end of the flow', () => {
  it('is the last step that a trigger leads to', () => {
    assert.equal(endOf({ start: 'trigger.manual' }), 'start');
    assert.equal(endOf({ start: 'trigger.manual', a: 'transform', alone: 'transform' }, 'start > a'), 'a');
    assert.equal(
      endOf({ start: 'trigger.manual', a: 'transform', failed: 'notify' }, 'start > a, a.error > failed', ['a']),
      'a',
    );
  });

  it('is the output by which the workflow goes on', () => {
    assert.equal(endOf({ start: 'trigger.manual', big: 'condition' }, 'start > big'), 'big.true');
    const loop = { start: 'trigger.manual', rows: 'loop', each: 'transform' };
    assert.equal(endOf(loop, 'start > rows, rows.item > each', ['each']), 'rows.done');
  });

  it('of several is the one that was touched last, and otherwise the lowest', () => {
    const steps = { start: 'trigger.manual', big: 'condition', a: 'transform', b: 'transform', c: 'transform' };
    const edges = 'start > big, big.true > a, big.false > b, b > c';
    assert.equal(endOf(steps, edges), 'c');
    assert.equal(endOf(steps, edges, ['start', 'a', 'c']), 'a');
  });

  it('is nowhere after a step that ends it, and without a trigger', () => {
    assert.equal(endOf({ start: 'trigger.manual', end: 'output' }, 'start > end'), 'free');
    assert.equal(endOf({ a: 'transform' }), 'free');
    assert.equal(endOf({}), 'free');
  });
});
