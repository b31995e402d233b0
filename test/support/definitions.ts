/** Workflow definitions in the form in which tests write them. */
export interface Node {
  id: string;
  type: string;
  name: string;
  params: Record<string, unknown>;
  position: { x: number; y: number } | null;
}

export interface Edge {
  source: string;
  target: string;
  source_handle: string | null;
}

export interface Definition {
  nodes: Node[];
  edges: Edge[];
  settings?: Record<string, unknown>;
}

export function node(id: string, type: string, params: Record<string, unknown> = {}): Node {
  return { id, type, name: id, params, position: null };
}

export function edge(source: string, target: string, source_handle: string | null = null): Edge {
  return { source, target, source_handle };
}

/** Connects the steps in a row behind a manual trigger `start`. */
export function chain(...steps: Node[]): Definition {
  const nodes = [node('start', 'trigger.manual'), ...steps];
  return { nodes, edges: nodes.slice(1).map((step, index) => edge(nodes[index]?.id ?? '', step.id)) };
}

export function moved(definition: Definition, x: number): Definition {
  return { ...definition, nodes: definition.nodes.map(step => ({ ...step, position: { x, y: 0 } })) };
}
