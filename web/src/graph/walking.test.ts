import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toTheRight, types, workflow } from '../../test/graph.ts';
import { layOut } from './layout.ts';
import type { Box } from './sizes.ts';
import { type Direction, readingOrder, walk } from './walking.ts';

const definition = workflow(
  {
    start: 'trigger.manual',
    big: 'condition',
    call: 'http.request',
    note: 'notify',
    failed: 'notify',
    alone: 'transform',
  },
  'start > big, big.true > call, big.false > note, call.error > failed',
);
const boxes = new Map<string, Box>(
  [...layOut(definition, types)].map(([id, point]) => [id, { ...point, width: 224, height: 52 }]),
);

function path(from: string | undefined, ...directions: Direction[]): (string | undefined)[] {
  let at = from;
  return directions.map(direction => {
    at = walk(definition, boxes, at, direction);
    return at;
  });
}

describe('walking', () => {
  it('begins at the top', () => {
    assert.deepEqual(path(undefined, 'down'), ['start']);
    assert.deepEqual(path('gone', 'up'), ['start']);
  });

  it('follows the edges down and up, the left branch first', () => {
    assert.deepEqual(path('start', 'down', 'down', 'down'), ['big', 'call', 'failed']);
    assert.deepEqual(path('failed', 'up', 'up', 'up'), ['call', 'big', 'start']);
  });

  it('goes to neighbours on the sides', () => {
    assert.deepEqual(path('call', 'right', 'left'), ['note', 'call']);
  });

  it('follows the edges to the right where the workflow leads there', () => {
    const turned = toTheRight(definition);
    const places = new Map([...layOut(turned, types)].map(([id, point]) => [id, { ...point, width: 240, height: 56 }]));
    const go = (from: string | undefined, direction: Direction) => walk(turned, places, from, direction);
    assert.equal(go(undefined, 'right'), 'start');
    assert.deepEqual([go('start', 'right'), go('big', 'right'), go('call', 'left')], ['big', 'call', 'big']);
    assert.deepEqual([go('call', 'down'), go('note', 'up')], ['note', 'call']);
  });

  it('ends where nothing is', () => {
    assert.deepEqual(path('failed', 'down'), [undefined]);
    assert.deepEqual(walk(workflow({}), new Map(), undefined, 'down'), undefined);
  });

  it('reads from the upper left to the lower right', () => {
    assert.deepEqual(readingOrder(definition, boxes).slice(0, 2).toSorted(), ['alone', 'start']);
    assert.equal(readingOrder(definition, boxes).at(-1), 'failed');
  });
});
