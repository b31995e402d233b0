/** The bodies of loops, by the rules of the engine. */
import { Graph, sortTopologically } from '../../../src/engine/graph.ts';
import { Loops } from '../../../src/engine/loops.ts';
import { type Definition, handleOf } from './definition.ts';
import { bodyHandle } from './outputs.ts';
import { type Box, unite } from './sizes.ts';

export interface LoopBody {
  loop: string;
  /** The steps of the body, those of inner loops included. */
  members: readonly string[];
  /** The number of loops around this one. */
  depth: number;
}

/** Returns the bodies that are not empty, outer loops first. Steps on a cycle are in no body. */
export function findLoopBodies({ nodes, edges }: Definition): LoopBody[] {
  const graph = new Graph(
    nodes.map(({ id }) => id),
    edges.map(edge => ({ source: edge.source, target: edge.target, source_handle: handleOf(edge) })),
  );
  const { order } = sortTopologically(graph);
  const loops = new Loops(graph, order, index => bodyHandle(nodes[index]?.type ?? ''));
  return order.flatMap(index => {
    const members = loops.body(index).map(member => graph.id(member));
    return members.length === 0 ? [] : { loop: graph.id(index), members, depth: loops.around(index).length };
  });
}

export interface LoopArea extends Box {
  loop: string;
  depth: number;
}

const PADDING = 16;
/** For the name of the loop, and for what hangs below the last step. */
const FOOT = 12;

/** Returns the areas behind the bodies. An area leaves room for those of the loops inside it. */
export function toLoopAreas(bodies: readonly LoopBody[], boxOf: (id: string) => Box | undefined): LoopArea[] {
  const deepest = Math.max(0, ...bodies.map(({ depth }) => depth));
  return bodies.flatMap(({ loop, members, depth }) => {
    const box = unite(members.flatMap(id => boxOf(id) ?? []));
    if (!box) return [];
    const padding = PADDING + (deepest - depth) * (PADDING / 2);
    return {
      loop,
      depth,
      x: box.x - padding,
      y: box.y - padding,
      width: box.width + 2 * padding,
      height: box.height + 2 * padding + FOOT,
    };
  });
}
