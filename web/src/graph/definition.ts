/**
 * The definition as the console works on it. Every object keeps the keys that it does not know, because definitions are
 * stored as clients sent them.
 */

export interface Definition {
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** What holds for the runs as a whole. */
  settings?: Record<string, unknown>;
  editor?: EditorData;
}

export interface GraphNode {
  id: string;
  type: string;
  name?: string;
  params?: Record<string, unknown>;
  position?: Point | null;
}

export interface GraphEdge {
  source: string;
  target: string;
  source_handle?: string | null;
}

export interface EditorData {
  notes?: Note[];
  pins?: Record<string, { output: unknown }>;
  /** Where the workflow leads on the canvas, by default down. */
  direction?: 'down' | 'right';
}

export interface Note {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  text: string;
}

export interface Point {
  x: number;
  y: number;
}

/**
 * Reads what the API stores, which may be any JSON. The canvas can show neither a step without id nor two with the same
 * id: the former are left out and counted, the latter get a new id.
 */
export function readDefinition(json: unknown): { definition: Definition; unusable: number } {
  if (!isObject(json)) return { definition: { nodes: [], edges: [] }, unusable: json === null ? 0 : 1 };
  const nodes = listOf(json.nodes);
  const edges = listOf(json.edges);
  const usableNodes = withDistinctIds(nodes.flatMap(entry => readNode(entry) ?? []));
  const usableEdges = edges.filter(isEdge);
  const { editor, ...rest } = json;
  return {
    definition: {
      ...rest,
      nodes: usableNodes,
      edges: usableEdges,
      ...(isObject(editor) && { editor: readEditorData(editor) }),
    },
    unusable: nodes.length - usableNodes.length + edges.length - usableEdges.length,
  };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isPoint(value: unknown): value is Point {
  return isObject(value) && Number.isFinite(value.x) && Number.isFinite(value.y);
}

/** Returns the output that an edge leaves by, with null for the default one. */
export function handleOf(edge: GraphEdge): string | null {
  return edge.source_handle ?? null;
}

/** Identifies an edge among all that can be selected. No step id has a colon in it. */
export function edgeKey(edge: GraphEdge): string {
  return `edge:${edge.source}:${edge.target}:${handleOf(edge) ?? ''}`;
}

export function isSameEdge(one: GraphEdge, other: GraphEdge): boolean {
  return one.source === other.source && one.target === other.target && handleOf(one) === handleOf(other);
}

/** Identifies a note among all that can be selected. */
export function noteKey(id: string): string {
  return `note:${id}`;
}

export function findNode(definition: Definition, id: string): GraphNode | undefined {
  return definition.nodes.find(node => node.id === id);
}

export function findNote(definition: Definition, key: string): Note | undefined {
  return definition.editor?.notes?.find(note => noteKey(note.id) === key);
}

/** Returns the name for people: the id is what templates use, so it serves where there is no name. */
export function displayName(node: GraphNode): string {
  return typeof node.name === 'string' && node.name.trim() !== '' ? node.name : node.id;
}

/** Returns the name of a step for people, or its id when there is no such step. */
export function nameOfStep(definition: Definition, id: string): string {
  const node = findNode(definition, id);
  return node ? displayName(node) : id;
}

/** Returns `wanted`, or the first of `wanted_2`, `wanted_3` … that is free. */
export function freeId(wanted: string, taken: { has(id: string): boolean }): string {
  if (!taken.has(wanted)) return wanted;
  const base = wanted.replace(/_\d+$/, '') || wanted;
  for (let number = 2; ; number++) {
    const id = `${base}_${number}`;
    if (!taken.has(id)) return id;
  }
}

const STEP_ID = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export function isStepId(id: string): boolean {
  return STEP_ID.test(id);
}

/** Makes an id of a title: `HTTP request` becomes `http_request`. */
export function toStepId(text: string): string {
  const id = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 48);
  return isStepId(id) ? id : `step_${id}`.replace(/_$/, '');
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function readNode(entry: unknown): GraphNode | undefined {
  if (isNode(entry)) return entry;
  if (!isObject(entry) || typeof entry.id !== 'string' || entry.id === '') return undefined;
  const { id, type, name, params, position, ...rest } = entry;
  return {
    ...rest,
    id,
    type: typeof type === 'string' ? type : '',
    ...(typeof name === 'string' && { name }),
    ...(isObject(params) && { params }),
    ...('position' in entry && { position: isPoint(position) ? position : null }),
  };
}

function isNode(value: unknown): value is GraphNode {
  if (!isObject(value)) return false;
  const { id, type, name = '', params = {}, position = null } = value;
  return (
    typeof id === 'string' &&
    id !== '' &&
    typeof type === 'string' &&
    typeof name === 'string' &&
    isObject(params) &&
    (position === null || isPoint(position))
  );
}

/** An edge refers to the first step with an id, as in the engine. */
function withDistinctIds(nodes: GraphNode[]): GraphNode[] {
  const taken = new Set(nodes.map(({ id }) => id));
  const seen = new Set<string>();
  return nodes.map(node => {
    if (!seen.has(node.id)) {
      seen.add(node.id);
      return node;
    }
    const id = freeId(node.id, taken);
    taken.add(id);
    seen.add(id);
    return { ...node, id };
  });
}

function isEdge(value: unknown): value is GraphEdge {
  if (!isObject(value)) return false;
  const { source, target, source_handle: handle = null } = value;
  return typeof source === 'string' && typeof target === 'string' && (handle === null || typeof handle === 'string');
}

function readEditorData(editor: Record<string, unknown>): EditorData {
  const { notes, pins, direction, ...rest } = editor;
  return {
    ...rest,
    ...(Array.isArray(notes) && { notes: notes.filter(isNote) }),
    ...((direction === 'down' || direction === 'right') && { direction }),
    ...(isObject(pins) && { pins: Object.fromEntries(Object.entries(pins).filter(isPinEntry)) }),
  };
}

function isNote(value: unknown): value is Note {
  if (!isPoint(value)) return false;
  const { id, width, height, text } = value as Partial<Note>;
  return typeof id === 'string' && typeof text === 'string' && Number.isFinite(width) && Number.isFinite(height);
}

function isPinEntry(entry: [string, unknown]): entry is [string, { output: unknown }] {
  return isObject(entry[1]) && 'output' in entry[1];
}
