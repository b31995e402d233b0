/**
 * The nodes and edges that React Flow draws. An object stays the same as long as nothing about it changes, because React
 * Flow draws everything again that is a new object: with 200 steps that decides how it feels.
 */

import type { Node } from '@xyflow/react';
import { countErrors, countWarnings } from '../texts/counts.ts';
import * as texts from '../texts/graph.ts';
import { stepStates } from '../texts/states.ts';
import type { CatalogTool } from './catalog.ts';
import {
  type Definition,
  displayName,
  type GraphNode,
  handleOf,
  isPoint,
  type Note,
  noteKey,
  type Point,
} from './definition.ts';
import type { NodeTypeIndex } from './outputs.ts';
import { outputOffsets, type Shape, shapesOf } from './sizes.ts';
import { lookOfStep, type StepLook } from './step-look.ts';
import { summarizeStep } from './step-summary.ts';

export interface StepMark {
  state?: StepState;
  text?: string;
  items?: ItemCount;
  /** What came out of the step, in one line. */
  result?: string;
  /** Why the run ended here. */
  error?: string;
  /** The outputs by which the run went on, with null for the default one. */
  taken?: readonly (string | null)[];
  errors?: number;
  warnings?: number;
  pinned?: boolean;
  difference?: 'added' | 'removed' | 'changed';
}

export type StepState = 'queued' | 'running' | 'waiting' | 'success' | 'failed' | 'skipped';

export interface ItemCount {
  done: number;
  total: number;
  failed: number;
  /** How each item ended, or, of many items, what is worst among neighbours. Only of loops. */
  strip?: readonly ItemEnd[];
}

export type ItemEnd = 'pending' | 'running' | 'waiting' | 'success' | 'failed' | 'skipped';

export type StepFlowNode = Node<StepData, 'step'>;
export type NoteFlowNode = Node<{ note: Note; isEditing: boolean }, 'note'>;
export type FlowNode = StepFlowNode | NoteFlowNode;

export interface StepData extends Record<string, unknown> {
  id: string;
  /** What people call it. */
  name: string;
  /** Where the definition has it. */
  place: Point;
  /** The title of its type. */
  title: string;
  category: string;
  look: StepLook;
  /** What it does, in one line. */
  summary: string;
  result: string | undefined;
  shape: Shape;
  /** Which outputs have an edge, `error` last. */
  connected: readonly boolean[];
  mark: StepMark | undefined;
  isEditing: boolean;
}

export interface FlowInput {
  definition: Definition;
  types: NodeTypeIndex;
  tools: ToolIndex;
  marks: ReadonlyMap<string, StepMark> | undefined;
  selected: ReadonlySet<string>;
  /** Where things are while somebody drags them. */
  dragged: ReadonlyMap<string, Point>;
  /** Sizes of notes while somebody changes them. */
  resized: ReadonlyMap<string, { width: number; height: number }>;
  isEditing: boolean;
}

/** The tools of the catalog by their names. */
export type ToolIndex = ReadonlyMap<string, CatalogTool>;

export const HANDLE_SIZE = 10;
const ORIGIN: Point = { x: 0, y: 0 };

/** The last input and what was made of it. */
export interface Drawn {
  input: FlowInput;
  nodes: FlowNode[];
}

export function toFlowNodes(input: FlowInput, before: Drawn | undefined): FlowNode[] {
  const isMoving = before !== undefined && isSameContent(before.input, input);
  const made = isMoving ? before.nodes.map(node => withPlace(node, input)) : draw(input, before);
  const isSame = made.length === before?.nodes.length && made.every((node, index) => node === before.nodes[index]);
  return isSame ? before.nodes : made;
}

function draw(input: FlowInput, before: Drawn | undefined): FlowNode[] {
  const { definition, types } = input;
  const previous = new Map(before?.nodes.map(node => [node.id, node]));
  const isCatalogSame = before?.input.types === types && before.input.tools === input.tools;
  const unchanged = new Set(isCatalogSame ? before.input.definition.nodes : []);
  const shapes = shapesOf(definition, types);
  const outputs = new Map<string, Set<string | null>>();
  for (const edge of definition.edges) {
    const known = outputs.get(edge.source);
    if (known) known.add(handleOf(edge));
    else outputs.set(edge.source, new Set([handleOf(edge)]));
  }
  const steps = definition.nodes.flatMap(node => {
    const shape = shapes.get(node.id);
    if (!shape) return [];
    const connected = [...shape.outputs, 'error'].map(output => outputs.get(node.id)?.has(output) ?? false);
    return keep(
      previous.get(node.id),
      toStepNode(node, shape, connected, input, unchanged.has(node) ? previous.get(node.id) : undefined),
    );
  });
  const notes = (definition.editor?.notes ?? []).map(note =>
    keep(previous.get(noteKey(note.id)), toNoteNode(note, input)),
  );
  return [...notes, ...steps];
}

/**
 * Returns the result that hangs below a step. What tells it elsewhere leaves it out: a note beside the step its error,
 * and a thick edge the output that was chosen.
 */
export function resultBelow(mark: StepMark | undefined, hasEdge: (handle: string) => boolean): string | undefined {
  if (!mark?.result || mark.error || hasEdge(mark.result)) return undefined;
  return mark.result;
}

/** What screen readers say of a step. */
export function stepLabel(node: GraphNode, title: string, mark: StepMark | undefined, summary = ''): string {
  const name = displayName(node);
  return [
    name,
    title,
    ...(name === node.id ? [] : [node.id]),
    ...(summary === '' ? [] : [summary]),
    ...(mark?.state ? [stepStates[mark.state]] : []),
    ...(mark?.text ? [mark.text] : []),
    ...(mark?.items ? [texts.items(mark.items.done, mark.items.total)] : []),
    ...(mark?.result ? [texts.resultIs(mark.result)] : []),
    ...(mark?.errors ? [countErrors(mark.errors)] : []),
    ...(mark?.warnings ? [countWarnings(mark.warnings)] : []),
    ...(mark?.pinned ? [texts.outputPinned] : []),
    ...(mark?.difference ? [mark.difference] : []),
  ].join(', ');
}

function toStepNode(
  node: GraphNode,
  shape: Shape,
  connected: readonly boolean[],
  { types, tools, marks, selected, dragged, isEditing }: FlowInput,
  before: FlowNode | undefined,
): StepFlowNode {
  const type = types.get(node.type);
  const title = type?.title ?? (node.type || texts.noType);
  const mark = marks?.get(node.id);
  // Nothing is read again of a step that is the same object as before.
  const known = before?.type === 'step' ? before.data : undefined;
  const place = isPoint(node.position) ? node.position : ORIGIN;
  const tool = typeof node.params?.tool === 'string' ? tools.get(node.params.tool) : undefined;
  const look = known?.look ?? lookOfStep(node, type?.category, tool);
  const result = resultBelow(mark, handle => connected[shape.outputs.indexOf(handle)] ?? false);
  const summary = known?.summary ?? summarizeStep(node, tool?.display_name);
  return {
    id: node.id,
    type: 'step',
    position: dragged.get(node.id) ?? place,
    selected: selected.has(node.id),
    // Sizes and places of handles are known, so nothing has to be measured before edges can be drawn.
    measured: shape.size,
    width: shape.size.width,
    height: shape.size.height,
    handles: toHandles(shape),
    ariaRole: 'group',
    ariaLabel: stepLabel(node, title, mark, summary),
    data: {
      id: node.id,
      name: displayName(node),
      place,
      title,
      category: type?.category ?? 'action',
      look,
      summary,
      result,
      shape,
      connected,
      mark,
      isEditing,
    },
  };
}

function toNoteNode(note: Note, { selected, dragged, resized, isEditing }: FlowInput): NoteFlowNode {
  const key = noteKey(note.id);
  const { width, height } = resized.get(key) ?? note;
  return {
    id: key,
    type: 'note',
    position: dragged.get(key) ?? { x: note.x, y: note.y },
    selected: selected.has(key),
    measured: { width, height },
    width,
    height,
    zIndex: -1,
    ariaRole: 'group',
    ariaLabel: `Note: ${note.text.slice(0, 80) || 'empty'}`,
    data: { note, isEditing },
  };
}

function toHandles(shape: Shape): NonNullable<StepFlowNode['handles']> {
  const { width, height } = shape.size;
  const size = { width: HANDLE_SIZE, height: HANDLE_SIZE };
  const half = HANDLE_SIZE / 2;
  if (shape.direction === 'right') {
    return [
      { id: null, type: 'target', position: 'left', x: 0, y: height / 2 - half, ...size },
      ...outputOffsets(shape).map((y, index) => {
        const id = shape.outputs[index] ?? null;
        return { id, type: 'source', position: 'right', x: width - half, y: y - half, ...size } as const;
      }),
      ...(shape.hasError
        ? [{ id: 'error', type: 'source', position: 'bottom', x: width / 2 - half, y: height - half, ...size } as const]
        : []),
    ] as NonNullable<StepFlowNode['handles']>;
  }
  return [
    { id: null, type: 'target', position: 'top', x: width / 2 - half, y: 0, ...size },
    ...outputOffsets(shape).map((x, index) => {
      const id = shape.outputs[index] ?? null;
      return { id, type: 'source', position: 'bottom', x: x - half, y: height - half, ...size } as const;
    }),
    ...(shape.hasError
      ? [{ id: 'error', type: 'source', position: 'right', x: width - half, y: height / 2 - half, ...size } as const]
      : []),
  ] as NonNullable<StepFlowNode['handles']>;
}

/** Returns the old object when nothing that is drawn has changed. */
function keep<Item extends FlowNode>(before: FlowNode | undefined, item: Item): FlowNode {
  if (!before || before.type !== item.type) return item;
  const isSame =
    before.position.x === item.position.x &&
    before.position.y === item.position.y &&
    before.selected === item.selected &&
    before.width === item.width &&
    before.height === item.height &&
    isSameData(before.data, item.data);
  if (isSame) return before;
  return isSameData(before.data, item.data) ? ({ ...item, data: before.data } as Item) : item;
}

function isSameData(before: Record<string, unknown>, data: Record<string, unknown>): boolean {
  return Object.entries(data).every(([key, value]) => {
    const old = before[key];
    return old === value || (key !== 'note' && JSON.stringify(old) === JSON.stringify(value));
  });
}

/** While somebody drags or selects, the cards stay as they are: there is nothing to compute but places. */
function isSameContent(before: FlowInput, input: FlowInput): boolean {
  return (
    before.definition === input.definition &&
    before.types === input.types &&
    before.tools === input.tools &&
    before.marks === input.marks &&
    before.resized === input.resized &&
    before.isEditing === input.isEditing
  );
}

function withPlace(node: FlowNode, { selected, dragged }: FlowInput): FlowNode {
  const isSelected = selected.has(node.id);
  const position = dragged.get(node.id) ?? placeOf(node);
  const isSame = node.selected === isSelected && node.position.x === position.x && node.position.y === position.y;
  return isSame ? node : { ...node, selected: isSelected, position };
}

/** The place that the definition has, when nobody drags. */
function placeOf(node: FlowNode): Point {
  if (node.type === 'step') return node.data.place;
  const { x, y } = node.data.note;
  return { x, y };
}
