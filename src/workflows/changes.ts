/** Compares two definitions. They may be any JSON, because definitions are stored even when they are not valid. */

import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../platform/is-object.ts';
import type { RevisionChanges } from './schemas.ts';

/** Whether two values are equal as JSON, whatever the order of keys. */
export function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}

/** Whether two definitions only differ in positions and in what else only the canvas shows, which does not affect runs. */
export function isSameProcess(a: unknown, b: unknown): boolean {
  return isSame(withoutCanvas(a), withoutCanvas(b));
}

/** Pinned outputs are for drafts: they are neither published nor exported. Notes stay. */
export function withoutPins(definition: unknown): unknown {
  if (!isObject(definition) || !isObject(definition.editor) || !('pins' in definition.editor)) return definition;
  const { pins: _, ...editor } = definition.editor;
  return { ...definition, editor };
}

export function compareDefinitions(before: unknown, after: unknown): RevisionChanges {
  const [oldNodes, newNodes] = [nodesById(before), nodesById(after)];
  const [oldEdges, newEdges] = [edgeCounts(before), edgeCounts(after)];
  const isChanged = (id: string) => oldNodes.has(id) && !isSame(oldNodes.get(id), newNodes.get(id));
  return {
    added_nodes: [...newNodes.keys()].filter(id => !oldNodes.has(id)),
    removed_nodes: [...oldNodes.keys()].filter(id => !newNodes.has(id)),
    changed_nodes: [...newNodes.keys()].filter(isChanged),
    added_edges: countMissing(newEdges, oldEdges),
    removed_edges: countMissing(oldEdges, newEdges),
  };
}

export function countEdges(definition: unknown): number {
  return readList(definition, 'edges').length;
}

function withoutCanvas(definition: unknown): unknown {
  if (!isObject(definition)) return definition;
  const { editor: _, ...process } = definition;
  return Array.isArray(process.nodes) ? { ...process, nodes: process.nodes.map(withoutPosition) } : process;
}

function withoutPosition(node: unknown): unknown {
  if (!isObject(node)) return node;
  const { position: _, ...rest } = node;
  return rest;
}

function nodesById(definition: unknown): Map<string, unknown> {
  const nodes = new Map<string, unknown>();
  for (const node of readList(definition, 'nodes')) {
    if (isObject(node) && typeof node.id === 'string') nodes.set(node.id, withoutPosition(node));
  }
  return nodes;
}

function edgeCounts(definition: unknown): Map<string, number> {
  const counts = new Map<string, number>();
  for (const edge of readList(definition, 'edges')) {
    const key = isObject(edge)
      ? JSON.stringify([edge.source, edge.target, edge.source_handle ?? null])
      : JSON.stringify(edge);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Counts the edges of the first map that the second does not have. */
function countMissing(edges: Map<string, number>, others: Map<string, number>): number {
  let missing = 0;
  for (const [key, count] of edges) missing += Math.max(0, count - (others.get(key) ?? 0));
  return missing;
}

function readList(definition: unknown, name: 'nodes' | 'edges'): unknown[] {
  const list = isObject(definition) ? definition[name] : undefined;
  return Array.isArray(list) ? list : [];
}
