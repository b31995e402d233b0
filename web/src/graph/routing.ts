/** Where an edge turns on its way down, so that it does not run behind steps. */
import type { Box } from './sizes.ts';

/** Near the step that it leaves, in the middle, or near the step that it leads to. */
export type Bend = 'early' | 'middle' | 'late';

interface Ends {
  sourceX: number;
  sourceY: number;
  targetX: number;
  targetY: number;
}

export const BEND_DISTANCE = 24;

export function bendY(bend: Bend, { sourceY, targetY }: Pick<Ends, 'sourceY' | 'targetY'>): number {
  if (bend === 'early') return sourceY + BEND_DISTANCE;
  return bend === 'late' ? targetY - BEND_DISTANCE : (sourceY + targetY) / 2;
}

/** Returns the bend with which the edge touches the fewest steps. */
export function chooseBend(ends: Ends, obstacles: readonly Box[]): Bend {
  // Between neighbouring layers nothing is in the way.
  if (ends.targetY - ends.sourceY < 4 * BEND_DISTANCE || ends.sourceX === ends.targetX) return 'middle';
  let best: { bend: Bend; touched: number } = { bend: 'middle', touched: touch(ends, 'middle', obstacles) };
  for (const bend of ['early', 'late'] as const) {
    if (best.touched === 0) break;
    const touched = touch(ends, bend, obstacles);
    if (touched < best.touched) best = { bend, touched };
  }
  return best.bend;
}

function touch(ends: Ends, bend: Bend, obstacles: readonly Box[]): number {
  const { sourceX, sourceY, targetX, targetY } = ends;
  const y = bendY(bend, ends);
  const left = Math.min(sourceX, targetX);
  const right = Math.max(sourceX, targetX);
  return obstacles.filter(
    box =>
      crosses(box, sourceX, sourceX, sourceY, y) ||
      crosses(box, left, right, y, y) ||
      crosses(box, targetX, targetX, y, targetY),
  ).length;
}

function crosses(box: Box, left: number, right: number, top: number, bottom: number): boolean {
  return left <= box.x + box.width && right >= box.x && top <= box.y + box.height && bottom >= box.y;
}
