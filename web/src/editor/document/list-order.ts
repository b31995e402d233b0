/** The steps of a workflow one after the other: each after those that lead to it, loop bodies below their loop. */
import { type Definition, type GraphNode, handleOf } from '../../graph/definition.ts';
import { findLoopBodies } from '../../graph/loop-bodies.ts';

export interface ListedStep {
  node: GraphNode;
  /** The number of loops around it. */
  depth: number;
  next: { id: string; handle: string | null }[];
}

export function listSteps(definition: Definition): ListedStep[] {
  const depths = new Map<string, number>();
  for (const { members } of findLoopBodies(definition)) {
    for (const id of members) depths.set(id, (depths.get(id) ?? 0) + 1);
  }
  const outgoing = Map.groupBy(definition.edges, ({ source }) => source);
  return orderSteps(definition).map(node => ({
    node,
    depth: depths.get(node.id) ?? 0,
    next: (outgoing.get(node.id) ?? []).map(edge => ({ id: edge.target, handle: handleOf(edge) })),
  }));
}

/**
 * Walks along the branches, and takes a step as soon as all that lead to it are taken. So a branch stays together, and
 * steps where branches meet come after the last of them. Steps on cycles come last.
 */
function orderSteps({ nodes, edges }: Definition): GraphNode[] {
  const byId = new Map(nodes.map(node => [node.id, node]));
  const known = edges.filter(({ source, target }) => byId.has(source) && byId.has(target));
  const outgoing = Map.groupBy(known, ({ source }) => source);
  const open = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { target } of known) open.set(target, (open.get(target) ?? 0) + 1);
  const ordered = new Set<GraphNode>();
  const stack = nodes.filter(({ id }) => open.get(id) === 0).reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    ordered.add(node);
    const following = (outgoing.get(node.id) ?? []).flatMap(({ target }) => {
      const left = (open.get(target) ?? 0) - 1;
      open.set(target, left);
      return left === 0 ? (byId.get(target) ?? []) : [];
    });
    stack.push(...following.reverse());
  }
  return [...ordered, ...nodes.filter(node => !ordered.has(node))];
}
