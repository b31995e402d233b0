/**
 * Finds the bodies of loops.
 *
 * 1. The body of a loop consists of the nodes that are reachable from its body output (`item`).
 * 2. Nodes that are also reachable from another output of the loop come after the loop, and so after the loops in its
 *    body. An edge from the body to such a node leaves the body, which is an error.
 * 3. An edge into a body that comes neither from inside it nor from the body output of its loop is an error too.
 * 4. Without such edges, two bodies are disjoint, or one contains the other and its loop.
 */
import { BitTable } from './bit-set.ts';
import type { Graph, GraphEdge } from './graph.ts';

export interface Crossing {
  readonly link: GraphEdge;
  readonly loop: number;
  readonly direction: 'enters' | 'leaves';
}

export class Loops {
  readonly crossings: readonly Crossing[];
  readonly #around: readonly (readonly number[])[];
  readonly #bodies = new Map<number, number[]>();

  /** `bodyHandle` returns the body output of a loop, and undefined for other nodes. `order` is a topological order. */
  constructor(graph: Graph, order: readonly number[], bodyHandle: (node: number) => string | undefined) {
    // The sets below contain indexes of this list, in which inner loops follow outer ones.
    const loops = order.filter(node => bodyHandle(node) !== undefined);
    const loopIndexes = new Map(loops.map((loop, index) => [loop, index]));
    const bodies = findBodies(graph, order, loops, loopIndexes, bodyHandle);
    this.#around = graph.ids.map((_, node) => {
      const outward = bodies.row(node).members().reverse();
      return outward.flatMap(index => loops[index] ?? []);
    });
    for (const loop of loops) this.#bodies.set(loop, []);
    for (const node of order) {
      for (const loop of this.around(node)) this.#bodies.get(loop)?.push(node);
    }
    this.crossings = loops.length === 0 ? [] : findCrossings(graph, order, loops, loopIndexes, bodies, bodyHandle);
  }

  /** Returns the loops around a node, the innermost first. */
  around(node: number): readonly number[] {
    return this.#around[node] ?? [];
  }

  /** Returns the nodes in the body of a loop, in topological order. */
  body(loop: number): readonly number[] {
    return this.#bodies.get(loop) ?? [];
  }
}

function findBodies(
  graph: Graph,
  order: readonly number[],
  loops: readonly number[],
  loopIndexes: ReadonlyMap<number, number>,
  bodyHandle: (node: number) => string | undefined,
): BitTable {
  const behind = new BitTable(graph.size, loopIndexes.size);
  const after = new BitTable(graph.size, loopIndexes.size);
  for (const node of order) {
    for (const { source, handle } of graph.incoming(node)) {
      behind.row(node).addAll(behind.row(source));
      after.row(node).addAll(after.row(source));
      const index = loopIndexes.get(source);
      if (index !== undefined) (handle === bodyHandle(source) ? behind : after).row(node).add(index);
    }
  }
  for (const node of order) {
    const bodies = behind.row(node);
    if (!bodies.removeAll(after.row(node))) continue;
    bodies.members().forEach(index => {
      const loop = loops[index];
      if (loop !== undefined && !behind.row(loop).isSubsetOf(bodies)) bodies.delete(index);
    });
  }
  return behind;
}

function findCrossings(
  graph: Graph,
  order: readonly number[],
  loops: readonly number[],
  loopIndexes: ReadonlyMap<number, number>,
  bodies: BitTable,
  bodyHandle: (node: number) => string | undefined,
): Crossing[] {
  const crossings: Crossing[] = [];
  for (const node of order) {
    const outside = bodies.row(node);
    const inside = outside.copy();
    const index = loopIndexes.get(node);
    if (index !== undefined) inside.add(index);
    for (const link of graph.outgoing(node)) {
      const from = link.handle === bodyHandle(node) ? inside : outside;
      const to = bodies.row(link.target);
      const left = loops[from.firstNotIn(to) ?? -1];
      const entered = loops[to.firstNotIn(from) ?? -1];
      if (left !== undefined) crossings.push({ link, loop: left, direction: 'leaves' });
      else if (entered !== undefined) crossings.push({ link, loop: entered, direction: 'enters' });
    }
  }
  return crossings;
}
