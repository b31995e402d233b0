/** A valid definition, prepared for runs from any of its triggers. Runs share a plan and do not change it. */
import type { BitSet } from './bit-set.ts';
import { type Definition, readDefinition } from './definition.ts';
import { findAncestors, type Graph, type GraphEdge, reachableFrom, sortTopologically } from './graph.ts';
import { Loops } from './loops.ts';
import { isTrigger, type NodeRules } from './node-rules.ts';
import { buildGraph, type PlanStep, readSteps } from './steps.ts';

/** The output on which a run continues after a failed step. */
export const ERROR = 'error';

/** Stands for a loop where steps are in no loop body. */
export const OUTSIDE = -1;

/** The steps outside of loops, or the steps directly in the body of one loop, which run once per item. */
export interface Section {
  /** In topological order. */
  readonly members: readonly number[];
  /** For each member, the number of edges that must be decided before the member is. */
  readonly open: Int32Array;
  /** For each member, 1 when the start of an item activates it. */
  readonly active: Uint8Array;
}

export class Plan {
  readonly definition: Definition;
  readonly steps: readonly PlanStep[];
  readonly graph: Graph;
  readonly #order: readonly number[];
  readonly #loops: Loops;
  readonly #subgraphs = new Map<number, ReachableSubgraph>();
  #ancestors: ReturnType<typeof findAncestors> | undefined;

  constructor(json: unknown, types: { get(type: string): NodeRules | undefined }) {
    this.definition = readDefinition(json);
    this.steps = readSteps(this.definition, types);
    this.graph = buildGraph(this.steps, this.definition.edges);
    this.#order = sortTopologically(this.graph).order;
    this.#loops = new Loops(this.graph, this.#order, node => this.bodyHandle(node));
  }

  triggers(): number[] {
    return this.steps.flatMap(({ rules }, index) => (isTrigger(rules) ? index : []));
  }

  reachableFrom(trigger: number): ReachableSubgraph {
    let subgraph = this.#subgraphs.get(trigger);
    if (!subgraph) {
      subgraph = new ReachableSubgraph(this, this.#order, this.#loops, trigger);
      this.#subgraphs.set(trigger, subgraph);
    }
    return subgraph;
  }

  /** Returns the ancestors of a step. */
  ancestors(node: number): BitSet {
    this.#ancestors ??= findAncestors(this.graph, this.#order);
    return this.#ancestors.row(node);
  }

  bodyHandle(node: number): string | undefined {
    return this.steps[node]?.rules?.bodyHandle;
  }

  /** Returns the nodes in the body of a loop, those of loops within it included. */
  body(loop: number): readonly number[] {
    return this.#loops.body(loop);
  }

  /** Whether the node is a loop of rounds. */
  isRepeat(node: number): boolean {
    return this.steps[node]?.rules?.isRepeat === true;
  }

  /** Whether the node is a loop that reads its items from a source. */
  readsSource(node: number): boolean {
    const step = this.steps[node];
    return step?.rules?.readsSource?.(step.node.params) ?? false;
  }
}

/**
 * The part of a plan that is reachable from a trigger. Edges from other nodes are inactive in its runs, so they are
 * ignored.
 */
export class ReachableSubgraph {
  readonly plan: Plan;
  readonly trigger: number;
  readonly #reachable: BitSet;
  readonly #loops: Loops;
  readonly #sections = new Map<number, Section>();
  /** For each step, its index in its section and in the topological order. */
  readonly #indices: Int32Array;
  readonly #positions: Int32Array;

  constructor(plan: Plan, order: readonly number[], loops: Loops, trigger: number) {
    this.plan = plan;
    this.trigger = trigger;
    this.#reachable = reachableFrom(plan.graph, [trigger]);
    this.#loops = loops;
    this.#indices = new Int32Array(plan.graph.size);
    this.#positions = new Int32Array(plan.graph.size);
    const members = new Map<number, number[]>();
    order.forEach((node, position) => {
      this.#positions[node] = position;
      if (!this.isReachable(node)) return;
      const section = this.innermostLoop(node);
      const found = members.get(section) ?? [];
      this.#indices[node] = found.push(node) - 1;
      members.set(section, found);
    });
    for (const [loop, nodes] of members) this.#sections.set(loop, this.#section(nodes));
  }

  isReachable(node: number): boolean {
    return this.#reachable.has(node);
  }

  /** Returns the innermost loop around a step, or `OUTSIDE`. */
  innermostLoop(node: number): number {
    return this.#loops.around(node)[0] ?? OUTSIDE;
  }

  section(loop: number): Section {
    return this.#sections.get(loop) ?? NO_SECTION;
  }

  /** Returns the index in its section. */
  indexInSection(node: number): number {
    return this.#indices[node] ?? 0;
  }

  /** Returns the position in topological order. */
  position(node: number): number {
    return this.#positions[node] ?? 0;
  }

  /**
   * Tells whether a step decides the edge when it is settled. Edges into a loop body are decided at the start of each
   * item.
   */
  decides({ source, handle }: GraphEdge): boolean {
    return handle === null || handle !== this.plan.bodyHandle(source);
  }

  hasErrorEdge(node: number): boolean {
    return this.plan.graph.outgoing(node).some(({ handle }) => handle === ERROR);
  }

  #section(members: readonly number[]): Section {
    const open = new Int32Array(members.length);
    const active = new Uint8Array(members.length);
    members.forEach((node, index) => {
      for (const link of this.plan.graph.incoming(node)) {
        if (!this.isReachable(link.source)) continue;
        if (this.decides(link)) open[index] = (open[index] ?? 0) + 1;
        else active[index] = 1;
      }
    });
    return { members, open, active };
  }
}

const NO_SECTION: Section = { members: [], open: new Int32Array(0), active: new Uint8Array(0) };
