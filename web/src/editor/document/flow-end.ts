/** Where a workflow ends, so that a new step can continue it without a selection. PURE. */
import { type Definition, type GraphNode, handleOf, isPoint } from '../../graph/definition.ts';
import { directionOf, turnPoint } from '../../graph/direction.ts';
import { findLoopBodies } from '../../graph/loop-bodies.ts';
import { continuingOutput, type NodeTypeIndex } from '../../graph/outputs.ts';
import type { Place } from './inserting.ts';

/**
 * Returns the output at the end of the flow. Of several ends it is that of the step that was touched last, and otherwise
 * of the one that is furthest down, or to the right. `touched` has the latest step first.
 */
export function endOfFlow(definition: Definition, types: NodeTypeIndex, touched: readonly string[]): Place {
  const ends = findEnds(definition, types);
  const direction = directionOf(definition);
  const depthOf = ({ position }: GraphNode) => (isPoint(position) ? turnPoint(position, direction).y : 0);
  const last = touched.find(id => ends.some(node => node.id === id));
  const end = ends.find(({ id }) => id === last) ?? ends.toSorted((one, other) => depthOf(other) - depthOf(one))[0];
  if (!end) return { kind: 'free' };
  return { kind: 'output', source: end.id, handle: continuingOutput(end, types.get(end.type)), isSuggested: true };
}

/** The steps that triggers lead to and whose main output leads nowhere. The body of a loop ends with the loop. */
function findEnds(definition: Definition, types: NodeTypeIndex): GraphNode[] {
  const { nodes, edges } = definition;
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const reached = new Set(nodes.flatMap(({ id, type }) => (types.get(type)?.is_trigger ? id : [])));
  for (const id of reached) for (const { target } of outgoing.get(id) ?? []) reached.add(target);
  const inLoops = new Set(findLoopBodies(definition).flatMap(({ members }) => members));
  return nodes.filter(node => {
    const type = types.get(node.type);
    if (!reached.has(node.id) || inLoops.has(node.id) || !type || type.terminal) return false;
    const output = continuingOutput(node, type);
    const used = (outgoing.get(node.id) ?? []).map(handleOf).filter(handle => handle !== 'error');
    // Of a loop only `done` goes on; a step with branches has an end only where none of them leads on.
    return output === 'done' ? !used.includes(output) : used.length === 0;
  });
}
