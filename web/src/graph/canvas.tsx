/** The one canvas of the console: for editing, for watching a run, and for the difference between two versions. */
import * as texts from '../texts/graph.ts';
import '@xyflow/react/dist/base.css';
import {
  Background,
  type Connection,
  type FinalConnectionState,
  NodeToolbar,
  Position,
  ReactFlow,
} from '@xyflow/react';
import { type KeyboardEvent, memo, type RefObject, useId, useImperativeHandle, useMemo, useRef } from 'react';
import classes from './canvas.module.css';
import { CanvasActions, type InsertionPlace } from './canvas-actions.ts';
import { CanvasBar, type Failure, FailureNote, MapOfWorkflow, ZoomLevelMark } from './canvas-overlays.tsx';
import type { CanvasEditing, CanvasHandle, CanvasProps } from './canvas-props.ts';
import { type Definition, displayName, findNode, type GraphEdge, type Point } from './definition.ts';
import type { FlowEdge } from './edge-items.ts';
import { type FlowNode, stepLabel } from './flow-items.ts';
import { withPositions } from './layout.ts';
import { LoopAreas } from './loop-areas.tsx';
import { NoteCard } from './note-card.tsx';
import { indexNodeTypes } from './outputs.ts';
import { StepCard } from './step-card.tsx';
import { StepEdge } from './step-edge.tsx';
import { type FlowInstance, useFirstView, useHandle, useRevealOnResize } from './use-canvas-view.ts';
import { type FlowState, useFlow } from './use-flow.ts';
import { readDirection, type View } from './viewport.ts';
import { walk } from './walking.ts';

export type { InsertionPlace } from './canvas-actions.ts';
export type { CanvasEditing, CanvasHandle, CanvasProps } from './canvas-props.ts';
export type { StepMark } from './flow-items.ts';

const NODE_TYPES = { step: StepCard, note: NoteCard };
const EDGE_TYPES = { step: StepEdge };
const ARIA_LABELS = {
  'minimap.ariaLabel': texts.mapWorkflow,
};
const SNAP: [number, number] = [8, 8];
/** Above the selected steps and their captions. */
const TOOLBAR_OFFSET = 24;

export const Canvas = memo(function Canvas(given: CanvasProps) {
  const { catalog, marks, editing, onOpen, label = texts.workflowCanvas } = given;
  const types = useMemo(() => indexNodeTypes(catalog.node_types), [catalog]);
  const tools = useMemo(() => new Map(catalog.tools.map(tool => [tool.name, tool])), [catalog]);
  const definition = useMemo(() => withPositions(given.definition, types), [given.definition, types]);
  const wrapper = useRef<HTMLDivElement>(null);
  const instance = useRef<FlowInstance>(null);
  const flow = useFlow({ ...given, definition }, types, tools);
  const view = useFirstView(wrapper, flow);
  const hint = useId();
  const current = [...flow.selected].findLast(key => findNode(definition, key) !== undefined);
  const handle = useHandle(wrapper, instance, flow);
  useImperativeHandle(given.ref, () => handle, [handle]);
  const actions = useActions(editing);
  useRevealOnResize(wrapper, handle, current);
  const failure = useMemo(() => findFailure(flow.topology, marks), [flow.topology, marks]);
  const events = useEvents(given, handle, instance);

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
          <Flow
            flow={flow}
            events={events}
            view={view}
            wrapper={wrapper}
            failure={failure}
            marks={marks}
            isEditing={editing !== undefined}
            isSelectable={given.onSelect !== undefined}
            toolbar={given.toolbar}
            tools={given.tools}
            status={given.status}
            onFit={handle.fit}
          />
        </CanvasActions>
      )}
    </div>
  );
});

interface FlowProps extends Pick<CanvasProps, 'marks' | 'toolbar' | 'tools' | 'status'> {
  flow: FlowState;
  events: FlowEvents;
  view: View;
  wrapper: RefObject<HTMLDivElement | null>;
  failure: Failure | undefined;
  isEditing: boolean;
  isSelectable: boolean;
  onFit(): void;
}

const Flow = memo(function Flow({ flow, events, view, wrapper, failure, isEditing, ...rest }: FlowProps) {
  const { marks, isSelectable, toolbar, tools, status, onFit } = rest;
  return (
    <ReactFlow<FlowNode, FlowEdge>
      ref={withoutRole}
      nodes={flow.nodes}
      edges={flow.edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodesChange={flow.onNodesChange}
      onEdgesChange={flow.onEdgesChange}
      {...events}
      defaultViewport={view}
      minZoom={0.04}
      maxZoom={2}
      nodesDraggable={isEditing}
      nodesConnectable={isEditing}
      edgesReconnectable={isEditing}
      elementsSelectable={isSelectable}
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
      <Background gap={24} size={1.2} color="var(--line-strong)" />
      <ZoomLevelMark wrapper={wrapper} />
      <LoopAreas areas={flow.areas} marks={marks} />
      <CanvasBar tools={tools} status={status} onFit={onFit} />
      <MapOfWorkflow />
      {failure && !flow.selected.has(failure.key) && <FailureNote key={failure.error} failure={failure} />}
      {toolbar && flow.selected.size > 0 && (
        <NodeToolbar nodeId={[...flow.selected]} isVisible position={Position.Top} offset={TOOLBAR_OFFSET}>
          {toolbar}
        </NodeToolbar>
      )}
    </ReactFlow>
  );
});

type FlowEvents = ReturnType<typeof useEvents>;

/** What React Flow reports. It draws all steps and edges again when one of these is another function. */
function useEvents(
  { editing, onOpen }: CanvasProps,
  { focus }: CanvasHandle,
  instance: RefObject<FlowInstance | null>,
) {
  const latest = useRef({ editing, onOpen });
  latest.current = { editing, onOpen };
  return useMemo(
    () => ({
      onInit(made: FlowInstance) {
        instance.current = made;
      },
      onNodeClick(event: ModifierKeys, node: FlowNode) {
        focus();
        if (!hasModifier(event)) latest.current.onOpen?.(node.id);
      },
      onEdgeClick: focus,
      onPaneClick: focus,
      onConnect: (connection: Connection) => latest.current.editing?.onConnect(toEdge(connection)),
      onReconnect(before: FlowEdge, connection: Connection) {
        if (before.data) latest.current.editing?.onReconnect(before.data.edge, toEdge(connection));
      },
      onConnectEnd(event: MouseEvent | TouchEvent, state: FinalConnectionState) {
        const place = droppedOutput(state);
        if (place) latest.current.editing?.onInsert(place, pointOf(event));
      },
      isValidConnection: (connection: Connection | FlowEdge) =>
        latest.current.editing?.canConnect(toEdge(connection)) ?? false,
    }),
    [focus, instance],
  );
}

/** React Flow calls itself an application too, and one inside another would confuse screen readers. */
function withoutRole(element: HTMLDivElement | null): void {
  element?.setAttribute('role', 'presentation');
}

/** The step that ended the run. While it is open, the panel beside the canvas tells the error. */
function findFailure(definition: Definition, marks: CanvasProps['marks']): Failure | undefined {
  for (const node of definition.nodes) {
    const error = marks?.get(node.id)?.error;
    if (error) return { key: node.id, name: displayName(node), error };
  }
  return undefined;
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
