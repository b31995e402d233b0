import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nodeIndex, parseGraph } from '../../test/fixtures/engine.ts';
import { Loops } from './loops.ts';

/** Nodes whose names start with `loop` are loops. */
function analyse(edges: string) {
  const { graph, order } = parseGraph(edges);
  const loops = new Loops(graph, order, node => (graph.id(node).startsWith('loop') ? 'item' : undefined));
  return {
    around: (id: string) => loops.around(nodeIndex(graph, id)).map(loop => graph.id(loop)),
    body: (id: string) => loops.body(nodeIndex(graph, id)).map(node => graph.id(node)),
    crossings: loops.crossings.map(({ link, loop, direction }) => {
      const handle = link.handle === null ? '' : `.${link.handle}`;
      return `${graph.id(link.source)}${handle} > ${graph.id(link.target)} ${direction} ${graph.id(loop)}`;
    }),
  };
}

test('a body consists of the nodes that are reachable from item', () => {
  const { around, body, crossings } = analyse(
    'start > loop, loop.item > a, a > b, a > c, b > d, c > d, loop.done > end',
  );
  assert.deepEqual(body('loop'), ['a', 'b', 'c', 'd']);
  assert.deepEqual(around('d'), ['loop']);
  assert.deepEqual([around('start'), around('loop'), around('end')], [[], [], []]);
  assert.deepEqual(crossings, []);
});

test('the steps after an inner loop are in the body of the outer loop', () => {
  const { around, body, crossings } = analyse(
    'start > loop1, loop1.item > a, a > loop2, loop2.item > b, loop2.done > c, loop2.error > d, loop1.done > end',
  );
  assert.deepEqual(crossings, []);
  assert.deepEqual(around('b'), ['loop2', 'loop1']);
  assert.deepEqual(['a', 'loop2', 'c', 'd'].map(around), [['loop1'], ['loop1'], ['loop1'], ['loop1']]);
  assert.deepEqual(body('loop2'), ['b']);
  assert.deepEqual(body('loop1').sort(), ['a', 'b', 'c', 'd', 'loop2']);
});

test('the bodies of consecutive loops are disjoint', () => {
  const { around, crossings } = analyse('start > loop1, loop1.item > a, loop1.done > loop2, loop2.item > b');
  assert.deepEqual(crossings, []);
  assert.deepEqual([around('a'), around('b')], [['loop1'], ['loop2']]);
});

test('the innermost of many loops comes first, whatever their order in the definition', () => {
  const { around, crossings } = analyse('loop3.item > x, loop2.item > loop3, loop1.item > loop2, start > loop1');
  assert.deepEqual(crossings, []);
  assert.deepEqual(around('x'), ['loop3', 'loop2', 'loop1']);
});

describe('an edge crosses the border of a body', () => {
  const cases: [edges: string, crossings: string[]][] = [
    ['start > loop, loop.item > a, loop.done > end, a > end', ['a > end leaves loop']],
    ['start > loop, loop.item > a, loop.error > end, a.error > end', ['a.error > end leaves loop']],
    ['start > loop, loop.item > a, loop.done > a', ['loop.item > a leaves loop']],
    ['start > loop, loop.item > a, start > a', ['start > a enters loop']],
    ['start > loop, loop.item > a, a > b, start > b, b > c', ['start > b enters loop']],
    // Only the edge that crosses the border is reported, not those after it.
    ['start > loop, loop.item > a, loop.done > end, a > end, end > x, x > y', ['a > end leaves loop']],
    ['start > loop1, loop1.item > loop2, loop2.item > b, loop1.done > end, b > end', ['b > end leaves loop1']],
    ['start > loop1, loop1.item > loop2, loop2.item > b, loop2.done > c, b > c', ['b > c leaves loop2']],
    [
      'start > loop1, start > loop2, loop1.item > x, loop2.item > x',
      ['loop1.item > x enters loop2', 'loop2.item > x enters loop1'],
    ],
    ['start > loop1, loop1.item > a, a > loop2, start > loop2, loop2.item > b', ['start > loop2 enters loop1']],
  ];
  for (const [edges, expected] of cases) {
    test(edges, () => {
      assert.deepEqual(analyse(edges).crossings, expected);
    });
  }
});
