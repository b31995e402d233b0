import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environment, nodeIndex } from '../../test/fixtures/engine.ts';
import { NO_LIMITS, parseDefinition } from '../../test/fixtures/settlement.ts';
import { OUTSIDE, Plan } from './plan.ts';
import { Settlement } from './settlement.ts';

const edges = 'start > a, start > c, other > b, a > c, b > c, c > loop, loop.item > d, d.error > e, loop.done > end';
const plan = new Plan(parseDefinition(edges), environment.nodeTypes);
const at = (id: string) => nodeIndex(plan.graph, id);
const ids = (nodes: Iterable<number>) => [...nodes].map(node => plan.graph.id(node));

test('a plan has a subgraph for each of its triggers', () => {
  assert.deepEqual(ids(plan.triggers()), ['start', 'other']);
  const subgraph = plan.reachableFrom(at('other'));
  assert.equal(plan.reachableFrom(at('other')), subgraph);
  assert.deepEqual(ids(subgraph.section(OUTSIDE).members), ['other', 'b', 'c', 'loop', 'end']);
  assert.deepEqual(ids(subgraph.section(at('loop')).members), ['d', 'e']);
  assert.deepEqual(ids(subgraph.section(at('c')).members), []);
  assert.deepEqual(
    [subgraph.isReachable(at('a')), subgraph.innermostLoop(at('e')), subgraph.innermostLoop(at('loop'))],
    [false, at('loop'), OUTSIDE],
  );
  assert.deepEqual([subgraph.hasErrorEdge(at('d')), subgraph.hasErrorEdge(at('c'))], [true, false]);
});

test('a plan knows the ancestors of a step', () => {
  assert.deepEqual(ids(plan.ancestors(at('c')).members()).sort(), ['a', 'b', 'other', 'start']);
  assert.deepEqual(ids(plan.ancestors(at('start')).members()), []);
});

test('several runs can share a plan', () => {
  const subgraph = plan.reachableFrom(at('start'));
  const [one, other] = [new Settlement(subgraph, NO_LIMITS), new Settlement(subgraph, NO_LIMITS)];
  const order = [one, other].map(() => [] as string[]);
  for (let turn = 0; turn < 20; turn++) {
    [one, other].forEach((settlement, index) => {
      const place = settlement.startNext();
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
