/** Walking through the graph with the arrow keys. */
import { type Definition, handleOf } from './definition.ts';
import { directionOf, turnBox } from './direction.ts';
import type { Box } from './sizes.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

const MIRRORED = { up: 'left', left: 'up', down: 'right', right: 'down' } as const;

/** Returns the next step. In a workflow that leads to the right, right and left go along the edges. */
export function walk(
  definition: Definition,
  boxes: ReadonlyMap<string, Box>,
  from: string | undefined,
  direction: Direction,
): string | undefined {
  const flow = directionOf(definition);
  if (flow === 'down') return walkDown(definition, boxes, from, direction);
  const turned = new Map([...boxes].map(([id, box]) => [id, turnBox(box, flow)]));
  return walkDown(definition, turned, from, MIRRORED[direction]);
}

/**
 * Returns the next step: down and up along the edges, in the order of the outputs, and to the sides whatever is nearest.
 * Where no edge leads, up and down go to the nearest step too.
 */
function walkDown(
  definition: Definition,
  boxes: ReadonlyMap<string, Box>,
  from: string | undefined,
  direction: Direction,
): string | undefined {
  const start = from === undefined ? undefined : boxes.get(from);
  if (from === undefined || !start) return firstStep(definition, boxes);
  const along = direction === 'down' || direction === 'up' ? follow(definition, boxes, from, direction) : undefined;
  return along ?? nearest(boxes, from, start, direction);
}

/** The first trigger for the eye: the uppermost step, of several the one on the left. */
function firstStep(definition: Definition, boxes: ReadonlyMap<string, Box>): string | undefined {
  const [first] = readingOrder(definition, boxes);
  return first;
}

export function readingOrder(definition: Definition, boxes: ReadonlyMap<string, Box>): string[] {
  const place = (id: string) => boxes.get(id) ?? { x: 0, y: 0 };
  return definition.nodes
    .map(({ id }) => id)
    .toSorted((one, other) => place(one).y - place(other).y || place(one).x - place(other).x);
}

function follow(
  { edges }: Definition,
  boxes: ReadonlyMap<string, Box>,
  from: string,
  direction: 'up' | 'down',
): string | undefined {
  if (direction === 'up') return edges.find(edge => edge.target === from && boxes.has(edge.source))?.source;
  const outgoing = edges.filter(edge => edge.source === from && boxes.has(edge.target));
  const main = outgoing.filter(edge => handleOf(edge) !== 'error');
  const sorted = (main.length > 0 ? main : outgoing).toSorted(
    (one, other) => (boxes.get(one.target)?.x ?? 0) - (boxes.get(other.target)?.x ?? 0),
  );
  return sorted[0]?.target;
}

function nearest(boxes: ReadonlyMap<string, Box>, from: string, start: Box, direction: Direction): string | undefined {
  const middle = center(start);
  const isSideways = direction === 'left' || direction === 'right';
  const sign = direction === 'left' || direction === 'up' ? -1 : 1;
  let best: { id: string; distance: number } | undefined;
  for (const [id, box] of boxes) {
    if (id === from) continue;
    const { x, y } = center(box);
    const ahead = sign * (isSideways ? x - middle.x : y - middle.y);
    const aside = Math.abs(isSideways ? y - middle.y : x - middle.x);
    // What is more aside than ahead is in another direction.
    if (ahead <= 0 || aside > ahead * 2) continue;
    const distance = ahead + aside * 2;
    if (!best || distance < best.distance) best = { id, distance };
  }
  return best?.id;
}

function center({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
