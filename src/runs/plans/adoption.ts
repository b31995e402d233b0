/**
 * Decides which steps of an ended run a replay adopts, and which it executes. Pure.
 *
 *  1. A step that succeeded, or whose failure was handled, is adopted unless it is restarted or behind a restarted step.
 *  2. The chosen step is restarted. In a loop it is restarted in the items that had not succeeded, or in all items when
 *     all had succeeded.
 *  3. With another definition, a node is restarted if it is new, or if its type, its params or the edges into it differ.
 *     A step in a repeat is restarted in the round that had not succeeded, or in all. The rounds after it follow, and so do
 *     the pauses between them; other pauses are adopted, so that nobody waits again.
 *  4. A pinned step of a test is restarted, because its result is not a real one.
 *  5. Steps that failed, and steps that the run did not come to, are executed because there is nothing to adopt. Skipped
 *     steps are decided anew.
 *     A loop that reads its items from a file is adopted as a whole or begins anew, because what it has kept of its items is
 *     not enough to go on from: whatever restarts a step of its body restarts the loop.
 *  6. A step whose whole output is not known any more is evaluated again if it only computes. An effect is adopted without
 *     its output if nothing needs that; otherwise the run can not be replayed from here.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ReachableSubgraph } from '../../engine/plan.ts';
import { Behind, type PlacedStep, type Restart } from './behind.ts';
import type { RunPlan } from './run-plans.ts';

/** What is known of a step of the ended run. */
export interface EndedStep {
  readonly nodeId: string;
  readonly iteration: readonly number[];
  readonly status: 'running' | 'waiting' | 'success' | 'failed' | 'skipped';
  readonly handle: string | null;
  readonly isPinned: boolean;
  /** Whether the whole output is known. */
  readonly isWhole: boolean;
}

export interface AdoptionOptions<Ended extends EndedStep> {
  /** The definition that the replay executes, and the index of its trigger. */
  plan: RunPlan;
  trigger: number;
  /** The definition that the ended run executed, and the index of its trigger. */
  executed: { plan: RunPlan; trigger: number };
  steps: readonly Ended[];
  from: ReplayFrom;
  isEffect(nodeType: string): boolean;
  /** Whether the input differs, so that the trigger is evaluated again. */
  hasNewInput: boolean;
}

export type ReplayFrom = { kind: 'start' } | { kind: 'failed' } | { kind: 'step'; node: number };

export interface PlannedStep {
  node_id: string;
  node_type: string;
  /** Whether the step reaches out of the run. */
  effect: boolean;
  /** In a loop: for how many items. Null outside of loops, and where that is not known. */
  items: number | null;
}

export interface Adoption<Ended extends EndedStep> {
  /** The steps that are adopted with their output. */
  adopted: Ended[];
  /** The steps that are adopted without their output, which nothing needs. */
  withoutOutput: Ended[];
  /** An effect whose output is needed and not whole any more. Then there is no replay. */
  missing: Ended | undefined;
  plan: { adopted: PlannedStep[]; executed: PlannedStep[] };
}

export function planAdoption<Ended extends EndedStep>(options: AdoptionOptions<Ended>): Adoption<Ended> {
  return new AdoptionPlanner(options).plan();
}

type Placed<Ended> = PlacedStep & { ended: Ended };

class AdoptionPlanner<Ended extends EndedStep> {
  readonly #options: AdoptionOptions<Ended>;
  readonly #subgraph: ReachableSubgraph;
  readonly #behind: Behind;
  /** The steps whose nodes the replay can reach, by node. */
  readonly #steps: ReadonlyMap<number, readonly Placed<Ended>[]>;
  /** The pauses after rounds, which have the ids of their repeats. */
  readonly #pauses: readonly Placed<Ended>[];
  readonly #restarts: readonly Restart[];

  constructor(options: AdoptionOptions<Ended>) {
    const { plan, trigger } = options;
    this.#options = options;
    this.#subgraph = plan.reachableFrom(trigger);
    this.#behind = new Behind(this.#subgraph);
    const placed = this.#place(options.steps);
    this.#steps = Map.groupBy(placed.steps, ({ node }) => node);
    this.#pauses = placed.pauses;
    this.#restarts = this.#findRestarts();
  }

  plan(): Adoption<Ended> {
    const all = [...this.#steps.values()].flat();
    const adoptable = this.#options.from.kind === 'start' ? [] : all.filter(step => this.#isAdoptable(step));
    // What only computes is evaluated again. Then nothing behind it has to be executed again, as the result is the same.
    const kept = new Set(adoptable.filter(({ node, ended }) => ended.isWhole || this.#isEffect(node)));
    const executed = this.#members().filter(node => this.#isExecuted(node, kept));
    const needed = this.#findNeeded(executed, kept);
    const cut = [...kept].filter(({ ended }) => !ended.isWhole);
    return {
      adopted: [...[...kept].flatMap(({ ended }) => (ended.isWhole ? ended : [])), ...this.#adoptedPauses()],
      withoutOutput: cut.map(({ ended }) => ended),
      missing: cut.find(({ node }) => needed.has(node))?.ended,
      plan: {
        adopted: this.#members().flatMap(node =>
          this.#describe(
            node,
            this.#of(node).filter(step => kept.has(step)),
          ),
        ),
        executed: executed.map(node => this.#describeExecuted(node, kept)),
      },
    };
  }

  /** Leaves out steps whose node is gone, or is now in other loops. */
  #place(ended: readonly Ended[]): { steps: Placed<Ended>[]; pauses: Placed<Ended>[] } {
    const { plan } = this.#options;
    const steps: Placed<Ended>[] = [];
    const pauses: Placed<Ended>[] = [];
    for (const each of ended) {
      const { nodeId, iteration } = each;
      const node = plan.graph.index(nodeId);
      if (node === undefined || !this.#subgraph.isReachable(node)) continue;
      const depth = this.#behind.loopsAround(node).length;
      if (iteration.length === depth) steps.push({ node, iteration, ended: each });
      else if (iteration.length === depth + 1 && plan.isRepeat(node)) pauses.push({ node, iteration, ended: each });
    }
    return { steps, pauses };
  }

  #adoptedPauses(): Ended[] {
    if (this.#options.from.kind === 'start') return [];
    return this.#pauses.flatMap(pause => {
      const { ended } = pause;
      const isRepeated = this.#restarts.some(restart => this.#behind.includesPause(restart, pause));
      return ended.status === 'success' && ended.isWhole && !isRepeated ? ended : [];
    });
  }

  #of(node: number): readonly Placed<Ended>[] {
    return this.#steps.get(node) ?? [];
  }

  #members(): number[] {
    const nodes = this.#options.plan.graph.ids.map((_, node) => node).filter(node => this.#subgraph.isReachable(node));
    return nodes.sort((one, other) => this.#subgraph.position(one) - this.#subgraph.position(other));
  }

  #isAdoptable(step: Placed<Ended>): boolean {
    const { status, handle } = step.ended;
    if (status !== 'success' && !(status === 'failed' && handle === 'error')) return false;
    if (this.#options.hasNewInput && step.node === this.#subgraph.trigger) return false;
    const source = this.#sourceAround(step.node);
    if (source !== undefined && !this.#of(source).some(loop => this.#isAdoptable(loop))) return false;
    return !this.#restarts.some(restart => this.#behind.includes(restart, step));
  }

  #findRestarts(): Restart[] {
    const { from } = this.#options;
    const changed = this.#members().filter(node => this.#hasChanged(node));
    const pinned = [...this.#steps.values()].flat().filter(({ ended }) => ended.isPinned);
    const restarts = [
      ...(from.kind === 'step' ? this.#restartsOf(from.node) : []),
      ...changed.map(node => ({ node, iteration: null })),
      ...pinned.map(({ node, iteration }) => ({ node, iteration })),
    ];
    return restarts.map(restart => {
      const source = this.#sourceAround(restart.node);
      return source === undefined ? restart : { node: source, iteration: null };
    });
  }

  /** The loop around a node that reads its items from a file. */
  #sourceAround(node: number): number | undefined {
    return this.#behind.loopsAround(node).find(loop => this.#options.plan.readsSource(loop));
  }

  #restartsOf(node: number): Restart[] {
    const everywhere = [{ node, iteration: null }];
    const loop = this.#behind.loopsAround(node)[0];
    if (loop === undefined) return everywhere;
    const items = this.#findItems(loop);
    const unfinished = items.filter(iteration => !this.#hasSucceeded(loop, iteration));
    return unfinished.length === 0 ? everywhere : unfinished.map(iteration => ({ node, iteration }));
  }

  /** Returns the items of a loop of which anything is known. */
  #findItems(loop: number): (readonly number[])[] {
    const { members } = this.#subgraph.section(loop);
    const iterations = members.flatMap(member => this.#of(member).map(({ iteration }) => iteration));
    return [...new Map(iterations.map(iteration => [iteration.join(), iteration])).values()];
  }

  #hasSucceeded(loop: number, item: readonly number[]): boolean {
    return this.#subgraph.section(loop).members.every(member => {
      const step = this.#of(member).find(({ iteration }) => iteration.join() === item.join());
      return step !== undefined && !isFailure(step.ended) && isSettled(step.ended);
    });
  }

  #hasChanged(node: number): boolean {
    const { plan, executed } = this.#options;
    if (plan.text === executed.plan.text) return false;
    const before = executed.plan.graph.index(plan.graph.id(node));
    const subgraph = executed.plan.reachableFrom(executed.trigger);
    if (before === undefined || !subgraph.isReachable(before)) return true;
    const [now, then] = [plan.steps[node]?.node, executed.plan.steps[before]?.node];
    if (now?.type !== then?.type || !isDeepStrictEqual(now?.params, then?.params)) return true;
    return !isDeepStrictEqual(incomingEdges(this.#subgraph, node), incomingEdges(subgraph, before));
  }

  /** Whether the node is executed in at least one place, as far as that can be known before. */
  #isExecuted(node: number, kept: ReadonlySet<Placed<Ended>>): boolean {
    const steps = this.#of(node);
    if (this.#isRestarted(node)) return true;
    if (steps.some(step => !kept.has(step) && (step.ended.status !== 'skipped' || this.#isAfterFailure(step))))
      return true;
    const [loop] = this.#behind.loopsAround(node);
    if (loop === undefined) return steps.length === 0;
    // The body of a loop that did not come to its end may have further items.
    return this.#isExecuted(loop, kept) && !this.#of(loop).some(({ ended }) => ended.status === 'success');
  }

  #isRestarted(node: number): boolean {
    if (this.#options.from.kind === 'start') return true;
    return this.#restarts.some(restart => this.#behind.includesNode(restart, node));
  }

  /** Whether the loop itself is executed again, and not only walked through because of a step in its body. */
  #isReopened(loop: number): boolean {
    return this.#restarts.some(
      restart => this.#behind.includesNode(restart, loop) && !this.#behind.loopsAround(restart.node).includes(loop),
    );
  }

  /** A step that was skipped because of a failure may be executed this time. */
  #isAfterFailure(step: Placed<Ended>): boolean {
    const failures = [...this.#steps.values()].flat().filter(({ ended }) => isFailure(ended));
    return failures.some(({ node, iteration }) => this.#behind.includes({ node, iteration }, step));
  }

  /**
   * Returns the nodes whose outputs the replay evaluates. Loops are walked through again even when they are adopted.
   */
  #findNeeded(executed: readonly number[], kept: ReadonlySet<Placed<Ended>>): ReadonlySet<number> {
    const { plan } = this.#options;
    const needed = new Set<number>();
    const add = (nodes: readonly number[]) => {
      for (const node of nodes) needed.add(node);
    };
    for (const node of executed) add(plan.usedBy(node));
    for (const loop of this.#members().filter(node => plan.bodyHandle(node) !== undefined)) {
      if (this.#of(loop).length > 0 || executed.includes(loop)) add(plan.usedBy(loop));
      // The number of rounds is not known before they are walked through.
      if (plan.isRepeat(loop) || !this.#of(loop).every(step => kept.has(step))) {
        add(plan.usedByItem(loop, this.#subgraph.section(loop).members));
      }
    }
    return needed;
  }

  #isEffect(node: number): boolean {
    return this.#options.isEffect(this.#options.plan.steps[node]?.node.type ?? '');
  }

  #describe(node: number, steps: readonly Placed<Ended>[]): PlannedStep | [] {
    return steps.length === 0 ? [] : this.#plannedStep(node, steps.length);
  }

  #describeExecuted(node: number, kept: ReadonlySet<Placed<Ended>>): PlannedStep {
    const again = this.#of(node).filter(step => !kept.has(step)).length;
    const [loop] = this.#behind.loopsAround(node);
    const isKnown = loop !== undefined && this.#of(loop).some(({ ended }) => ended.status === 'success');
    return this.#plannedStep(node, isKnown && !this.#isReopened(loop) ? again : null);
  }

  #plannedStep(node: number, items: number | null): PlannedStep {
    const { id: node_id = '', type: node_type = '' } = this.#options.plan.steps[node]?.node ?? {};
    const isInLoop = this.#behind.loopsAround(node).length > 0;
    return { node_id, node_type, effect: this.#isEffect(node), items: isInLoop ? items : null };
  }
}

/** Whether the step failed and nothing handled that. */
function isFailure({ status, handle }: EndedStep): boolean {
  return status === 'failed' && handle !== 'error';
}

function isSettled({ status }: EndedStep): boolean {
  return status !== 'running' && status !== 'waiting';
}

function incomingEdges(subgraph: ReachableSubgraph, node: number): Set<string> {
  const { graph } = subgraph.plan;
  const links = graph.incoming(node).filter(({ source }) => subgraph.isReachable(source));
  return new Set(links.map(({ source, handle }) => JSON.stringify([graph.id(source), handle])));
}
