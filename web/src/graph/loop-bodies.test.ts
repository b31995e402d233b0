import assert from 'node:assert/strict';
import { it } from 'node:test';
import { workflow } from './graph-fixture.ts';
import { findLoopBodies, toLoopAreas } from './loop-bodies.ts';

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
  const [outer, inner] = toLoopAreas(findLoopBodies(definition), () => ({ x: 0, y: 0, width: 10, height: 10 }));
  assert.ok(outer && inner && outer.x < inner.x && outer.width > inner.width);
  assert.deepEqual(
    toLoopAreas(findLoopBodies(definition), () => undefined),
    [],
  );
});
