import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Certainty } from './certainty.ts';
import { nodeIndex, parseGraph } from './engine-fixture.ts';
import { findAncestors, type Graph, reachableFrom, sortTopologically } from './graph.ts';
import { Loops } from './loops.ts';

/** By the first letter of the name: `t`rigger, `c`ondition, `l`oop, else a plain step. */
function findExits(graph: Graph, node: number): (string | null)[] {
  const [kind] = graph.id(node);
  if (kind === 'c') return ['true', 'false'];
  return kind === 'l' ? ['done'] : [null];
}

function bodyHandle(graph: Graph, node: number): string | undefined {
  return graph.id(node).startsWith('l') ? 'item' : undefined;
}

function findTriggers(graph: Graph): number[] {
  return graph.ids.flatMap((id, node) => (id.startsWith('t') ? node : []));
}

function analyse(graph: Graph): Certainty {
  const reached = reachableFrom(graph, findTriggers(graph));
  return new Certainty(graph, sortTopologically(graph).order, {
    runs: node => reached.has(node),
    exits: node => findExits(graph, node),
    bodyHandle: node => bodyHandle(graph, node),
  });
}

describe('certain before a step', () => {
  const cases: [name: string, edges: string, step: string, certain: string[]][] = [
    ['what leads to it', 't > a, a > b, b > x', 'x', ['t', 'a', 'b']],
    ['both branches that part without a choice', 't > a, t > b, a > x, b > x', 'x', ['t', 'a', 'b']],
    ['not the branches of a condition', 't > c, c.true > a, c.false > b, a > x, b > x', 'x', ['t', 'c']],
    ['the branch it is on', 't > c, c.true > a, a > x, c.false > b', 'x', ['t', 'c', 'a']],
    [
      'a step on both outputs of a condition',
      't > c, c.true > a, c.false > a, t > b, a > x, b > x',
      'x',
      ['t', 'c', 'a', 'b'],
    ],
    [
      'where the branches of a condition meet, next to a parallel branch',
      't > c, t > p, c.true > a, c.false > b, a > j, b > j, j > x, p > x',
      'x',
      ['t', 'c', 'j', 'p'],
    ],
    ['not what one output of a condition skips', 't > c, c.true > a, a > x, t > b, b > x', 'x', ['t', 'c', 'b']],
    ['not a step that fails over to it', 't > a, a.error > x', 'x', ['t']],
    ['not a step that may have failed', 't > a, a > x, a.error > x', 'x', ['t']],
    ['a step with an error edge, behind its success', 't > a, a > x, a.error > b', 'x', ['t', 'a']],
    ['not a step with an error edge, beside it', 't > a, t > b, a > x, b > x, a.error > e', 'x', ['t', 'b']],
    [
      'not what only the success of such a step leads to',
      't > a, a > s, a.error > e, s > x, t > p, p > x',
      'x',
      ['t', 'p'],
    ],
    ['everything, when it never runs', 't > y, c.true > a, c.false > b, a > x, b > x', 'x', ['c', 'a', 'b']],
    ['not triggers of other runs', 't1 > x, t2 > x', 'x', []],
    ['what all triggers lead to', 't1 > a, t2 > a, a > x', 'x', ['a']],
    [
      'in a loop body: what came before the loop and in this item',
      't > l, l.item > a, a > x, l.done > e',
      'x',
      ['t', 'a'],
    ],
    ['in a loop body: all steps at its start', 't > l, l.item > a, l.item > b, a > x, b > x', 'x', ['t', 'a', 'b']],
    ['after a loop: the loop', 't > l, l.item > a, l.done > x', 'x', ['t', 'l']],
    ['not what a node without a trigger leads to', 't > x, u > x', 'x', ['t']],
  ];
  for (const [name, edges, step, expected] of cases) {
    test(name, () => {
      const { graph, order } = parseGraph(edges);
      const node = nodeIndex(graph, step);
      const ancestors = findAncestors(graph, order).row(node);
      const certain = analyse(graph).before(node);
      const around = new Loops(graph, order, other => bodyHandle(graph, other)).around(node);
      const found = ancestors.members().filter(other => certain.has(other) && !around.includes(other));
      assert.deepEqual(
        found.map(other => graph.id(other)),
        graph.ids.filter(id => expected.includes(id)),
      );
    });
  }
});

test('at the end of an item: what the body has certainly done', () => {
  const { graph } = parseGraph('t > l, l.item > a, a > c, c.true > b, l.done > e');
  const certain = analyse(graph).afterItem(nodeIndex(graph, 'l'));
  const found = ['t', 'a', 'c', 'b'].filter(id => certain.has(nodeIndex(graph, id)));
  assert.deepEqual(found, ['t', 'a', 'c']);
});

/** The names say the kinds; an edge leads from an earlier name to a later one. */
const NAMES = ['t1', 't2', 'a1', 'c1', 'a2', 'c2', 'a3', 'a4', 'a5'];

const graphs = fc
  .array(fc.tuple(fc.nat(NAMES.length - 1), fc.nat(NAMES.length - 1), fc.nat(2)), { maxLength: 16 })
  .map(triples => {
    const edges = triples.flatMap(([from, to, output]) => {
      const [source, target] = [NAMES[from] ?? '', NAMES[to] ?? ''];
      if (from >= to || target.startsWith('t')) return [];
      if (source.startsWith('t')) return `${source} > ${target}`;
      const outputs = source.startsWith('c') ? ['.true', '.false', '.error'] : ['', '', '.error'];
      return `${source}${outputs[output]} > ${target}`;
    });
    return parseGraph(edges.join(','), NAMES).graph;
  });

/** What succeeds and what runs when each step ends as told: the rules of a run, played. */
function simulateRun(graph: Graph, order: readonly number[], trigger: number, endings: readonly number[]) {
  const part = reachableFrom(graph, [trigger]);
  const handles = new Map<number, string | null>();
  for (const node of order) {
    if (!part.has(node)) continue;
    const isActive = graph.incoming(node).some(({ source, handle }) => handles.get(source) === handle);
    if (node !== trigger && !isActive) continue;
    const hasErrorEdge = graph.outgoing(node).some(({ handle }) => handle === 'error');
    const possible = [...findExits(graph, node), ...(hasErrorEdge ? ['error'] : [])];
    handles.set(node, possible[(endings[node] ?? 0) % possible.length] ?? null);
  }
  return handles;
}

test('what is certain holds in every run', () => {
  const endings = fc.array(fc.nat(5), { minLength: NAMES.length, maxLength: NAMES.length });
  fc.assert(
    fc.property(graphs, fc.array(endings, { minLength: 10, maxLength: 30 }), (graph, runs) => {
      const { order } = sortTopologically(graph);
      const ancestors = findAncestors(graph, order);
      const certainty = analyse(graph);
      for (const trigger of findTriggers(graph)) {
        for (const run of runs) {
          const handles = simulateRun(graph, order, trigger, run);
          for (const node of handles.keys()) {
            const claimed = ancestors
              .row(node)
              .members()
              .filter(other => certainty.before(node).has(other));
            for (const other of claimed) {
              const ending = handles.get(other);
              assert(ending !== undefined && ending !== 'error', `${graph.id(other)} before ${graph.id(node)}`);
            }
          }
        }
      }
    }),
  );
});
