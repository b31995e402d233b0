/** The edges that React Flow draws. As with nodes, an edge stays the same object as long as nothing about it changes. */
import type { Edge } from '@xyflow/react';
import * as texts from '../texts/graph.ts';
import { type Definition, edgeKey, type GraphEdge, handleOf, isPoint } from './definition.ts';
import { directionOf, turnBox } from './direction.ts';
import { type FlowInput, resultBelow, type StepMark } from './flow-items.ts';
import type { NodeTypeIndex } from './outputs.ts';
import { type Bend, chooseBend } from './routing.ts';
import { outputOffsets, shapesOf } from './sizes.ts';
import { type EdgeState, readEdgeStates } from './taken-edges.ts';

export type FlowEdge = Edge<EdgeData, 'step'>;

export interface EdgeData extends Record<string, unknown> {
  edge: GraphEdge;
  isEditing: boolean;
  hasIssue: boolean;
  difference: 'added' | 'removed' | undefined;
  bend: Bend;
  /** What a run did with the edge. */
  state: EdgeState | undefined;
  /** Whether the result of its step hangs over its beginning. */
  isCovered: boolean;
}

export interface EdgeDecorations {
  /** The keys of edges with a problem. */
  issues: ReadonlySet<string> | undefined;
  differences: ReadonlyMap<string, 'added' | 'removed'> | undefined;
  marks: ReadonlyMap<string, StepMark> | undefined;
}

export function toFlowEdges(
  { definition, selected, isEditing }: Pick<FlowInput, 'definition' | 'selected' | 'isEditing'>,
  bends: ReadonlyMap<string, Bend>,
  decorations: EdgeDecorations,
  previous: ReadonlyMap<string, FlowEdge>,
): FlowEdge[] {
  const ids = new Set(definition.nodes.map(({ id }) => id));
  const drawn = definition.edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  const used = new Set(drawn.map(edge => `${edge.source} ${handleOf(edge)}`));
  const states = readEdgeStates(definition, decorations.marks);
  // Two equal edges are one for the eye. Validation reports them.
  const distinct = new Map(drawn.map(edge => [edgeKey(edge), edge]));
  return [...distinct].map(([id, edge]) => {
    const before = previous.get(id);
    const isSelected = selected.has(id);
    const hasIssue = decorations.issues?.has(id) ?? false;
    const difference = decorations.differences?.get(id);
    const bend = bends.get(id) ?? 'middle';
    const state = states.get(id);
    const mark = decorations.marks?.get(edge.source);
    const isCovered = resultBelow(mark, handle => used.has(`${edge.source} ${handle}`)) !== undefined;
    const isSame =
      before?.data?.edge === edge &&
      before.selected === isSelected &&
      before.data.isEditing === isEditing &&
      before.data.hasIssue === hasIssue &&
      before.data.difference === difference &&
      before.data.bend === bend &&
      before.data.state === state &&
      before.data.isCovered === isCovered;
    if (isSame) return before;
    return {
      id,
      type: 'step',
      source: edge.source,
      target: edge.target,
      sourceHandle: handleOf(edge),
      selected: isSelected,
      ariaRole: 'img',
      ariaLabel: edgeLabel(edge),
      data: { edge, isEditing, hasIssue, difference, bend, state, isCovered },
    };
  });
}

/** Returns where the edges turn, by their keys. It changes only when something was dropped, not while it is dragged. */
export function chooseBends(definition: Definition, types: NodeTypeIndex): ReadonlyMap<string, Bend> {
  const direction = directionOf(definition);
  const shapes = shapesOf(definition, types);
  const boxes = new Map(
    definition.nodes.flatMap(({ id, position }) => {
      const shape = shapes.get(id);
      return shape && isPoint(position) ? [[id, turnBox({ ...position, ...shape.size }, direction)] as const] : [];
    }),
  );
  const obstacles = [...boxes];
  return new Map(
    definition.edges.flatMap(edge => {
      const [source, target, shape] = [boxes.get(edge.source), boxes.get(edge.target), shapes.get(edge.source)];
      const offset = shape && outputOffsets(shape)[shape.outputs.indexOf(handleOf(edge))];
      if (!source || !target || offset === undefined) return [];
      const ends = {
        sourceX: source.x + offset,
        sourceY: source.y + source.height,
        targetX: target.x + target.width / 2,
        targetY: target.y,
      };
      const others = obstacles.flatMap(([id, box]) => (id === edge.source || id === edge.target ? [] : box));
      return [[edgeKey(edge), chooseBend(ends, others)] as const];
    }),
  );
}

function edgeLabel(edge: GraphEdge): string {
  const handle = handleOf(edge);
  return texts.fromTo(edge.source, handle, edge.target);
}
