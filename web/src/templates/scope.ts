/** Which steps a template of a step can refer to, by the order that the edges of the definition imply. */
import { readDefinition } from '../../../src/engine/definition.ts';
import { analyseFlow } from '../../../src/engine/flow.ts';
import { type Graph, sortTopologically } from '../../../src/engine/graph.ts';
import type { NodeRules } from '../../../src/engine/node-rules.ts';
import { buildGraph, readSteps } from '../../../src/engine/steps.ts';

export interface ReachableStep {
  readonly id: string;
  /** Whether it has certainly succeeded when the template is rendered. */
  readonly certain: boolean;
  /** The number of loops around it. */
  readonly depth: number;
}

export interface StepScope {
  /** The loops around the step whose item is known, the outermost first. */
  readonly loops: readonly string[];
  /** The steps that can come before, the nearest first. */
  readonly steps: readonly ReachableStep[];
}

const NOTHING: StepScope = { loops: [], steps: [] };

/** `part` is `item` for templates that a loop renders at the end of each item, such as `collect`. */
export function scopeOf(
  definition: unknown,
  nodeId: string,
  rules: { get(type: string): NodeRules | undefined },
  part: 'step' | 'item' = 'step',
): StepScope {
  const { nodes, edges } = readDefinition(definition);
  const steps = readSteps({ nodes, edges }, rules);
  const graph = buildGraph(steps, edges);
  const step = graph.index(nodeId);
  if (step === undefined) return NOTHING;
  const { order, cycles } = sortTopologically(graph);
  // A definition that is being edited may have cycles. Then only the edges decide.
  if (cycles.length > 0) return { loops: [], steps: ancestorsInAnyGraph(graph, step) };

  const { ancestors, loops, certainty } = analyseFlow(steps, graph, order);
  const inside = part === 'item' ? [step, ...loops.around(step)] : loops.around(step);
  const certain = part === 'item' ? certainty.afterItem(step) : certainty.before(step);
  const body = new Set(part === 'item' ? loops.body(step) : []);
  const isUsable = (other: number) =>
    (ancestors.row(step).has(other) || body.has(other)) &&
    !inside.includes(other) &&
    loops.around(other).every(loop => inside.includes(loop));
  return {
    loops: inside.toReversed().map(loop => graph.id(loop)),
    steps: order
      .filter(isUsable)
      .reverse()
      .map(other => ({ id: graph.id(other), certain: certain.has(other), depth: loops.around(other).length })),
  };
}

function ancestorsInAnyGraph(graph: Graph, step: number): ReachableStep[] {
  const found = new Set<number>();
  const queue = [step];
  for (const node of queue) {
    for (const { source } of graph.incoming(node)) {
      if (source === step || found.has(source)) continue;
      found.add(source);
      queue.push(source);
    }
  }
  return [...found].map(node => ({ id: graph.id(node), certain: false, depth: 0 }));
}
