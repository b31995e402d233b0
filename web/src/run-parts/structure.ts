/** What the page of a run must know of the graph: the order of the steps, and which loop each is in. PURE. */
import { Graph, sortTopologically } from '../../../src/engine/graph.ts';
import { Loops } from '../../../src/engine/loops.ts';
import { bodyHandle } from '../graph/outputs.ts';
import { isLoop, REPEAT } from '../templates/node-rules.ts';

export interface Structure {
  /** All steps, each after those that lead to it. Steps on a cycle come last. */
  readonly order: readonly string[];
  readonly nodes: ReadonlyMap<string, StructureNode>;
  /** The innermost loop around a step. Undefined outside of loops, and for unknown steps. */
  loopOf(nodeId: string): string | undefined;
  /** The steps directly in the body of a loop, or with undefined those outside of loops. */
  members(loop: string | undefined): readonly string[];
  /** The steps that can run after this one, in order. */
  behind(nodeId: string): readonly string[];
}

export interface StructureNode {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** Of a repeat whose definition is known and says it. */
  readonly mostRounds?: number;
  /** Whether an edge leads on from its failure. */
  readonly handlesFailure?: true;
}

interface DefinitionLike {
  readonly nodes: readonly { id: string; type: string; name?: string; params?: Readonly<Record<string, unknown>> }[];
  readonly edges: readonly { source: string; target: string; source_handle?: string | null }[];
}

export function readStructure({ nodes, edges }: DefinitionLike): Structure {
  const triggers = new Set(nodes.filter(({ type }) => type.startsWith('trigger.')).map(({ id }) => id));
  const graph = new Graph(
    nodes.map(({ id }) => id),
    edges
      .filter(({ target }) => !triggers.has(target))
      .map(({ source, target, source_handle }) => ({ source, target, source_handle: source_handle ?? null })),
  );
  const { order: sorted } = sortTopologically(graph);
  const loops = new Loops(graph, sorted, node => bodyHandle(nodes[node]?.type ?? ''));
  const isSorted = new Set(sorted);
  const all = [...sorted, ...nodes.flatMap((_, index) => (isSorted.has(index) ? [] : index))];
  const order = all.map(node => graph.id(node));
  const loopOf = new Map<string, string>();
  for (const node of sorted) {
    const [loop] = loops.around(node);
    if (loop !== undefined) loopOf.set(graph.id(node), graph.id(loop));
  }
  const members = Map.groupBy(order, id => loopOf.get(id));
  const handling = new Set(edges.filter(edge => edge.source_handle === 'error').map(({ source }) => source));
  return {
    order,
    nodes: new Map(
      nodes.map(node => [
        node.id,
        { ...toNode(node), ...(handling.has(node.id) && { handlesFailure: true as const }) },
      ]),
    ),
    loopOf: id => loopOf.get(id),
    members: loop => members.get(loop) ?? [],
    behind: id => findBehind(graph, order, id),
  };
}

/**
 * Guesses the structure from the steps of a run whose definition is gone: a step with an iteration is in the body of
 * the last loop that started before it and that is one level less deep.
 */
export function guessStructure(
  steps: Iterable<{ nodeId: string; nodeType: string; iteration: readonly number[] }>,
): Structure {
  const nodes = new Map<string, StructureNode>();
  const loopOf = new Map<string, string>();
  const lastLoop: string[] = [];
  for (const { nodeId, nodeType, iteration } of steps) {
    const depth = iteration.length;
    if (!nodes.has(nodeId)) {
      nodes.set(nodeId, { id: nodeId, type: nodeType, name: '' });
      const loop = lastLoop[depth - 1];
      if (loop !== undefined) loopOf.set(nodeId, loop);
    }
    if (isLoop(nodeType)) lastLoop[depth] = nodeId;
  }
  const order = [...nodes.keys()];
  const members = Map.groupBy(order, id => loopOf.get(id));
  return {
    order,
    nodes,
    loopOf: id => loopOf.get(id),
    members: loop => members.get(loop) ?? [],
    behind: id => order.slice(order.indexOf(id) + 1),
  };
}

function toNode({ id, type, name = '', params }: DefinitionLike['nodes'][number]): StructureNode {
  const most = type === REPEAT ? params?.most : undefined;
  return { id, type, name, ...(typeof most === 'number' && { mostRounds: most }) };
}

/** Whether the step is the pause after a round of a repeat, which has the id of the repeat and the round in its iteration. */
export function isPause(structure: Structure, { nodeId, nodeType }: { nodeId: string; nodeType: string }): boolean {
  return nodeType !== REPEAT && structure.nodes.get(nodeId)?.type === REPEAT;
}

function findBehind(graph: Graph, order: readonly string[], id: string): string[] {
  const start = graph.index(id);
  if (start === undefined) return [];
  const reached = new Set<number>();
  const queue = [start];
  for (const node of queue) {
    for (const { target } of graph.outgoing(node)) {
      if (reached.has(target)) continue;
      reached.add(target);
      queue.push(target);
    }
  }
  return order.filter(other => {
    const index = graph.index(other);
    return index !== undefined && reached.has(index);
  });
}
