import assert from 'node:assert/strict';
import { it } from 'node:test';
import { workflow } from '../../test/graph.ts';
import { findLoopBodies, toLoopAreas } from './loop-bodies.ts';
import type { Box } from './sizes.ts';

const definition = workflow(
  { outer: 'loop', a: 'transform', inner: 'loop', b: 'transform', after: 'transform' },
  'outer.item > a, a > inner, inner.item > b, outer.done > after',
);

it('a body has the steps behind item, those of inner loops too', () => {
  assert.deepEqual(findLoopBodies(definition), [
    { loop: 'outer', members: ['a', 'inner', 'b'], depth: 0 },
    { loop: 'inner', members: ['b'], depth: 1 },
  ]);
});

it('a loop without steps and a cycle have no body', () => {
  assert.deepEqual(findLoopBodies(workflow({ a: 'loop', b: 'loop', c: 'transform' }, 'b.item > c, c > b')), []);
});

it('the area of an outer loop is around that of an inner one', () => {
  const [outer, inner] = toLoopAreas(findLoopBodies(definition), definition, () => ({
    x: 0,
    y: 0,
    width: 10,
    height: 10,
  }));
  assert.ok(outer && inner && outer.x < inner.x && outer.width > inner.width);
  assert.deepEqual(
    toLoopAreas(findLoopBodies(definition), definition, () => undefined),
    [],
  );
});

it('a thread leads from each last step back to the loop', () => {
  const branching = workflow(
    { each: 'loop', a: 'condition', b: 'transform', c: 'transform' },
    'each.item > a, a.true > b, a.false > c',
  );
  const boxes: Record<string, Box> = {
    each: { x: 200, y: 0, width: 100, height: 50 },
    a: { x: 100, y: 100, width: 100, height: 50 },
    b: { x: 0, y: 200, width: 100, height: 50 },
    c: { x: 150, y: 200, width: 100, height: 50 },
  };
  const areaOf = (each: Partial<Box>) =>
    toLoopAreas(findLoopBodies(branching), branching, id => {
      const box = boxes[id];
      return box && id === 'each' ? { ...box, ...each } : box;
    })[0];
  const area = areaOf({});
  assert.equal(area?.thread.match(/M/g)?.length, 2);
  assert.match(area?.thread ?? '', /^M50 250/);
  assert.deepEqual(area?.end, { x: 216, y: 50 });
  assert.deepEqual(areaOf({ x: -50 })?.end, { x: -16, y: 50 });
  assert.match(areaOf({ x: -50 })?.thread ?? '', /V50$/);
  assert.deepEqual(areaOf({ x: -400 })?.end, { x: -316, y: 50 });
});
