/**
 * The definition of a workflow according to the specification, and functions that read it. Definitions are stored as
 * clients sent them, valid or not and with additional keys. So `readDefinition` accepts any JSON: it returns the usable
 * parts and reports the others.
 */

export interface Definition {
  nodes: Node[];
  edges: Edge[];
}

export interface Node {
  id: string;
  /** Empty when the definition has none. */
  type: string;
  name: string;
  params: Params;
}

/** The format of the API, because an issue shows an edge as it was sent. */
export interface Edge {
  source: string;
  target: string;
  source_handle: string | null;
}

export type Params = Readonly<Record<string, unknown>>;

export interface Problem {
  severity: 'error' | 'warning';
  message: string;
  nodeId?: string | undefined;
  edge?: Edge | undefined;
  /** The top-level param of the step that the problem is about, if it is about one. */
  param?: string | undefined;
  /** The top-level param that does it better. */
  instead?: string | undefined;
  /** Whether the whole definition is unreadable. */
  isWhole?: boolean;
}

export function readDefinition(json: unknown, report: (problem: Problem) => void = () => {}): Definition {
  const error = (message: string) => report({ severity: 'error', message, isWhole: true });
  if (!isObject(json)) {
    error('The definition must be an object with nodes and edges');
    return { nodes: [], edges: [] };
  }
  const { nodes, edges } = json;
  if (!Array.isArray(nodes)) error("'nodes' of the definition must be a list");
  if (!Array.isArray(edges)) error("'edges' of the definition must be a list");
  return {
    nodes: Array.isArray(nodes) ? readAll(nodes, (entry, position) => readNode(entry, position, report)) : [],
    edges: Array.isArray(edges) ? readAll(edges, (entry, position) => readEdge(entry, position, report)) : [],
  };
}

/** Counts the steps that a client sent, whether or not they are usable. */
export function countSteps(json: unknown): number {
  return isObject(json) && Array.isArray(json.nodes) ? json.nodes.length : 0;
}

/** Checks the nesting level by level instead of recursively, because it protects the stack. */
export function isDeeperThan(json: unknown, levels: number): boolean {
  let level = [json].filter(isContainer);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === levels) return true;
    const next: object[] = [];
    for (const container of level) {
      const children: Iterable<unknown> = Array.isArray(container) ? container : Object.values(container);
      for (const child of children) if (isContainer(child)) next.push(child);
    }
    level = next;
  }
  return false;
}

/** Returns each distinct edge, in the order of the definition, with the number of its occurrences. */
export function countEqualEdges(edges: readonly Edge[]): { edge: Edge; count: number }[] {
  const numbers = new Map<string, number>();
  const assignNumber = (id: string) => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    numbers.set(id, numbers.size);
    return numbers.size - 1;
  };
  // Indexed by handle, of which there are few, then by one number for both ends. This is much cheaper than a text per
  // edge.
  const byHandle = new Map<string | null, Map<number, { edge: Edge; count: number }>>();
  const counted: { edge: Edge; count: number }[] = [];
  for (const edge of edges) {
    let byEnds = byHandle.get(edge.source_handle);
    if (!byEnds) {
      byEnds = new Map();
      byHandle.set(edge.source_handle, byEnds);
    }
    const ends = assignNumber(edge.source) * 2 ** 26 + assignNumber(edge.target);
    const same = byEnds.get(ends);
    if (same) same.count++;
    else {
      const entry = { edge, count: 1 };
      byEnds.set(ends, entry);
      counted.push(entry);
    }
  }
  return counted;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function readAll<Entry>(entries: unknown[], read: (entry: unknown, position: number) => Entry | undefined): Entry[] {
  return entries.flatMap((entry, index) => read(entry, index + 1) ?? []);
}

function readNode(entry: unknown, position: number, report: (problem: Problem) => void): Node | undefined {
  const refuse = (message: string) => {
    report({ severity: 'error', message });
    return undefined;
  };
  if (!isObject(entry)) return refuse(`Step number ${position} is not an object`);
  const { id, type, name = '', params = {}, position: place = null } = entry;
  if (typeof id !== 'string' || id === '') return refuse(`Step number ${position} has no id`);

  const error = (message: string) => report({ severity: 'error', message, nodeId: id });
  if (typeof type !== 'string' || type === '') error(`Step ${quote(id)} has no type`);
  if (typeof name !== 'string') error(`The name of step ${quote(id)} must be a string`);
  if (!isObject(params)) error(`The params of step ${quote(id)} must be an object`);
  // A position has no effect on runs, so a bad one must not stop them.
  if (place !== null && !isPosition(place)) {
    const message = `The position of step ${quote(id)} must be null or an object with the numbers x and y`;
    report({ severity: 'warning', message, nodeId: id });
  }
  return {
    id,
    type: typeof type === 'string' ? type : '',
    name: typeof name === 'string' ? name : '',
    params: isObject(params) ? params : {},
  };
}

function readEdge(entry: unknown, position: number, report: (problem: Problem) => void): Edge | undefined {
  const refuse = (message: string) => {
    report({ severity: 'error', message });
    return undefined;
  };
  if (!isObject(entry)) return refuse(`Edge number ${position} is not an object`);
  const { source, target, source_handle = null } = entry;
  if (typeof source !== 'string') return refuse(`Edge number ${position} has no source`);
  if (typeof target !== 'string') return refuse(`Edge number ${position} has no target`);
  if (source_handle === null || typeof source_handle === 'string') return { source, target, source_handle };

  const message = `The source_handle of the edge from ${quote(source)} to ${quote(target)} must be a string or null`;
  report({ severity: 'error', message, edge: { source, target, source_handle: null } });
  return undefined;
}

function isPosition(value: unknown): boolean {
  return isObject(value) && typeof value.x === 'number' && typeof value.y === 'number';
}

const QUOTED_CHARACTERS = 80;

/** Quotes text of a definition in a message. It is truncated, so that clients cannot cause long messages. */
export function quote(text: string): string {
  return text.length <= QUOTED_CHARACTERS ? `'${text}'` : `'${text.slice(0, QUOTED_CHARACTERS)}…'`;
}
