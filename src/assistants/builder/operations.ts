/**
 * Applies operations to a definition, one after the other. This works for any draft, even an invalid one, and reports
 * operations that are impossible. Whether the result is valid, only validation decides.
 */
import { type Edge, quote } from '../../engine/definition.ts';
import { isObject } from '../../platform/is-object.ts';
import type { EditOperation } from './edit-params.ts';

export interface Edited {
  /** Only usable when there are no problems. */
  definition: Record<string, unknown>;
  problems: string[];
}

export function applyOperations(draft: unknown, operations: readonly EditOperation[]): Edited {
  const editing = openDraft(draft);
  const problems: string[] = [];
  operations.forEach((operation, index) => {
    const problem = fieldProblem(operation) ?? apply(editing, operation);
    if (problem !== undefined) problems.push(`Operation ${index + 1} (${operation.operation}): ${problem}`);
  });
  return { definition: closeDraft(editing), problems: [...problems, ...findDanglingEdges(editing)] };
}

/** The lists are copies, but their elements belong to the draft and must not be changed. */
interface Editing {
  whole: Record<string, unknown>;
  nodes: unknown[];
  edges: unknown[];
  /** The edges that operations have added. Only for these, a missing node is a problem of the operation. */
  added: Set<Edge>;
  isReadable: boolean;
}

type Field = Exclude<keyof EditOperation, 'operation'>;

const FIELDS: { [Name in EditOperation['operation']]: { needed: readonly Field[]; optional?: readonly Field[] } } = {
  add_node: { needed: ['node'] },
  update_node: { needed: ['id'], optional: ['name', 'type', 'params', 'set_params', 'position'] },
  remove_node: { needed: ['id'] },
  add_edge: { needed: ['source', 'target'], optional: ['source_handle'] },
  remove_edge: { needed: ['source', 'target'], optional: ['source_handle'] },
  set_settings: { needed: ['settings'] },
  replace: { needed: ['definition'] },
};

/** Also rejects fields that do not belong to the operation, because they would be ignored silently. */
function fieldProblem({ operation, ...fields }: EditOperation): string | undefined {
  const { needed, optional = [] } = FIELDS[operation];
  const missing = needed.filter(field => fields[field] === undefined);
  if (missing.length > 0) return `${quoteAll(missing)} is required`;
  const known: readonly string[] = [...needed, ...optional];
  const unknown = Object.keys(fields).filter(field => !known.includes(field));
  if (unknown.length > 0) return `${quoteAll(unknown)} does not belong to it`;
  return operation === 'update_node' && Object.keys(fields).length === 1 ? 'it changes nothing' : undefined;
}

/** Returns the problem if there is one, and then changes nothing. */
function apply(editing: Editing, operation: EditOperation): string | undefined {
  const { node, id = '', source = '', target = '', source_handle = null, definition } = operation;
  if (operation.operation === 'replace') return replace(editing, definition);
  if (operation.operation === 'set_settings') return setSettings(editing, operation.settings ?? {});
  if (!editing.isReadable) return "the draft has no list of nodes and edges: 'replace' it first";
  switch (operation.operation) {
    case 'add_node':
      return addNode(editing, node);
    case 'update_node':
      return updateNode(editing, id, operation);
    case 'remove_node':
      return removeNode(editing, id);
    case 'add_edge':
      return addEdge(editing, { source, target, source_handle });
    case 'remove_edge':
      return removeEdge(editing, { source, target, source_handle });
  }
}

/** What is there but no settings is replaced, as validation ignores it. */
function setSettings(editing: Editing, settings: Record<string, unknown>): undefined {
  const before = isObject(editing.whole.settings) ? editing.whole.settings : {};
  const entries = Object.entries({ ...before, ...settings }).filter(([, value]) => value !== null);
  const { settings: _, ...others } = editing.whole;
  editing.whole = entries.length === 0 ? others : { ...others, settings: Object.fromEntries(entries) };
}

function replace(editing: Editing, definition: EditOperation['definition']): undefined {
  Object.assign(editing, openDraft(definition));
}

function addNode({ nodes }: Editing, node: EditOperation['node']): string | undefined {
  if (!node) return undefined;
  const { id, type, name = id, params = {}, position = null } = node;
  if (nodes.some(hasId(id))) return `there is a node ${quote(id)} already`;
  nodes.push({ id, type, name, params, position });
  return undefined;
}

function updateNode({ nodes }: Editing, id: string, change: EditOperation): string | undefined {
  const index = nodes.findIndex(hasId(id));
  const node = nodes[index];
  if (!isObject(node)) return missingNode(id, nodes);
  const { name, type, params, set_params, position } = change;
  const existing = isObject(node.params) ? node.params : {};
  nodes[index] = {
    ...node,
    ...(name !== undefined && { name }),
    ...(type !== undefined && { type }),
    ...((params ?? set_params) && { params: { ...(params ?? existing), ...set_params } }),
    ...(position !== undefined && { position }),
  };
  return undefined;
}

function removeNode(editing: Editing, id: string): string | undefined {
  const { nodes, edges } = editing;
  if (!nodes.some(hasId(id))) return missingNode(id, nodes);
  editing.nodes = nodes.filter(node => !hasId(id)(node));
  editing.edges = edges.filter(edge => !isObject(edge) || (edge.source !== id && edge.target !== id));
  return undefined;
}

function addEdge({ edges, added }: Editing, edge: Edge): string | undefined {
  if (edges.some(isEdge(edge))) return `there is an edge from ${describeEdge(edge)} already`;
  edges.push(edge);
  added.add(edge);
  return undefined;
}

function removeEdge(editing: Editing, edge: Edge): string | undefined {
  const remaining = editing.edges.filter(each => !isEdge(edge)(each));
  if (remaining.length === editing.edges.length) return missingEdge(edge, remaining);
  editing.edges = remaining;
  return undefined;
}

function openDraft(draft: unknown): Editing {
  const whole = isObject(draft) ? draft : {};
  const { nodes, edges } = whole;
  const isReadable = Array.isArray(nodes) && Array.isArray(edges);
  return {
    whole,
    nodes: Array.isArray(nodes) ? [...nodes] : [],
    edges: Array.isArray(edges) ? [...edges] : [],
    added: new Set(),
    isReadable,
  };
}

function closeDraft({ whole, nodes, edges, isReadable }: Editing): Record<string, unknown> {
  return isReadable ? { ...whole, nodes, edges } : whole;
}

/** Runs after all operations, because an edge may be added before its nodes. */
function findDanglingEdges({ nodes, edges, added }: Editing): string[] {
  const ids = new Set(nodes.map(node => (isObject(node) ? node.id : undefined)));
  return [...added]
    .filter(edge => edges.includes(edge))
    .flatMap(edge =>
      [edge.source, edge.target]
        .filter(id => !ids.has(id))
        .map(id => `The edge from ${describeEdge(edge)}: ${missingNode(id, nodes)}`),
    );
}

function hasId(id: string): (node: unknown) => boolean {
  return node => isObject(node) && node.id === id;
}

function isEdge({ source, target, source_handle }: Edge): (entry: unknown) => boolean {
  return entry =>
    isObject(entry) &&
    entry.source === source &&
    entry.target === target &&
    (entry.source_handle ?? null) === source_handle;
}

const NAMED = 20;

function missingNode(id: string, nodes: readonly unknown[]): string {
  const ids = nodes.flatMap(node => (isObject(node) && typeof node.id === 'string' ? [node.id] : []));
  const named = ids.length > NAMED ? `${quoteAll(ids.slice(0, NAMED))} and others` : quoteAll(ids);
  return `there is no node ${quote(id)}${ids.length > 0 ? `, but ${named}` : ''}`;
}

function missingEdge(edge: Edge, edges: readonly unknown[]): string {
  const handles = edges.flatMap(each =>
    isObject(each) && each.source === edge.source && each.target === edge.target ? [each.source_handle ?? null] : [],
  );
  const there = handles.map(handle => (handle === null ? 'the default output' : quote(String(handle))));
  const hint = there.length > 0 ? `, but one on ${[...new Set(there)].join(', ')}` : '';
  return `there is no edge from ${describeEdge(edge)}${hint}`;
}

function describeEdge({ source, target, source_handle }: Edge): string {
  return `${quote(source)} to ${quote(target)}${source_handle === null ? '' : ` on ${quote(source_handle)}`}`;
}

function quoteAll(names: readonly string[]): string {
  return names.map(quote).join(', ');
}
