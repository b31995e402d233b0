import type { EdgeChange, NodeChange } from '@xyflow/react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { keepTopology } from '../templates/topology.ts';
import type { CanvasProps } from './canvas-props.ts';
import { type Definition, noteKey, type Point } from './definition.ts';
import { directionOf, type FlowDirection } from './direction.ts';
import { chooseBends, type FlowEdge, toFlowEdges } from './edge-items.ts';
import { type Drawn, type FlowInput, type FlowNode, type ToolIndex, toFlowNodes } from './flow-items.ts';
import { findLoopBodies, type LoopArea, toLoopAreas } from './loop-bodies.ts';
import type { NodeTypeIndex } from './outputs.ts';
import type { Box, Size } from './sizes.ts';

export interface FlowState {
  /** The steps and edges, without what params say. */
  topology: Definition;
  nodes: FlowNode[];
  edges: FlowEdge[];
  areas: LoopArea[];
  direction: FlowDirection;
  /** Where the steps and notes are now. */
  boxes: ReadonlyMap<string, Box>;
  selected: ReadonlySet<string>;
  select(keys: ReadonlySet<string>): void;
  onNodesChange(changes: NodeChange<FlowNode>[]): void;
  onEdgesChange(changes: EdgeChange<FlowEdge>[]): void;
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();
const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * What React Flow draws, and what it reports back. The definition is the only state; what somebody drags at the moment
 * is kept here until it is dropped, so that a drag is one change.
 */
export function useFlow(props: CanvasProps, types: NodeTypeIndex, tools: ToolIndex): FlowState {
  const { definition, marks, edgeIssues, edgeDifferences, editing } = props;
  const [ownSelection, setOwnSelection] = useState(NO_KEYS);
  const selected = props.selected ?? ownSelection;
  const [dragged, setDragged] = useState<ReadonlyMap<string, Point>>(NOTHING);
  const [resized, setResized] = useState<ReadonlyMap<string, Size>>(NOTHING);
  const isEditing = editing !== undefined;
  const topology = useTopology(definition);

  const drawn = useRef<Drawn>(undefined);
  const nodes = useMemo(() => {
    const input: FlowInput = { definition, types, tools, marks, selected, dragged, resized, isEditing };
    const made = toFlowNodes(input, drawn.current);
    drawn.current = { input, nodes: made };
    return made;
  }, [definition, types, tools, marks, selected, dragged, resized, isEditing]);

  const bends = useMemo(() => chooseBends(topology, types), [topology, types]);
  const drawnEdges = useRef<FlowEdge[]>([]);
  const edges = useMemo(() => {
    const decorations = { issues: edgeIssues, differences: edgeDifferences, marks };
    const before = drawnEdges.current;
    const known = new Map(before.map(edge => [edge.id, edge]));
    const made = toFlowEdges({ definition: topology, selected, isEditing }, bends, decorations, known);
    // The clock of a run changes marks every second, and mostly no edge.
    if (made.length !== before.length || made.some((edge, index) => edge !== before[index])) drawnEdges.current = made;
    return drawnEdges.current;
  }, [topology, bends, selected, isEditing, edgeIssues, edgeDifferences, marks]);

  const boxes = useBoxes(nodes);
  const bodies = useMemo(() => findLoopBodies(topology), [topology]);
  const areas = useMemo(() => toLoopAreas(bodies, topology, id => boxes.get(id)), [bodies, topology, boxes]);

  // React Flow reports steps and edges one after the other, before the new selection comes back by the props.
  const latest = useRef({ selected, dragged, resized, props });
  latest.current = { selected, dragged, resized, props };
  const select = useCallback((keys: ReadonlySet<string>) => {
    latest.current.selected = keys;
    const { onSelect } = latest.current.props;
    if (onSelect) onSelect(keys);
    else setOwnSelection(keys);
  }, []);
  const selectBy = useCallback(
    (changes: readonly (NodeChange<FlowNode> | EdgeChange<FlowEdge>)[]) => {
      const keys = new Set(latest.current.selected);
      const chosen = changes.filter(change => change.type === 'select');
      if (chosen.length === 0) return;
      for (const { id, selected: isSelected } of chosen) {
        if (isSelected) keys.add(id);
        else keys.delete(id);
      }
      select(keys);
    },
    [select],
  );
  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      selectBy(changes);
      const { props: now, dragged: before, resized: sizes } = latest.current;
      const moved = new Map(before);
      const changed = new Map(sizes);
      let isOver = false;
      for (const change of changes) {
        if (change.type === 'position' && change.position) {
          moved.set(change.id, change.position);
          isOver ||= change.dragging === false;
        } else if (change.type === 'dimensions' && change.dimensions && change.resizing !== undefined) {
          changed.set(change.id, change.dimensions);
          isOver ||= !change.resizing;
        }
      }
      if (isOver) {
        finish(now, moved, changed);
        latest.current.dragged = NOTHING;
        latest.current.resized = NOTHING;
        setDragged(NOTHING);
        setResized(NOTHING);
        return;
      }
      if (moved.size > 0) {
        latest.current.dragged = moved;
        setDragged(moved);
      }
      if (changed.size > 0) {
        latest.current.resized = changed;
        setResized(changed);
      }
    },
    [selectBy],
  );
  const direction = directionOf(topology);
  return useMemo(
    () => ({
      topology,
      nodes,
      edges,
      areas,
      direction,
      boxes,
      selected,
      select,
      onNodesChange,
      onEdgesChange: selectBy,
    }),
    [topology, nodes, edges, areas, direction, boxes, selected, select, onNodesChange, selectBy],
  );
}

/** Where everything is. It stays the same object while only the words on the cards change. */
function useBoxes(nodes: readonly FlowNode[]): ReadonlyMap<string, Box> {
  const kept = useRef<ReadonlyMap<string, Box>>(new Map());
  return useMemo(() => {
    const boxes = new Map(nodes.map(node => [node.id, boxOf(node)]));
    const before = kept.current;
    const isSame = boxes.size === before.size && [...boxes].every(([id, box]) => isSameBox(box, before.get(id)));
    if (!isSame) kept.current = boxes;
    return kept.current;
  }, [nodes]);
}

function isSameBox(box: Box, other: Box | undefined): boolean {
  return box.x === other?.x && box.y === other.y && box.width === other.width && box.height === other.height;
}

/** Hands over what was dragged or resized, as one change each. */
function finish(
  { editing, definition }: CanvasProps,
  moved: ReadonlyMap<string, Point>,
  resized: ReadonlyMap<string, Size>,
): void {
  if (!editing) return;
  for (const [key, size] of resized) {
    const note = definition.editor?.notes?.find(({ id }) => noteKey(id) === key);
    if (note) editing.onResizeNote(key, { ...(moved.get(key) ?? { x: note.x, y: note.y }), ...size });
  }
  const rest = [...moved].filter(([key]) => !resized.has(key));
  if (rest.length > 0) editing.onMove(new Map(rest));
}

function boxOf({ position, width = 0, height = 0 }: FlowNode): Box {
  return { x: position.x, y: position.y, width, height };
}

/** Returns the same object while only params change that decide nothing about the graph. */
function useTopology(definition: Definition): Definition {
  const kept = useRef(definition);
  const isTurned = directionOf(kept.current) !== directionOf(definition);
  kept.current = isTurned ? definition : keepTopology(kept.current, definition);
  return kept.current;
}
