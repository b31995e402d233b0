import type { Definition, Edge, Node } from './definition.ts';
import { Graph } from './graph.ts';
import { isTrigger, type NodeRules, namedOutputs } from './node-rules.ts';

/** A node with what its type says of it. */
export interface Step {
  readonly node: Node;
  /** Undefined when the type is not known. */
  readonly rules: NodeRules | undefined;
  /** Named outputs; empty: one default output. Without `error`. */
  readonly outputs: ReadonlySet<string>;
}

export function readSteps(definition: Definition, types: { get(type: string): NodeRules | undefined }): Step[] {
  return definition.nodes.map(node => {
    const rules = types.get(node.type);
    return { node, rules, outputs: new Set(rules ? namedOutputs(rules, node.params) : []) };
  });
}

/** The steps and the edges that lead from one to another. Nothing leads to a trigger, whatever the definition says. */
export function graphOf(steps: readonly Step[], edges: readonly Edge[]): Graph {
  const triggers = new Set(steps.flatMap(({ node, rules }) => (isTrigger(rules) ? node.id : [])));
  return new Graph(
    steps.map(({ node }) => node.id),
    edges.filter(({ target }) => !triggers.has(target)),
  );
}
