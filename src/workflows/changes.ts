/** What differs between two definitions. Pure, and for any JSON: definitions are kept even when they are not valid. */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../platform/is-object.ts';

export interface Changes {
  added_nodes: string[];
  removed_nodes: string[];
  changed_nodes: string[];
  added_edges: number;
  removed_edges: number;
}

/** Equal as JSON; the order of keys does not matter. */
export function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}

/** Equal but for where the nodes stand on the canvas, which no run can notice. */
export function isSameProcess(a: unknown, b: unknown): boolean {
  return isSame(withoutPositions(a), withoutPositions(b));
}

export function changesBetween(before: unknown, after: unknown): Changes {
  const old = nodesById(before);
  const fresh = nodesById(after);
  const [oldEdges, freshEdges] = [edgeCounts(before), edgeCounts(after)];
  return {
    added_nodes: [...fresh.keys()].filter(id => !old.has(id)),
    removed_nodes: [...old.keys()].filter(id => !fresh.has(id)),
    changed_nodes: [...fresh].filter(([id, node]) => old.has(id) && !isSame(old.get(id), node)).map(([id]) => id),
    added_edges: surplus(freshEdges, oldEdges),
    removed_edges: surplus(oldEdges, freshEdges),
  };
}

export function countEdges(definition: unknown): number {
  return listOf(definition, 'edges').length;
}

function withoutPositions(definition: unknown): unknown {
  if (!isObject(definition) || !Array.isArray(definition.nodes)) return definition;
  return { ...definition, nodes: definition.nodes.map(withoutPosition) };
}

function withoutPosition(node: unknown): unknown {
  if (!isObject(node)) return node;
  const { position: _, ...rest } = node;
  return rest;
}

function nodesById(definition: unknown): Map<string, unknown> {
  const nodes = new Map<string, unknown>();
  for (const node of listOf(definition, 'nodes')) {
    if (isObject(node) && typeof node.id === 'string') nodes.set(node.id, withoutPosition(node));
  }
  return nodes;
}

function edgeCounts(definition: unknown): Map<string, number> {
  const counts = new Map<string, number>();
  for (const edge of listOf(definition, 'edges')) {
    const key = isObject(edge)
      ? JSON.stringify([edge.source, edge.target, edge.source_handle ?? null])
      : JSON.stringify(edge);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** How many of the first are not among the second. */
function surplus(these: Map<string, number>, those: Map<string, number>): number {
  let count = 0;
  for (const [key, number] of these) count += Math.max(0, number - (those.get(key) ?? 0));
  return count;
}

function listOf(definition: unknown, name: 'nodes' | 'edges'): unknown[] {
  const list = isObject(definition) ? definition[name] : undefined;
  return Array.isArray(list) ? list : [];
}
