/**
 * Steps as text in the clipboard: `{nodes, edges}` of the API, so that they can be pasted into another workflow, and
 * from documentation or a chat.
 */
import { isCredentialHeader } from '../../../src/engine/credential-headers.ts';
import { parseJson } from '../look/json/parse-json.ts';
import {
  type Definition,
  edgeKey,
  type GraphEdge,
  type GraphNode,
  isObject,
  type Note,
  noteKey,
  readDefinition,
} from './definition.ts';

/** Part of a definition: the edges are those between its own steps. */
export interface Fragment {
  nodes: GraphNode[];
  edges: GraphEdge[];
  notes: Note[];
}

/** Returns the selected steps, the edges between them, and the selected notes. */
export function selectFragment(definition: Definition, selected: ReadonlySet<string>): Fragment {
  const nodes = definition.nodes.filter(({ id }) => selected.has(id));
  const ids = new Set(nodes.map(({ id }) => id));
  return {
    nodes,
    edges: definition.edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
    notes: (definition.editor?.notes ?? []).filter(({ id }) => selected.has(noteKey(id))),
  };
}

/** Writes a fragment as text. The values of credential headers stay here: a clipboard ends up in chats and documents. */
export function writeFragment({ nodes, edges, notes }: Fragment): string {
  const document = {
    nodes: nodes.map(withoutCredentials),
    edges,
    ...(notes.length > 0 && { editor: { notes } }),
  };
  return JSON.stringify(document, null, 2);
}

/**
 * Reads pasted text: a fragment, a whole definition, an export document, one step or a list of steps. Returns undefined
 * for anything else, so that ordinary text can be pasted elsewhere.
 */
export function readFragment(text: string): Fragment | undefined {
  const json = parse(text);
  const definition = findDefinition(json);
  if (!definition) return undefined;
  const { nodes, edges, editor } = readDefinition(definition).definition;
  const notes = editor?.notes ?? [];
  if (nodes.length === 0 && notes.length === 0) return undefined;
  const ids = new Set(nodes.map(({ id }) => id));
  const inner = edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  return { nodes, edges: [...new Map(inner.map(edge => [edgeKey(edge), edge])).values()], notes };
}

export function withoutCredentials(node: GraphNode): GraphNode {
  const headers = node.params?.headers;
  if (node.type !== 'http.request' || !isObject(headers)) return node;
  if (!Object.keys(headers).some(isCredentialHeader)) return node;
  const emptied = Object.entries(headers).map(([name, value]) => [name, isCredentialHeader(name) ? '' : value]);
  return { ...node, params: { ...node.params, headers: Object.fromEntries(emptied) } };
}

function parse(text: string): unknown {
  const trimmed = text
    .trim()
    .replace(/^```\w*\n/, '')
    .replace(/\n?```$/, '');
  return /^[[{]/.test(trimmed) ? parseJson(trimmed) : undefined;
}

function findDefinition(json: unknown): unknown {
  if (Array.isArray(json)) return json.every(isStep) ? { nodes: json, edges: [] } : undefined;
  if (!isObject(json)) return undefined;
  if (isStep(json)) return { nodes: [json], edges: [] };
  if (isObject(json.workflow)) return findDefinition(json.workflow.definition);
  if (isObject(json.definition)) return findDefinition(json.definition);
  return Array.isArray(json.nodes) ? { ...json, edges: json.edges ?? [] } : undefined;
}

function isStep(value: unknown): boolean {
  return isObject(value) && typeof value.id === 'string' && typeof value.type === 'string' && !('nodes' in value);
}
