import type { Definition, Edge, Node } from './definition.ts';
import { Graph } from './graph.ts';
import { isTrigger, type NodeRules, namedOutputs } from './node-rules.ts';

/** A node with the rules of its type. */
export interface PlanStep {
  readonly node: Node;
  /** Undefined when the type is unknown. */
  readonly rules: NodeRules | undefined;
  /** The named outputs without `error`. Empty when the step has one default output. */
  readonly outputs: ReadonlySet<string>;
}

export function readSteps(definition: Definition, types: { get(type: string): NodeRules | undefined }): PlanStep[] {
  return definition.nodes.map(node => {
    const rules = types.get(node.type);
    return { node, rules, outputs: new Set(rules ? namedOutputs(rules, node.params) : []) };
  });
}

/** Builds the graph of the steps. It ignores edges that lead to a trigger. */
export function buildGraph(steps: readonly PlanStep[], edges: readonly Edge[]): Graph {
  const triggers = new Set(steps.flatMap(({ node, rules }) => (isTrigger(rules) ? node.id : [])));
  return new Graph(
    steps.map(({ node }) => node.id),
    edges.filter(({ target }) => !triggers.has(target)),
  );
}
