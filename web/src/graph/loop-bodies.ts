/** The bodies of loops, by the rules of the engine. */
import { Graph, sortTopologically } from '../../../src/engine/graph.ts';
import { Loops } from '../../../src/engine/loops.ts';
import { REPEAT } from '../templates/node-rules.ts';
import { type Definition, handleOf, type Point } from './definition.ts';
import { directionOf } from './direction.ts';
import { bodyHandle } from './outputs.ts';
import { type Box, RESULT_HEIGHT, unite } from './sizes.ts';

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
  /** Whether its body is executed in rounds. */
  isRepeat: boolean;
  depth: number;
  /** The way back from the last steps of the body to the loop, as a path of SVG. */
  thread: string;
  /** Whether it leads to the right, so that the thread ends at the upper edge of the loop, and not at the lower one. */
  isRight: boolean;
  end: Point;
}

const PADDING = 16;
/** For the name of the loop and the strip of its items, above the first step. */
const HEAD = 20;
/** For what hangs below the last step, and the beginning of the way back. */
const FOOT = 24;

/** Returns the areas behind the bodies. An area leaves room for those of the loops inside it. */
export function toLoopAreas(
  bodies: readonly LoopBody[],
  definition: Pick<Definition, 'nodes' | 'edges' | 'editor'>,
  boxOf: (id: string) => Box | undefined,
): LoopArea[] {
  const isRight = directionOf(definition) === 'right';
  const repeats = new Set(definition.nodes.flatMap(({ id, type }) => (type === REPEAT ? id : [])));
  const deepest = Math.max(0, ...bodies.map(({ depth }) => depth));
  return bodies.flatMap(({ loop, members, depth }) => {
    const box = unite(members.flatMap(id => boxOf(id) ?? []));
    const start = boxOf(loop);
    if (!box || !start) return [];
    const inner = deepest - depth;
    const padding = PADDING + inner * (PADDING / 2);
    // Down, the first steps of inner loops are further down. To the right they are not, so that each name needs room.
    const head = PADDING + HEAD + (isRight ? inner * HEAD : 0);
    const area = {
      x: box.x - padding,
      y: box.y - head,
      width: box.width + 2 * padding + (isRight ? FOOT : 0),
      height: box.height + head + padding + (isRight ? RESULT_HEIGHT / 2 : FOOT),
    };
    const inside = new Set(members);
    const leading = new Set(definition.edges.flatMap(({ source, target }) => (inside.has(target) ? source : [])));
    const lasts = members.filter(id => !leading.has(id)).flatMap(id => boxOf(id) ?? []);
    const end = isRight ? upperThreadEnd(start) : threadEnd(area, start);
    const draw = isRight ? upperThreadPath : threadPath;
    return {
      loop,
      isRepeat: repeats.has(loop),
      depth,
      ...area,
      thread: lasts.map(last => draw(area, last, end)).join(' '),
      isRight,
      end,
    };
  });
}

const CORNER = 10;
/** Where the thread leaves the side of the loop's card free. */
const INSET = 16;

/** The thread ends at the lower edge of the loop, because other steps may stand beside it. */
function threadEnd(area: Box, loop: Box): Point {
  const x = Math.min(Math.max(area.x, loop.x + INSET), loop.x + loop.width - INSET);
  return { x, y: loop.y + loop.height };
}

/** To the right, the outputs leave the side of the loop that is next to its body. */
function upperThreadEnd(loop: Box): Point {
  return { x: loop.x + loop.width - INSET, y: loop.y };
}

/** The thread runs to the right from a last step, along the upper side of the area, and down to the loop. */
function upperThreadPath(area: Box, last: Box, end: Point): string {
  const [y, right] = [last.y + last.height / 2, area.x + area.width];
  const around = `M${last.x + last.width} ${y}H${right - CORNER}q${CORNER} 0 ${CORNER} ${-CORNER}V${area.y + CORNER}`;
  return `${around}q0 ${-CORNER} ${-CORNER} ${-CORNER}H${end.x + CORNER}q${-CORNER} 0 ${-CORNER} ${CORNER}V${end.y}`;
}

/** The thread runs down from a last step, along the left side of the area, and up to the loop. */
function threadPath(area: Box, last: Box, end: Point): string {
  const [x, bottom] = [last.x + last.width / 2, area.y + area.height];
  const around = `M${x} ${last.y + last.height}V${bottom - CORNER}q0 ${CORNER} ${-CORNER} ${CORNER}H${area.x + CORNER}`;
  const up = `${around}q${-CORNER} 0 ${-CORNER} ${-CORNER}`;
  const aside = end.x - area.x;
  if (aside === 0) return `${up}V${end.y}`;
  const corner = Math.min(CORNER, Math.abs(aside) / 2);
  const side = Math.sign(aside) * corner;
  return `${up}V${area.y}q0 ${-corner} ${side} ${-corner}H${end.x - side}q${side} 0 ${side} ${-corner}V${end.y}`;
}
