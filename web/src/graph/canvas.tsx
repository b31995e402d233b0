/** The one canvas of the console: for editing, for watching a run, and for the difference between two versions. */
import * as texts from '../texts/graph.ts';
import '@xyflow/react/dist/base.css';
import {
  Background,
  type Connection,
  Controls,
  type FinalConnectionState,
  MiniMap,
  NodeToolbar,
  Position,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import classes from './canvas.module.css';
import { CanvasActions, type InsertionPlace } from './canvas-actions.ts';
import type { Catalog } from './catalog.ts';
import { type Definition, findNode, type GraphEdge, type Point } from './definition.ts';
import { type FlowEdge, type FlowNode, type StepMark, stepLabel } from './flow-items.ts';
import { withPositions } from './layout.ts';
import { LoopAreas } from './loop-areas.tsx';
import { NoteCard } from './note-card.tsx';
import { indexNodeTypes } from './outputs.ts';
import type { Box } from './sizes.ts';
import { StepCard } from './step-card.tsx';
import { StepEdge } from './step-edge.tsx';
import { type FlowState, useFlow } from './use-flow.ts';
import { firstView, readDirection, type View, viewThatShows } from './viewport.ts';
import { walk } from './walking.ts';

export type { InsertionPlace } from './canvas-actions.ts';
export type { StepMark } from './flow-items.ts';

export interface CanvasEditing {
  /** By the keys of steps and notes. */
  onMove(positions: ReadonlyMap<string, Point>): void;
  onResizeNote(key: string, box: Box): void;
  canConnect(edge: GraphEdge): boolean;
  onConnect(edge: GraphEdge): void;
  onReconnect(before: GraphEdge, edge: GraphEdge): void;
  /** Somebody asks for a new step. `at` is in the window. */
  onInsert(place: InsertionPlace, at: Point): void;
}

export interface CanvasProps {
  definition: Definition;
  catalog: Catalog;
  marks?: ReadonlyMap<string, StepMark> | undefined;
  /** The keys of edges with a problem. */
  edgeIssues?: ReadonlySet<string> | undefined;
  edgeDifferences?: ReadonlyMap<string, 'added' | 'removed'> | undefined;
  selected?: ReadonlySet<string> | undefined;
  onSelect?: ((keys: ReadonlySet<string>) => void) | undefined;
  onOpen?: ((key: string) => void) | undefined;
  editing?: CanvasEditing | undefined;
  /** What can be done with the selection. It stands above the selected steps. */
  toolbar?: ReactNode;
  label?: string;
  ref?: Ref<CanvasHandle>;
}

export interface CanvasHandle {
  focus(): void;
  /** Moves the view until a step can be seen. */
  reveal(key: string): void;
  fit(): void;
  /** The middle of what can be seen, in the coordinates of the definition. */
  center(): Point;
  /** Where the lower edge of a step is in the window. */
  below(key: string): Point;
}

const NODE_TYPES = { step: StepCard, note: NoteCard };
const EDGE_TYPES = { step: StepEdge };
const ARIA_LABELS = {
  'controls.ariaLabel': texts.view,
  'controls.zoomIn.ariaLabel': texts.zoom,
  'controls.zoomOut.ariaLabel': texts.zoomOut,
  'controls.fitView.ariaLabel': texts.fitIntoView,
  'minimap.ariaLabel': texts.mapWorkflow,
};
const SNAP: [number, number] = [8, 8];
const MAP_SIZE = { width: 144, height: 96 };
const FIT = { padding: 0.1, maxZoom: 1 };

type Instance = ReactFlowInstance<FlowNode, FlowEdge>;

export function Canvas(given: CanvasProps) {
  const { catalog, marks, editing, onOpen, label = texts.workflowCanvas } = given;
  const types = useMemo(() => indexNodeTypes(catalog.node_types), [catalog]);
  const definition = useMemo(() => withPositions(given.definition, types), [given.definition, types]);
  const props = { ...given, definition };
  const wrapper = useRef<HTMLDivElement>(null);
  const instance = useRef<Instance>(null);
  const flow = useFlow(props, types);
  const view = useFirstView(wrapper, flow);
  const hint = useId();
  const current = [...flow.selected].findLast(key => findNode(definition, key) !== undefined);
  const handle = useHandle(wrapper, instance, flow);
  useImperativeHandle(props.ref, () => handle, [handle]);
  const actions = useActions(editing);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.defaultPrevented || hasModifier(event)) return;
    const direction = readDirection(event.key);
    if (direction) {
      event.preventDefault();
      const next = walk(definition, flow.boxes, current, direction);
      if (next === undefined) return;
      flow.select(new Set([next]));
      handle.reveal(next);
    } else if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault();
      onOpen?.(current);
    } else if (event.key === 'Escape' && flow.selected.size > 0) {
      event.preventDefault();
      flow.select(new Set());
    }
  };

  const node = current === undefined ? undefined : findNode(definition, current);
  return (
    <div
      ref={wrapper}
      className={classes.canvas}
      role="application"
      aria-label={label}
      aria-describedby={hint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas is one stop for the keyboard and handles its keys
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <span id={hint} className="visually-hidden">
        {texts.arrowKeysWalkStep}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {node && stepLabel(node, types.get(node.type)?.title ?? node.type, marks?.get(node.id))}
      </span>
      {view && (
        <CanvasActions value={actions}>
          <Flow props={props} flow={flow} view={view} instance={instance} focus={handle.focus} />
        </CanvasActions>
      )}
    </div>
  );
}

interface FlowProps {
  props: CanvasProps;
  flow: FlowState;
  view: View;
  instance: RefObject<Instance | null>;
  focus(): void;
}

function Flow({ props: { editing, onOpen, onSelect, toolbar }, flow, view, instance, focus }: FlowProps) {
  const isEditing = editing !== undefined;
  return (
    <ReactFlow<FlowNode, FlowEdge>
      ref={withoutRole}
      nodes={flow.nodes}
      edges={flow.edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodesChange={flow.onNodesChange}
      onEdgesChange={flow.onEdgesChange}
      onNodeClick={(event, node) => {
        focus();
        if (!hasModifier(event)) onOpen?.(node.id);
      }}
      onEdgeClick={focus}
      onPaneClick={focus}
      onConnect={connection => editing?.onConnect(toEdge(connection))}
      onReconnect={(before, connection) => before.data && editing?.onReconnect(before.data.edge, toEdge(connection))}
      onConnectEnd={(event, state) => {
        const place = droppedOutput(state);
        if (place) editing?.onInsert(place, pointOf(event));
      }}
      isValidConnection={connection => editing?.canConnect(toEdge(connection)) ?? false}
      onInit={made => {
        instance.current = made;
      }}
      defaultViewport={view}
      minZoom={0.04}
      maxZoom={2}
      nodesDraggable={isEditing}
      nodesConnectable={isEditing}
      edgesReconnectable={isEditing}
      elementsSelectable={onSelect !== undefined}
      nodesFocusable={false}
      edgesFocusable={false}
      disableKeyboardA11y
      deleteKeyCode={null}
      connectOnClick={false}
      nodeDragThreshold={3}
      snapToGrid
      snapGrid={SNAP}
      panOnScroll
      zoomOnDoubleClick={false}
      connectionRadius={28}
      ariaLabelConfig={ARIA_LABELS}
    >
      <Background gap={24} size={1} color="var(--line)" />
      <LoopAreas areas={flow.areas} />
      <Controls showInteractive={false} fitViewOptions={FIT} position="bottom-left" className={classes.controls} />
      <MiniMap
        position="bottom-right"
        className={classes.map}
        style={MAP_SIZE}
        pannable
        zoomable
        nodeColor="var(--line-strong)"
        nodeStrokeWidth={0}
        nodeBorderRadius={8}
      />
      {toolbar && flow.selected.size > 0 && (
        <NodeToolbar nodeId={[...flow.selected]} isVisible position={Position.Top} offset={10}>
          {toolbar}
        </NodeToolbar>
      )}
    </ReactFlow>
  );
}

/** React Flow calls itself an application too, and one inside another would confuse screen readers. */
function withoutRole(element: HTMLDivElement | null): void {
  element?.setAttribute('role', 'presentation');
}

/** The view is known before React Flow begins, so that nothing jumps. */
function useFirstView(wrapper: RefObject<HTMLDivElement | null>, { nodes, boxes }: FlowState): View | undefined {
  const [view, setView] = useState<View>();
  useLayoutEffect(() => {
    if (view || !wrapper.current) return;
    const steps = nodes.flatMap(({ id, type }) => (type === 'step' ? (boxes.get(id) ?? []) : []));
    setView(firstView(steps, wrapper.current.getBoundingClientRect()));
  }, [view, wrapper, nodes, boxes]);
  return view;
}

function useHandle(
  wrapper: RefObject<HTMLDivElement | null>,
  instance: RefObject<Instance | null>,
  flow: FlowState,
): CanvasHandle {
  const boxes = useRef(flow.boxes);
  boxes.current = flow.boxes;
  return useMemo(() => {
    const pane = () => wrapper.current?.getBoundingClientRect() ?? new DOMRect();
    return {
      focus: () => wrapper.current?.focus({ preventScroll: true }),
      reveal: key => {
        const box = boxes.current.get(key);
        const now = instance.current?.getViewport();
        const view = box && now && viewThatShows(box, now, pane());
        if (view) void instance.current?.setViewport(view, { duration: 120 });
      },
      fit: () => void instance.current?.fitView(FIT),
      center: () => {
        const { x, y, width, height } = pane();
        return instance.current?.screenToFlowPosition({ x: x + width / 2, y: y + height / 2 }) ?? { x: 0, y: 0 };
      },
      below: key => {
        const { x, y, width } = pane();
        const box = boxes.current.get(key);
        const place = box && { x: box.x + box.width / 2, y: box.y + box.height };
        return (place && instance.current?.flowToScreenPosition(place)) ?? { x: x + width / 2, y: y + 80 };
      },
    };
  }, [wrapper, instance]);
}

function useActions(editing: CanvasEditing | undefined) {
  const latest = useRef(editing);
  latest.current = editing;
  return useMemo(
    () => ({
      insert: (place: InsertionPlace, event: { clientX: number; clientY: number }) =>
        latest.current?.onInsert(place, { x: event.clientX, y: event.clientY }),
    }),
    [],
  );
}

function hasModifier({ shiftKey, ctrlKey, metaKey, altKey }: ModifierKeys): boolean {
  return shiftKey || ctrlKey || metaKey || altKey;
}

interface ModifierKeys {
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

function toEdge({ source, target, sourceHandle = null }: Connection | FlowEdge): GraphEdge {
  return { source, target, source_handle: sourceHandle };
}

/** An output that was dropped on the empty canvas wants a new step. */
function droppedOutput({ toNode, fromNode, fromHandle, isValid }: FinalConnectionState): InsertionPlace | undefined {
  if (toNode || isValid || !fromNode || fromHandle?.type !== 'source') return undefined;
  return { kind: 'output', source: fromNode.id, handle: fromHandle.id ?? null };
}

function pointOf(event: MouseEvent | TouchEvent): Point {
  const at = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 };
}
