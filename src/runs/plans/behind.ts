/**
 * Knows which steps of a run have to be executed again when one of them is. The items of a loop do not depend on each other,
 * but each round of a repeat depends on those before. Pure.
 */
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
    const isAfter = this.#isAfter(restart.node, node);
    if (restart.iteration === null) return isAfter || this.#isInLaterRound(restart.node, { node, iteration });
    for (const [back, loop] of this.#commonLoops(restart.node, node).entries()) {
      const [one = 0, other = 0] = [restart.iteration.at(-back - 1), iteration.at(-back - 1)];
      if (one !== other) return other > one && this.#subgraph.plan.isRepeat(loop);
    }
    return isAfter;
  }

  includesNode(restart: Restart, node: number): boolean {
    const { plan } = this.#subgraph;
    return this.#isAfter(restart.node, node) || this.#commonLoops(restart.node, node).some(loop => plan.isRepeat(loop));
  }

  /** Whether the pause after a round has to be repeated: when a step of this round has, or of one before. */
  includesPause(restart: Restart, { node: repeat, iteration }: PlacedStep): boolean {
    const [round = 0, ...outer] = iteration;
    const isInBody = this.loopsAround(restart.node).includes(repeat);
    if (!isInBody || restart.iteration === null) return this.includes(restart, { node: repeat, iteration: outer });
    const restarted = restart.iteration.at(-outer.length - 1) ?? 0;
    return this.includes(restart, { node: repeat, iteration: outer }) && restarted <= round;
  }

  #isAfter(restarted: number, node: number): boolean {
    return node === restarted || this.#nodesBehind(restarted).has(node);
  }

  /** The loops around both nodes, the outermost first. */
  #commonLoops(one: number, other: number): number[] {
    const around = new Set(this.loopsAround(one));
    return this.loopsAround(other)
      .filter(loop => around.has(loop))
      .reverse();
  }

  #isInLaterRound(restarted: number, { node, iteration }: PlacedStep): boolean {
    const { plan } = this.#subgraph;
    const common = this.#commonLoops(restarted, node);
    return common.some((loop, back) => plan.isRepeat(loop) && (iteration.at(-back - 1) ?? 0) > 0);
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
