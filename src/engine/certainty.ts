/**
 * Determines which steps have certainly succeeded when a step runs, and therefore which results it can safely read.
 *
 * 1. A step runs when all steps before it are settled, at least one edge into it is active, and every failure was
 *    handled by an `error` edge. So a settled step without an `error` edge was skipped or has succeeded.
 * 2. Backward: one of the edges into the step is active, so everything that each of these edges implies is certain.
 * 3. Forward: a step that ran continues on one of its exits, so everything that follows each of these exits is certain.
 *    That is why two parallel branches are both certain where they join again.
 * 4. A finished loop continues on its exits like any step. Its body output is active only inside the body.
 *
 * The analysis is incomplete: a step may be certain because of several choices together. That is why it only causes
 * warnings.
 */
import { BitSet, BitTable } from './bit-set.ts';
import type { Graph, GraphEdge } from './graph.ts';

interface Behaviour {
  /** Whether any run can reach the node. */
  runs(node: number): boolean;
  /** The outputs of which the node selects one when it succeeds. */
  exits(node: number): readonly (string | null)[];
  /** The output of a loop that is active once per item. */
  bodyHandle(node: number): string | undefined;
}

export class Certainty {
  readonly #behaviour: Behaviour;
  readonly #graph: Graph;
  readonly #order: readonly number[];
  readonly #size: number;
  readonly #certain: BitTable;
  /** Indexed by node, then by the output on which it has continued. */
  readonly #certainAfter: readonly ReadonlyMap<string | null, BitSet>[];

  /** `order` is a topological order, so the graph has no cycles. */
  constructor(graph: Graph, order: readonly number[], behaviour: Behaviour) {
    this.#behaviour = behaviour;
    this.#graph = graph;
    this.#order = order;
    this.#size = graph.size;
    const behind = new BitTable(graph.size, graph.size);
    const after: Map<string | null, BitSet>[] = graph.ids.map(() => new Map());
    const mayFail = graph.ids.map((_, node) => graph.outgoing(node).some(({ handle }) => handle === 'error'));
    for (const node of order.toReversed()) {
      const byHandle = impliedByHandle(graph.outgoing(node), behind, mayFail);
      after[node] = byHandle;
      const exits = mayFail[node] ? [...behaviour.exits(node), 'error'] : behaviour.exits(node);
      behind.row(node).addAll(this.#intersection(exits.map(exit => byHandle.get(exit))));
    }

    this.#certainAfter = after;
    this.#certain = new BitTable(graph.size, graph.size);
    for (const node of order) {
      const row = this.#certain.row(node);
      const active = graph.incoming(node).filter(({ source }) => behaviour.runs(source));
      // For a step that never runs, everything counts as certain.
      if (!behaviour.runs(node)) row.fill();
      row.addAll(this.#intersection(active.map(({ source, handle }) => after[source]?.get(handle))));
      row.addAll(behind.row(node));
      for (const [handle, certain] of after[node] ?? []) {
        certain.addAll(row);
        if (handle !== 'error' && handle !== behaviour.bodyHandle(node)) certain.add(node);
      }
    }
  }

  /**
   * Returns the nodes that have certainly succeeded when this one runs. It says nothing about nodes that are not
   * settled yet, such as a loop around the node.
   */
  before(node: number): BitSet {
    return this.#certain.row(node);
  }

  /**
   * Whether at least one of the steps has certainly succeeded when the node runs. Whichever edge into the node is active, one
   * of them must have succeeded at its other end.
   */
  isOneBefore(node: number, steps: readonly number[]): boolean {
    const certain = new Set<number>();
    const isCertainAfter = ({ source, handle }: GraphEdge) => {
      const isDone = handle !== 'error' && handle !== this.#behaviour.bodyHandle(source);
      const after = this.#certainAfter[source]?.get(handle);
      return (isDone && steps.includes(source)) || certain.has(source) || steps.some(each => after?.has(each));
    };
    for (const each of this.#order) {
      const active = this.#graph.incoming(each).filter(({ source }) => this.#behaviour.runs(source));
      if (active.length > 0 && active.every(isCertainAfter)) certain.add(each);
      if (each === node) break;
    }
    return certain.has(node);
  }

  /** Returns the same for the end of one item of a loop. */
  afterItem(loop: number): BitSet {
    const bodyHandle = this.#behaviour.bodyHandle(loop) ?? null;
    return this.#certainAfter[loop]?.get(bodyHandle) ?? this.before(loop);
  }

  /** Returns the empty set when there are no sets or one of them is missing. */
  #intersection(sets: readonly (BitSet | undefined)[]): BitSet {
    const common = new BitSet(this.#size);
    if (sets.length === 0 || sets.includes(undefined)) return common;
    common.fill();
    for (const set of sets) if (set) common.retainAll(set);
    return common;
  }
}

/** Maps each handle to the nodes that have succeeded, once they are settled, if the node continued on it. */
function impliedByHandle(
  links: readonly GraphEdge[],
  behind: BitTable,
  mayFail: readonly boolean[],
): Map<string | null, BitSet> {
  const byHandle = new Map<string | null, BitSet>();
  for (const { target, handle } of links) {
    let implied = byHandle.get(handle);
    if (!implied) {
      implied = behind.row(target).copy();
      byHandle.set(handle, implied);
    } else implied.addAll(behind.row(target));
    if (!mayFail[target]) implied.add(target);
  }
  return byHandle;
}
