/**
 * Whether a workflow leads down or to the right. Places are computed as if every workflow led down: one that leads to the
 * right is mirrored at the diagonal before, and mirrored again afterwards. PURE.
 */
import type { Definition, Point } from './definition.ts';

export type FlowDirection = 'down' | 'right';

export function directionOf({ editor }: Pick<Definition, 'editor'>): FlowDirection {
  return editor?.direction ?? 'down';
}

export function turnPoint({ x, y }: Point, direction: FlowDirection): Point {
  return direction === 'right' ? { x: y, y: x } : { x, y };
}

interface Area {
  width: number;
  height: number;
}

export function turnSize({ width, height }: Area, direction: FlowDirection): Area {
  return direction === 'right' ? { width: height, height: width } : { width, height };
}

export function turnBox(box: Point & Area, direction: FlowDirection): Point & Area {
  return { ...turnPoint(box, direction), ...turnSize(box, direction) };
}
