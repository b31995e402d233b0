/**
 * The bodies of loops.
 *
 * 1. The body of a loop is what is reachable from its body output (`item`).
 * 2. What is also reachable from another output of the loop comes after the loop, and so after the loops in its body.
 *    An edge from the body to there leaves the body, which is an error; there is no other way to leave.
 * 3. An edge into a body that is neither from inside it nor from the loop's body output enters it, also an error.
 * 4. Without such edges, two bodies are apart or one holds the other, and with it the other's loop.
 */
import { BitTable } from './bit-set.ts';
import type { Graph, Link } from './graph.ts';

export interface Crossing {
  readonly link: Link;
  readonly loop: number;
  readonly direction: 'enters' | 'leaves';
}

export class Loops {
  readonly crossings: readonly Crossing[];
  readonly #around: readonly (readonly number[])[];
  readonly #bodies = new Map<number, number[]>();

  /** `bodyHandle` gives a loop's body output, and undefined for other nodes. The order is that of a graph without cycles. */
  constructor(graph: Graph, order: readonly number[], bodyHandle: (node: number) => string | undefined) {
    // The sets below hold places in this list. An inner loop stands after the outer one.
    const loops = order.filter(node => bodyHandle(node) !== undefined);
    const places = new Map(loops.map((loop, place) => [loop, place]));
    const bodies = findBodies(graph, order, loops, places, bodyHandle);
    this.#around = graph.ids.map((_, node) => {
      const outward = bodies.row(node).members().reverse();
      return outward.flatMap(place => loops[place] ?? []);
    });
    for (const loop of loops) this.#bodies.set(loop, []);
    for (const node of order) {
      for (const loop of this.around(node)) this.#bodies.get(loop)?.push(node);
    }
    this.crossings = loops.length === 0 ? [] : findCrossings(graph, order, loops, places, bodies, bodyHandle);
  }

  /** The loops in whose bodies a node is, from the innermost outward. */
  around(node: number): readonly number[] {
    return this.#around[node] ?? [];
  }

  /** The nodes in a loop's body, in topological order. */
  body(loop: number): readonly number[] {
    return this.#bodies.get(loop) ?? [];
  }
}

function findBodies(
  graph: Graph,
  order: readonly number[],
  loops: readonly number[],
  places: ReadonlyMap<number, number>,
  bodyHandle: (node: number) => string | undefined,
): BitTable {
  const behind = new BitTable(graph.size, places.size);
  const after = new BitTable(graph.size, places.size);
  for (const node of order) {
    for (const { source, handle } of graph.incoming(node)) {
      behind.row(node).addAll(behind.row(source));
      after.row(node).addAll(after.row(source));
      const place = places.get(source);
      if (place !== undefined) (handle === bodyHandle(source) ? behind : after).row(node).add(place);
    }
  }
  for (const node of order) {
    const bodies = behind.row(node);
    if (!bodies.removeAll(after.row(node))) continue;
    bodies.members().forEach(place => {
      const loop = loops[place];
      if (loop !== undefined && !behind.row(loop).isSubsetOf(bodies)) bodies.delete(place);
    });
  }
  return behind;
}

function findCrossings(
  graph: Graph,
  order: readonly number[],
  loops: readonly number[],
  places: ReadonlyMap<number, number>,
  bodies: BitTable,
  bodyHandle: (node: number) => string | undefined,
): Crossing[] {
  const crossings: Crossing[] = [];
  for (const node of order) {
    const outside = bodies.row(node);
    const inside = outside.copy();
    const place = places.get(node);
    if (place !== undefined) inside.add(place);
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
