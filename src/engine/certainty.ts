/**
 * Which steps have certainly succeeded when a step runs. What a step may read without a doubt follows from it.
 *
 * 1. A step runs when all steps before it are settled, one of the edges into it at least is active, and nothing has
 *    failed that no `error` edge took. So a settled step without an `error` edge was skipped or has succeeded.
 * 2. Backward: one of the edges into the step is active, so what every one of them entails is certain.
 * 3. Forward: a step that ran continues on one of its exits, so what lies behind every one of them is certain. That is
 *    why two branches that part without a choice are both certain where they meet again.
 * 4. A loop, once done, continues on its exits like any step; its body output is active within the body alone.
 *
 * What is not found certain may still be so in a way that two choices entail together. It is told as a warning only.
 */
import { BitSet, BitTable } from './bit-set.ts';
import type { Graph, Link } from './graph.ts';

export interface Behaviour {
  /** Whether a run can ever come to the node. */
  runs(node: number): boolean;
  /** The outputs on one of which the node continues when it succeeds. */
  exits(node: number): readonly (string | null)[];
  /** A loop's output that is active once per item. */
  bodyHandle(node: number): string | undefined;
}

export class Certainty {
  readonly #behaviour: Behaviour;
  readonly #size: number;
  readonly #certain: BitTable;
  /** By node and by the output on which it has continued. */
  readonly #certainAfter: readonly ReadonlyMap<string | null, BitSet>[];

  /** The order is that of a graph without cycles. */
  constructor(graph: Graph, order: readonly number[], behaviour: Behaviour) {
    this.#behaviour = behaviour;
    this.#size = graph.size;
    const behind = new BitTable(graph.size, graph.size);
    const after: Map<string | null, BitSet>[] = graph.ids.map(() => new Map());
    const mayFail = graph.ids.map((_, node) => graph.outgoing(node).some(({ handle }) => handle === 'error'));
    for (const node of order.toReversed()) {
      const byHandle = entailedByHandle(graph.outgoing(node), behind, mayFail);
      after[node] = byHandle;
      const exits = mayFail[node] ? [...behaviour.exits(node), 'error'] : behaviour.exits(node);
      behind.row(node).addAll(this.#intersection(exits.map(exit => byHandle.get(exit))));
    }

    this.#certainAfter = after;
    this.#certain = new BitTable(graph.size, graph.size);
    for (const node of order) {
      const row = this.#certain.row(node);
      const active = graph.incoming(node).filter(({ source }) => behaviour.runs(source));
      // Nothing is in doubt for a step that never runs.
      if (!behaviour.runs(node)) row.fill();
      row.addAll(this.#intersection(active.map(({ source, handle }) => after[source]?.get(handle))));
      row.addAll(behind.row(node));
      for (const [handle, certain] of after[node] ?? []) {
        certain.addAll(row);
        if (handle !== 'error' && handle !== behaviour.bodyHandle(node)) certain.add(node);
      }
    }
  }

  /** The nodes that have succeeded for certain when this one runs, as far as they are settled: a loop around it is not. */
  before(node: number): BitSet {
    return this.#certain.row(node);
  }

  /** The same for the moment at which one item of a loop is through. */
  endOfItem(loop: number): BitSet {
    const bodyHandle = this.#behaviour.bodyHandle(loop) ?? null;
    return this.#certainAfter[loop]?.get(bodyHandle) ?? this.before(loop);
  }

  /** Nothing is common to no sets, and nothing is in a set that is missing. */
  #intersection(sets: readonly (BitSet | undefined)[]): BitSet {
    const common = new BitSet(this.#size);
    if (sets.length === 0 || sets.includes(undefined)) return common;
    common.fill();
    for (const set of sets) if (set) common.keepOnly(set);
    return common;
  }
}

/** What has succeeded, once settled, when the node has continued on the handle. */
function entailedByHandle(
  links: readonly Link[],
  behind: BitTable,
  mayFail: readonly boolean[],
): Map<string | null, BitSet> {
  const byHandle = new Map<string | null, BitSet>();
  for (const { target, handle } of links) {
    let entailed = byHandle.get(handle);
    if (!entailed) {
      entailed = behind.row(target).copy();
      byHandle.set(handle, entailed);
    } else entailed.addAll(behind.row(target));
    if (!mayFail[target]) entailed.add(target);
  }
  return byHandle;
}
