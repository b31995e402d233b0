/**
 * The parts of a definition that a test executes: everything up to one step, or one step alone. Each part is a definition
 * of its own, which is executed like any other. Pure.
 */
import type { Edge, Node } from '../../engine/definition.ts';
import { ERROR, OUTSIDE, type ReachableSubgraph } from '../../engine/plan.ts';
import { Behind } from './behind.ts';
import type { RunPlan } from './run-plans.ts';

export interface PartialDefinition {
  nodes: Node[];
  edges: Edge[];
}

/** The steps before a step, and the step itself. A loop before it has its whole body. */
export function definitionUntil(plan: RunPlan, trigger: number, until: number): PartialDefinition {
  const subgraph = plan.reachableFrom(trigger);
  const behind = new Behind(subgraph);
  const around = new Set(behind.loopsAround(until));
  const kept = new Set([until]);
  // The set grows during the iteration.
  for (const node of kept) {
    for (const { source } of plan.graph.incoming(node)) if (subgraph.isReachable(source)) kept.add(source);
    if (plan.bodyHandle(node) === undefined || around.has(node)) continue;
    for (const member of reachableNodes(subgraph)) if (behind.loopsAround(member).includes(node)) kept.add(member);
  }
  const isKept = (id: string) => kept.has(plan.graph.index(id) ?? OUTSIDE);
  return {
    nodes: reachableNodes(subgraph).flatMap(node => (kept.has(node) ? copyNode(plan, node, around) : [])),
    edges: plan.definition.edges.filter(({ source, target }) => isKept(source) && isKept(target)),
  };
}

export interface SingleStep {
  definition: PartialDefinition;
  /** The loops around the step, the innermost first. */
  loops: readonly number[];
  /** The steps whose results the step and these loops use. */
  used: readonly UsedStep[];
}

export interface UsedStep {
  node: number;
  /** The number of loops around it, all of which are around the single step too. */
  depth: number;
}

/**
 * One step, the loops around it, and the steps whose results they use. The used steps are not executed but have given
 * results. So they all follow the trigger or the loop around them directly, and whatever their results are, the run
 * continues with the step.
 */
export function definitionOfStep(plan: RunPlan, trigger: number, single: number): SingleStep {
  const subgraph = plan.reachableFrom(trigger);
  const behind = new Behind(subgraph);
  const loops = behind.loopsAround(single);
  const path = [single, ...loops];
  const pathBySection = new Map(path.map(node => [subgraph.innermostLoop(node), node]));
  const named = path.flatMap(node => plan.usedBy(node));
  const used = [...new Set(named)].filter(
    node =>
      subgraph.isReachable(node) &&
      node !== trigger &&
      !path.includes(node) &&
      behind.loopsAround(node).every(loop => loops.includes(loop)),
  );
  const id = (node: number) => plan.graph.id(node);
  const entry = (node: number): Edge => {
    const loop = subgraph.innermostLoop(node);
    const isOutside = loop === OUTSIDE;
    return {
      source: id(isOutside ? trigger : loop),
      target: id(node),
      source_handle: isOutside ? null : (plan.bodyHandle(loop) ?? null),
    };
  };
  const exit = (node: number): Edge => ({
    source: id(node),
    target: id(pathBySection.get(subgraph.innermostLoop(node)) ?? single),
    source_handle: ERROR,
  });
  const entered = [...path.toReversed(), ...used].filter(node => node !== trigger);
  return {
    definition: {
      nodes: [...new Set([trigger, ...entered])].flatMap(node => copyNode(plan, node, new Set(loops))),
      edges: [...entered.map(entry), ...used.map(exit)],
    },
    loops,
    used: used.map(node => ({ node, depth: behind.loopsAround(node).length })),
  };
}

function reachableNodes(subgraph: ReachableSubgraph): number[] {
  return subgraph.plan.graph.ids.map((_, node) => node).filter(node => subgraph.isReachable(node));
}

/**
 * A loop of which only a part of the body is executed can not collect results. A repeat can not decide whether it goes on
 * either, and ends after the round.
 */
function copyNode(plan: RunPlan, node: number, cutLoops: ReadonlySet<number>): Node[] {
  const step = plan.steps[node];
  if (!step) return [];
  if (!cutLoops.has(node)) return [step.node];
  const { collect: _, result: __, ...params } = step.node.params;
  return [{ ...step.node, params: plan.isRepeat(node) ? { ...params, until: 'true' } : params }];
}
