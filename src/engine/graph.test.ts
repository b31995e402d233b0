import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseGraph } from '../../test/fixtures/engine.ts';
import { findAncestors, Graph, reachableFrom, sortTopologically } from './graph.ts';

const SIZE = 8;

function buildGraph(pairs: readonly (readonly [number, number])[]): Graph {
  const ids = Array.from({ length: SIZE }, (_, node) => `n${node}`);
  return new Graph(
    ids,
    pairs.map(([source, target]) => ({ source: `n${source}`, target: `n${target}`, source_handle: null })),
  );
}

/** Finds in the slow and obvious way the nodes that are reachable by at least one edge. */
function descendants(graph: Graph, node: number, found = new Set<number>()): Set<number> {
  for (const { target } of graph.outgoing(node)) {
    if (found.has(target)) continue;
    found.add(target);
    descendants(graph, target, found);
  }
  return found;
}

const node = fc.integer({ min: 0, max: SIZE - 1 });
const anyGraph = fc.array(fc.tuple(node, node), { maxLength: 14 }).map(buildGraph);

test('a graph ignores edges to missing nodes, and ids refer to the first node with that id', () => {
  const edge = (source: string, target: string) => ({ source, target, source_handle: null });
  const graph = new Graph(['a', 'b', 'a'], [edge('a', 'b'), edge('a', 'c'), edge('c', 'b')]);
  assert.equal(graph.index('a'), 0);
  assert.equal(graph.index('c'), undefined);
  assert.deepEqual(graph.outgoing(0), [{ source: 0, target: 1, handle: null }]);
  assert.deepEqual(graph.incoming(1), graph.outgoing(0));
  assert.deepEqual(graph.outgoing(2), []);
});

describe('sorting', () => {
  test('preserves the order of the definition where the edges allow it', () => {
    const { graph, order } = parseGraph('a > c, b > c, a > d');
    assert.deepEqual(
      order.map(index => graph.id(index)),
      ['a', 'b', 'd', 'c'],
    );
  });

  test('puts every node after its ancestors, or reports real cycles', () => {
    fc.assert(
      fc.property(anyGraph, graph => {
        const { order, cycles } = sortTopologically(graph);
        const isCyclic = graph.ids.some((_, index) => descendants(graph, index).has(index));
        assert.equal(cycles.length > 0, isCyclic);
        assert.equal(order.length === SIZE, !isCyclic);
        order.forEach((index, place) => {
          for (const { source } of graph.incoming(index)) assert(order.indexOf(source) < place);
        });
        // Nodes of one strongly connected component lead to each other.
        const reach = graph.ids.map((_, index) => descendants(graph, index));
        graph.ids.forEach((_, index) => {
          const isNamed = cycles.flat().some(member => reach[index]?.has(member) && reach[member]?.has(index));
          assert.equal(isNamed, reach[index]?.has(index));
        });
        for (const cycle of cycles) {
          assert.equal(new Set(cycle).size, cycle.length);
          cycle.forEach((index, place) => {
            const next = cycle[(place + 1) % cycle.length];
            assert(graph.outgoing(index).some(({ target }) => target === next));
          });
        }
      }),
    );
  });
});

test('a component with many cycles is reported with few of them', () => {
  const all = Array.from({ length: SIZE }, (_, index) => index);
  const { cycles } = sortTopologically(buildGraph(all.flatMap(source => all.map(target => [source, target] as const))));
  assert(cycles.length > 0 && cycles.length <= SIZE);
});

test('the starts and all their descendants are reachable', () => {
  fc.assert(
    fc.property(anyGraph, fc.uniqueArray(node), (graph, starts) => {
      const expected = new Set([...starts, ...starts.flatMap(start => [...descendants(graph, start)])]);
      assert.deepEqual(new Set(reachableFrom(graph, starts).members()), expected);
    }),
  );
});

test('the ancestors of a node are all nodes that lead to it', () => {
  fc.assert(
    fc.property(anyGraph, graph => {
      const { order, cycles } = sortTopologically(graph);
      fc.pre(cycles.length === 0);
      const ancestors = findAncestors(graph, order);
      for (const index of order) {
        const expected = order.filter(other => descendants(graph, other).has(index));
        assert.deepEqual(new Set(ancestors.row(index).members()), new Set(expected));
      }
    }),
  );
});
