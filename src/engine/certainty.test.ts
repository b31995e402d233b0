import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { nodeIndex, parseGraph } from '../../test/fixtures/engine.ts';
import { Certainty } from './certainty.ts';
import { findAncestors, type Graph, reachableFrom, sortTopologically } from './graph.ts';
import { Loops } from './loops.ts';

/** The first letter of a name is the kind: `t`rigger, `c`ondition or `l`oop. Other names are plain steps. */
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

describe('a step can be certain of', () => {
  const cases: [name: string, edges: string, step: string, certain: string[]][] = [
    ['the steps that lead to it', 't > a, a > b, b > x', 'x', ['t', 'a', 'b']],
    ['both of two parallel branches', 't > a, t > b, a > x, b > x', 'x', ['t', 'a', 'b']],
    ['none of the branches of a condition', 't > c, c.true > a, c.false > b, a > x, b > x', 'x', ['t', 'c']],
    ['the branch it is on', 't > c, c.true > a, a > x, c.false > b', 'x', ['t', 'c', 'a']],
    [
      'a step on both outputs of a condition',
      't > c, c.true > a, c.false > a, t > b, a > x, b > x',
      'x',
      ['t', 'c', 'a', 'b'],
    ],
    [
      'the join of the branches of a condition, next to a parallel branch',
      't > c, t > p, c.true > a, c.false > b, a > j, b > j, j > x, p > x',
      'x',
      ['t', 'c', 'j', 'p'],
    ],
    ['no step that one output of a condition skips', 't > c, c.true > a, a > x, t > b, b > x', 'x', ['t', 'c', 'b']],
    ['no step whose error edge leads to it', 't > a, a.error > x', 'x', ['t']],
    ['no step that may have failed', 't > a, a > x, a.error > x', 'x', ['t']],
    ['a step with an error edge, after its success', 't > a, a > x, a.error > b', 'x', ['t', 'a']],
    ['no step with an error edge in a parallel branch', 't > a, t > b, a > x, b > x, a.error > e', 'x', ['t', 'b']],
    [
      'no step that follows only the success of such a step',
      't > a, a > s, a.error > e, s > x, t > p, p > x',
      'x',
      ['t', 'p'],
    ],
    ['every step, when it never runs itself', 't > y, c.true > a, c.false > b, a > x, b > x', 'x', ['c', 'a', 'b']],
    ['no trigger of other runs', 't1 > x, t2 > x', 'x', []],
    ['the steps to which all triggers lead', 't1 > a, t2 > a, a > x', 'x', ['a']],
    [
      'the steps before the loop and in the same item, in a loop body',
      't > l, l.item > a, a > x, l.done > e',
      'x',
      ['t', 'a'],
    ],
    [
      'all steps at the start of the item, in a loop body',
      't > l, l.item > a, l.item > b, a > x, b > x',
      'x',
      ['t', 'a', 'b'],
    ],
    ['the loop, after a loop', 't > l, l.item > a, l.done > x', 'x', ['t', 'l']],
    ['no step that no trigger leads to', 't > x, u > x', 'x', ['t']],
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

test('the end of an item can be certain of steps of the body', () => {
  const { graph } = parseGraph('t > l, l.item > a, a > c, c.true > b, l.done > e');
  const certain = analyse(graph).afterItem(nodeIndex(graph, 'l'));
  const found = ['t', 'a', 'c', 'b'].filter(id => certain.has(nodeIndex(graph, id)));
  assert.deepEqual(found, ['t', 'a', 'c']);
});

/** The names start with the kinds. Edges lead from an earlier name to a later one. */
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

/** Simulates a run in which each step ends as `endings` says. Returns the handles of the steps that ran. */
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

test('certain steps have succeeded in every run', () => {
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
