/** A valid definition, made ready to be run from one of its triggers. Pure and reusable: a run changes nothing of it. */
import type { BitSet } from './bit-set.ts';
import { type Definition, readDefinition } from './definition.ts';
import { ancestorsOf, type Graph, type Link, reachableFrom, sortTopologically } from './graph.ts';
import { Loops } from './loops.ts';
import { isTrigger, type NodeRules } from './node-rules.ts';
import { graphOf, readSteps, type Step } from './steps.ts';

/** The output on which a run continues when the step before has failed. */
export const ERROR = 'error';

/** In place of a loop: the steps that are in no body. */
export const OUTSIDE = -1;

/** The steps that run together: those in no loop, or those directly in one loop's body, once per item. */
export interface Section {
  /** In topological order. */
  readonly members: readonly number[];
  /** For each member: how many edges must be decided before it is. */
  readonly open: Int32Array;
  /** For each member: 1 when the beginning of the item is reason enough to run. */
  readonly active: Uint8Array;
}

export class Plan {
  readonly definition: Definition;
  readonly steps: readonly Step[];
  readonly graph: Graph;
  readonly #order: readonly number[];
  readonly #loops: Loops;
  readonly #subgraphs = new Map<number, ReachableSubgraph>();
  #ancestors: ReturnType<typeof ancestorsOf> | undefined;

  constructor(json: unknown, types: { get(type: string): NodeRules | undefined }) {
    this.definition = readDefinition(json);
    this.steps = readSteps(this.definition, types);
    this.graph = graphOf(this.steps, this.definition.edges);
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

  /** The steps that lead to a step. */
  ancestors(node: number): BitSet {
    this.#ancestors ??= ancestorsOf(this.graph, this.#order);
    return this.#ancestors.row(node);
  }

  bodyHandle(node: number): string | undefined {
    return this.steps[node]?.rules?.bodyHandle;
  }
}

/**
 * The part of a plan that a trigger starts. Only what is reachable from the trigger takes part; an edge from anything
 * else is inactive, which is as good as not there.
 */
export class ReachableSubgraph {
  readonly plan: Plan;
  readonly trigger: number;
  readonly #participants: BitSet;
  readonly #loops: Loops;
  readonly #sections = new Map<number, Section>();
  /** By step: where it stands in its section, and in the whole order. */
  readonly #slots: Int32Array;
  readonly #positions: Int32Array;

  constructor(plan: Plan, order: readonly number[], loops: Loops, trigger: number) {
    this.plan = plan;
    this.trigger = trigger;
    this.#participants = reachableFrom(plan.graph, [trigger]);
    this.#loops = loops;
    this.#slots = new Int32Array(plan.graph.size);
    this.#positions = new Int32Array(plan.graph.size);
    const members = new Map<number, number[]>();
    order.forEach((node, position) => {
      this.#positions[node] = position;
      if (!this.takesPart(node)) return;
      const section = this.loopOf(node);
      const found = members.get(section) ?? [];
      this.#slots[node] = found.push(node) - 1;
      members.set(section, found);
    });
    for (const [loop, nodes] of members) this.#sections.set(loop, this.#section(nodes));
  }

  takesPart(node: number): boolean {
    return this.#participants.has(node);
  }

  /** The loop directly around a step, or OUTSIDE. */
  loopOf(node: number): number {
    return this.#loops.around(node)[0] ?? OUTSIDE;
  }

  section(loop: number): Section {
    return this.#sections.get(loop) ?? NO_SECTION;
  }

  slot(node: number): number {
    return this.#slots[node] ?? 0;
  }

  /** Steps that come later in the graph have higher positions. */
  position(node: number): number {
    return this.#positions[node] ?? 0;
  }

  /** The edges that a step decides when it is done; those into a loop's body are decided by each item's beginning. */
  decides({ source, handle }: Link): boolean {
    return handle === null || handle !== this.plan.bodyHandle(source);
  }

  hasErrorEdge(node: number): boolean {
    return this.plan.graph.outgoing(node).some(({ handle }) => handle === ERROR);
  }

  #section(members: readonly number[]): Section {
    const open = new Int32Array(members.length);
    const active = new Uint8Array(members.length);
    members.forEach((node, slot) => {
      for (const link of this.plan.graph.incoming(node)) {
        if (!this.takesPart(link.source)) continue;
        if (this.decides(link)) open[slot] = (open[slot] ?? 0) + 1;
        else active[slot] = 1;
      }
    });
    return { members, open, active };
  }
}

const NO_SECTION: Section = { members: [], open: new Int32Array(0), active: new Uint8Array(0) };
