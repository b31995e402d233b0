/** The outputs of a step: what its type has, what its params name, and `error`. */
import { LOOP_BODY, NAMING_PARAMS } from '../templates/node-rules.ts';
import { type GraphEdge, type GraphNode, handleOf, isObject } from './definition.ts';

/** What the catalog says of a node type, as far as the graph needs it. */
export interface NodeTypeEntry {
  type: string;
  title: string;
  description: string;
  category: 'trigger' | 'action' | 'logic';
  is_trigger: boolean;
  terminal: boolean;
  handles: string[];
  /** Whether it has the default output beside its named ones. */
  default_output?: boolean;
}

export type NodeTypeIndex = ReadonlyMap<string, NodeTypeEntry>;

export function indexNodeTypes<Entry extends NodeTypeEntry>(types: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(types.map(entry => [entry.type, entry]));
}

/** Returns the output of a loop whose following steps run once per item. */
export function bodyHandle(type: string): string | undefined {
  return Object.hasOwn(LOOP_BODY, type) ? LOOP_BODY[type] : undefined;
}

/**
 * Returns the outputs without `error`, in order. `null` is the default output, which most steps with named ones lack. `edges` are
 * those that leave the step: an output that only an edge knows is shown too, or the edge would begin nowhere.
 */
export function mainOutputs(
  node: GraphNode,
  type: NodeTypeEntry | undefined,
  edges: readonly GraphEdge[] = [],
): (string | null)[] {
  const used = edges.map(handleOf).filter(handle => handle !== 'error');
  if (!type) return distinct(used.length > 0 ? used : [null]);
  const named = [...namedOutputs(node), ...type.handles];
  if (type.terminal) return distinct(used);
  return distinct(named.length === 0 || type.default_output ? [null, ...named, ...used] : [...named, ...used]);
}

/** Returns the output by which the workflow goes on: after a loop that is `done`, not its body. */
export function continuingOutput(node: GraphNode, type: NodeTypeEntry | undefined): string | null {
  const outputs = mainOutputs(node, type);
  return outputs.includes('done') ? 'done' : (outputs[0] ?? null);
}

/** Triggers can not fail, and nothing follows a terminal step. */
export function hasErrorOutput(type: NodeTypeEntry | undefined): boolean {
  return type !== undefined && !type.is_trigger && !type.terminal;
}

/** Returns all outputs that an edge may leave by. */
export function allOutputs(node: GraphNode, type: NodeTypeEntry | undefined): (string | null)[] {
  return hasErrorOutput(type) ? [...mainOutputs(node, type), 'error'] : mainOutputs(node, type);
}

function namedOutputs({ type, params }: GraphNode): string[] {
  const key = Object.hasOwn(NAMING_PARAMS, type) ? NAMING_PARAMS[type] : undefined;
  const entries = key === undefined ? undefined : params?.[key];
  if (!Array.isArray(entries)) return [];
  return entries.flatMap(entry => (isObject(entry) && typeof entry.name === 'string' ? entry.name : []));
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
