/** Takes one step back to what it was in an earlier revision, and leaves everything else as it is. */
import { type Definition, edgeKey, findNode, type GraphEdge } from '../../graph/definition.ts';
import { compareFields } from '../../graph/difference.ts';
import { removeItems } from '../document/document.ts';

/**
 * A step that exists keeps its position and its edges. One that was removed since comes back with the edges whose other
 * end still exists; one that did not exist at that time is removed.
 */
export function restoreStep(current: Definition, earlier: Definition, id: string): Definition {
  const [now, then] = [findNode(current, id), findNode(earlier, id)];
  if (!then) return now ? removeItems(current, new Set([id])) : current;
  if (now) {
    if (compareFields(now, then).length === 0) return current;
    const { position: _, ...rest } = then;
    const restored = now.position === undefined ? rest : { ...rest, position: now.position };
    return { ...current, nodes: current.nodes.map(node => (node.id === id ? restored : node)) };
  }
  const nodes = [...current.nodes, then];
  const ids = new Set(nodes.map(node => node.id));
  const known = new Set(current.edges.map(edgeKey));
  const isBack = (edge: GraphEdge) =>
    (edge.source === id || edge.target === id) &&
    ids.has(edge.source) &&
    ids.has(edge.target) &&
    !known.has(edgeKey(edge));
  return { ...current, nodes, edges: [...current.edges, ...earlier.edges.filter(isBack)] };
}

/** Whether restoring a step would change nothing. */
export function isStepAsBefore(current: Definition, earlier: Definition, id: string): boolean {
  const [now, then] = [findNode(current, id), findNode(earlier, id)];
  if (!now || !then) return now === then;
  return compareFields(now, then).length === 0;
}
