import { BitSet, BitTable } from './bit-set.ts';
import type { Edge } from './definition.ts';

/** An edge between two nodes, which are given by their indexes in the definition. */
export interface GraphEdge {
  readonly source: number;
  readonly target: number;
  readonly handle: string | null;
}

/** The nodes of a definition, numbered in its order, and the edges between existing nodes. */
export class Graph {
  readonly ids: readonly string[];
  readonly #indexes = new Map<string, number>();
  readonly #outgoing: GraphEdge[][];
  readonly #incoming: GraphEdge[][];

  /** When several nodes have the same id, edges refer to the first one. */
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

  outgoing(node: number): readonly GraphEdge[] {
    return this.#outgoing[node] ?? [];
  }

  incoming(node: number): readonly GraphEdge[] {
    return this.#incoming[node] ?? [];
  }
}

/**
 * Sorts every node after its ancestors, and otherwise in the order of the definition. `order` omits nodes that are on a
 * cycle or behind one. `cycles` then has at least one cycle of each strongly connected component, as a list of nodes.
 */
export function sortTopologically(graph: Graph): { order: number[]; cycles: number[][] } {
  const open = Array.from({ length: graph.size }, (_, node) => graph.incoming(node).length);
  const order = open.flatMap((count, node) => (count === 0 ? node : []));
  // The list is also the queue: it grows during the iteration.
  for (const node of order) {
    for (const { target } of graph.outgoing(node)) {
      const left = (open[target] ?? 0) - 1;
      open[target] = left;
      if (left === 0) order.push(target);
    }
  }
  return { order, cycles: order.length === graph.size ? [] : findCycles(graph, new Set(order)) };
}

/** Searches depth first. An edge to a node of the current path closes a cycle. */
function findCycles(graph: Graph, sorted: ReadonlySet<number>): number[][] {
  const cycles: number[][] = [];
  const named = new Set<number>();
  const left = new Set(sorted);
  for (let start = 0; start < graph.size; start++) {
    if (left.has(start)) continue;
    const path = [{ node: start, edges: graph.outgoing(start).values() }];
    const positions = new Map([[start, 0]]);
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const { node, edges } = last;
      const { value: link } = edges.next();
      if (!link) {
        path.pop();
        positions.delete(node);
        left.add(node);
        continue;
      }
      const position = positions.get(link.target);
      if (position === undefined) {
        if (left.has(link.target)) continue;
        positions.set(link.target, path.length);
        path.push({ node: link.target, edges: graph.outgoing(link.target).values() });
      } else if (!named.has(node) && !named.has(link.target)) {
        const cycle = path.slice(position).map(step => step.node);
        for (const member of cycle) named.add(member);
        cycles.push(cycle);
      }
    }
  }
  return cycles;
}

/** Returns the nodes that are reachable from `starts`, including `starts`. */
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

/** Returns the ancestors of every node. `order` is a topological order, so the graph has no cycles. */
export function findAncestors(graph: Graph, order: readonly number[]): BitTable {
  const ancestors = new BitTable(graph.size, graph.size);
  for (const node of order) {
    const row = ancestors.row(node);
    for (const { source } of graph.incoming(node)) {
      // Several edges between two nodes, or between ancestors, need only one union.
      if (row.has(source)) continue;
      row.add(source);
      row.addAll(ancestors.row(source));
    }
  }
  return ancestors;
}
