/** Knows which steps of a run have to be executed again when one of them is. Pure. */
import { reachableFrom } from '../../engine/graph.ts';
import { OUTSIDE, type ReachableSubgraph } from '../../engine/plan.ts';

/** A step of a run: a node, and the items of the loops around it, that of the innermost loop first. */
export interface PlacedStep {
  readonly node: number;
  readonly iteration: readonly number[];
}

/** A step that is executed again, in one item or, with null, in every item. */
export interface Restart {
  readonly node: number;
  readonly iteration: readonly number[] | null;
}

export class Behind {
  readonly #subgraph: ReachableSubgraph;
  readonly #nodes = new Map<number, ReadonlySet<number>>();

  constructor(subgraph: ReachableSubgraph) {
    this.#subgraph = subgraph;
  }

  /** Returns the loops around a node, the innermost first. */
  loopsAround(node: number): number[] {
    const loops: number[] = [];
    let loop = this.#subgraph.innermostLoop(node);
    while (loop !== OUTSIDE) {
      loops.push(loop);
      loop = this.#subgraph.innermostLoop(loop);
    }
    return loops;
  }

  /** Whether the step is the restarted one, or has to be executed again because of it. */
  includes(restart: Restart, { node, iteration }: PlacedStep): boolean {
    if (node !== restart.node && !this.#nodesBehind(restart.node).has(node)) return false;
    if (restart.iteration === null) return true;
    const around = new Set(this.loopsAround(restart.node));
    const common = this.loopsAround(node).filter(loop => around.has(loop)).length;
    return endsAlike(restart.iteration, iteration, common);
  }

  includesNode(restart: Restart, node: number): boolean {
    return node === restart.node || this.#nodesBehind(restart.node).has(node);
  }

  /**
   * The nodes that come after a node. The loops around it come after it too, and so does what comes after these loops,
   * but not the other steps in their bodies.
   */
  #nodesBehind(node: number): ReadonlySet<number> {
    let behind = this.#nodes.get(node);
    if (!behind) {
      const loops = this.loopsAround(node);
      const starts = [node, ...loops].flatMap(each => this.#targets(each, { withBody: each === node }));
      const reached = reachableFrom(this.#subgraph.plan.graph, starts).members();
      behind = new Set([...loops, ...reached]);
      this.#nodes.set(node, behind);
    }
    return behind;
  }

  #targets(node: number, { withBody }: { withBody: boolean }): number[] {
    const links = this.#subgraph.plan.graph.outgoing(node);
    return links.filter(link => withBody || this.#subgraph.decides(link)).map(({ target }) => target);
  }
}

/** Whether the last entries, which belong to the outer loops, are the same. */
function endsAlike(one: readonly number[], other: readonly number[], count: number): boolean {
  for (let back = 1; back <= count; back++) if (one.at(-back) !== other.at(-back)) return false;
  return true;
}
