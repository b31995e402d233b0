import { BitSet, BitTable } from './bit-set.ts';
import type { Edge } from './definition.ts';

/** An edge between two nodes, each named by its place in the definition. */
export interface Link {
  readonly source: number;
  readonly target: number;
  readonly handle: string | null;
}

/** The nodes of a definition by number, with the edges that have both ends. */
export class Graph {
  readonly ids: readonly string[];
  readonly #indexes = new Map<string, number>();
  readonly #outgoing: Link[][];
  readonly #incoming: Link[][];

  /** Of nodes with the same id, edges mean the first. */
  constructor(ids: readonly string[], edges: Iterable<Edge>) {
    this.ids = ids;
    ids.forEach((id, index) => {
      if (!this.#indexes.has(id)) this.#indexes.set(id, index);
    });
    this.#outgoing = ids.map(() => []);
    this.#incoming = ids.map(() => []);
    for (const edge of edges) {
      const source = this.#indexes.get(edge.source);
      const target = this.#indexes.get(edge.target);
      if (source === undefined || target === undefined) continue;
      const link = { source, target, handle: edge.source_handle };
      this.#outgoing[source]?.push(link);
      this.#incoming[target]?.push(link);
    }
  }

  get size(): number {
    return this.ids.length;
  }

  index(id: string): number | undefined {
    return this.#indexes.get(id);
  }

  id(node: number): string {
    return this.ids[node] ?? '';
  }

  outgoing(node: number): readonly Link[] {
    return this.#outgoing[node] ?? [];
  }

  incoming(node: number): readonly Link[] {
    return this.#incoming[node] ?? [];
  }
}

/**
 * Every node after all that lead to it, and otherwise as the definition has them. Nodes that lie on a cycle or behind
 * one are left out of `order`; `cycles` then has one at least of each knot of cycles, as nodes along its edges.
 */
export function sortTopologically(graph: Graph): { order: number[]; cycles: number[][] } {
  const open = Array.from({ length: graph.size }, (_, node) => graph.incoming(node).length);
  const order = open.flatMap((count, node) => (count === 0 ? node : []));
  // The list grows while it is walked: it is the queue as well.
  for (const node of order) {
    for (const { target } of graph.outgoing(node)) {
      const left = (open[target] ?? 0) - 1;
      open[target] = left;
      if (left === 0) order.push(target);
    }
  }
  return { order, cycles: order.length === graph.size ? [] : findCycles(graph, new Set(order)) };
}

/** Walks on in depth: an edge back to a node that the walk came by closes a cycle. */
function findCycles(graph: Graph, sorted: ReadonlySet<number>): number[][] {
  const cycles: number[][] = [];
  const named = new Set<number>();
  const left = new Set(sorted);
  for (let start = 0; start < graph.size; start++) {
    if (left.has(start)) continue;
    const walk = [{ node: start, edges: graph.outgoing(start).values() }];
    const places = new Map([[start, 0]]);
    for (let last = walk.at(-1); last; last = walk.at(-1)) {
      const { node, edges } = last;
      const { value: link } = edges.next();
      if (!link) {
        walk.pop();
        places.delete(node);
        left.add(node);
        continue;
      }
      const place = places.get(link.target);
      if (place === undefined) {
        if (left.has(link.target)) continue;
        places.set(link.target, walk.length);
        walk.push({ node: link.target, edges: graph.outgoing(link.target).values() });
      } else if (!named.has(node) && !named.has(link.target)) {
        const cycle = walk.slice(place).map(step => step.node);
        for (const member of cycle) named.add(member);
        cycles.push(cycle);
      }
    }
  }
  return cycles;
}

/** The nodes that one comes to from these, and these themselves. */
export function reachableFrom(graph: Graph, starts: Iterable<number>): BitSet {
  const reached = new BitSet(graph.size);
  const queue = [...starts];
  for (const start of queue) reached.add(start);
  for (const node of queue) {
    for (const { target } of graph.outgoing(node)) {
      if (reached.has(target)) continue;
      reached.add(target);
      queue.push(target);
    }
  }
  return reached;
}

/** For every node, the nodes that lead to it. The order is that of a graph without cycles. */
export function ancestorsOf(graph: Graph, order: readonly number[]): BitTable {
  const ancestors = new BitTable(graph.size, graph.size);
  for (const node of order) {
    const row = ancestors.row(node);
    for (const { source } of graph.incoming(node)) {
      // Many edges between two nodes, or between ancestors, need one union only.
      if (row.has(source)) continue;
      row.add(source);
      row.addAll(ancestors.row(source));
    }
  }
  return ancestors;
}
