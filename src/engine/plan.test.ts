import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environment, indexOf } from './engine-fixture.ts';
import { OUTSIDE, Plan } from './plan.ts';
import { Settlement } from './settlement.ts';
import { definitionOf, MANY } from './settlement-fixture.ts';

const edges = 'start > a, start > c, other > b, a > c, b > c, c > loop, loop.item > d, d.error > e, loop.done > end';
const plan = new Plan(definitionOf(edges), environment.nodeTypes);
const at = (id: string) => indexOf(plan.graph, id);
const ids = (nodes: Iterable<number>) => [...nodes].map(node => plan.graph.id(node));

test('a plan has a course from each of its triggers', () => {
  assert.deepEqual(ids(plan.triggers()), ['start', 'other']);
  const course = plan.courseFrom(at('other'));
  assert.equal(plan.courseFrom(at('other')), course);
  assert.deepEqual(ids(course.section(OUTSIDE).members), ['other', 'b', 'c', 'loop', 'end']);
  assert.deepEqual(ids(course.section(at('loop')).members), ['d', 'e']);
  assert.deepEqual(ids(course.section(at('c')).members), []);
  assert.deepEqual(
    [course.takesPart(at('a')), course.loopOf(at('e')), course.loopOf(at('loop'))],
    [false, at('loop'), OUTSIDE],
  );
  assert.deepEqual([course.hasErrorEdge(at('d')), course.hasErrorEdge(at('c'))], [true, false]);
});

test('a plan knows what leads to a step', () => {
  assert.deepEqual(ids(plan.ancestors(at('c')).members()).sort(), ['a', 'b', 'other', 'start']);
  assert.deepEqual(ids(plan.ancestors(at('start')).members()), []);
});

test('a plan serves several runs, which do not touch each other', () => {
  const course = plan.courseFrom(at('start'));
  const [one, other] = [new Settlement(course, MANY), new Settlement(course, MANY)];
  const order = [one, other].map(() => [] as string[]);
  for (let turn = 0; turn < 20; turn++) {
    [one, other].forEach((settlement, index) => {
      const place = settlement.take();
      if (!place) return;
      order[index]?.push(plan.graph.id(place.node));
      settlement.succeed(place, place.node === at('loop') ? 'done' : null);
    });
  }
  assert.deepEqual(order, [
    ['start', 'a', 'c', 'loop', 'end'],
    ['start', 'a', 'c', 'loop', 'end'],
  ]);
});
