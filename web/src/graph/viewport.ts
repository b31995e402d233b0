/** Where the view of a canvas is, in the terms of React Flow: canvas coordinates × zoom + offset. */

import type { FlowDirection } from './direction.ts';
import { type Box, type Size, unite } from './sizes.ts';
import type { Direction } from './walking.ts';
import { SMALLEST_READABLE_ZOOM } from './zoom-level.ts';

export interface View {
  x: number;
  y: number;
  zoom: number;
}

const MARGIN = 48;
/** The bar of the canvas lies over the lower edge. */
const LOWER_MARGIN = 72;
/** Smaller text than this can not be read, so a large workflow begins at its top instead of fitting as a whole. */
const SMALLEST_FIRST_ZOOM = 0.6;
const LARGE_FIRST_ZOOM = 0.8;

/** Returns the view that a workflow is opened with. */
export function firstView(boxes: readonly Box[], pane: Size, direction: FlowDirection): View {
  return wholeView(boxes, pane, SMALLEST_FIRST_ZOOM) ?? beginningOf(boxes, pane, LARGE_FIRST_ZOOM, direction);
}

/** Returns the view of the whole workflow, or, where nothing could be read in it, of its beginning. */
export function fittingView(boxes: readonly Box[], pane: Size, direction: FlowDirection): View {
  return wholeView(boxes, pane, SMALLEST_READABLE_ZOOM) ?? beginningOf(boxes, pane, SMALLEST_READABLE_ZOOM, direction);
}

/** Returns the view of everything, unless it would be smaller than the given zoom. */
function wholeView(boxes: readonly Box[], pane: Size, smallest: number): View | undefined {
  const bounds = unite(boxes);
  if (!bounds) return { x: pane.width / 2, y: MARGIN, zoom: 1 };
  const fitting = Math.min(
    1,
    (pane.width - 2 * MARGIN) / bounds.width,
    (pane.height - MARGIN - LOWER_MARGIN) / bounds.height,
  );
  if (fitting < smallest) return undefined;
  return {
    zoom: fitting,
    x: (pane.width - bounds.width * fitting) / 2 - bounds.x * fitting,
    y: Math.min(MARGIN * 2, (pane.height - LOWER_MARGIN + MARGIN - bounds.height * fitting) / 2) - bounds.y * fitting,
  };
}

function beginningOf(boxes: readonly Box[], pane: Size, zoom: number, direction: FlowDirection): View {
  if (direction === 'right') {
    const [first] = boxes.toSorted((one, other) => one.x - other.x || one.y - other.y);
    if (!first) return { x: MARGIN, y: pane.height / 2, zoom };
    return { zoom, x: MARGIN - first.x * zoom, y: pane.height / 2 - (first.y + first.height / 2) * zoom };
  }
  const [first] = boxes.toSorted((one, other) => one.y - other.y || one.x - other.x);
  if (!first) return { x: pane.width / 2, y: MARGIN, zoom };
  return { zoom, x: pane.width / 2 - (first.x + first.width / 2) * zoom, y: MARGIN - first.y * zoom };
}

/** Moves a view as little as possible, so that a box can be seen. Returns undefined when it can be seen already. */
export function viewThatShows(box: Box, view: View, pane: Size): View | undefined {
  const x = shift(box.x * view.zoom + view.x, box.width * view.zoom, pane.width - MARGIN);
  const y = shift(box.y * view.zoom + view.y, box.height * view.zoom, pane.height - LOWER_MARGIN);
  return x === 0 && y === 0 ? undefined : { x: view.x + x, y: view.y + y, zoom: view.zoom };
}

/** Moves a view into less room: everything stays in sight where it has room at this zoom, and otherwise the chosen step. */
export function viewInLess(boxes: readonly Box[], chosen: Box | undefined, view: View, pane: Size): View | undefined {
  const all = unite(boxes);
  const hasRoom =
    all !== undefined &&
    all.width * view.zoom <= pane.width - 2 * MARGIN &&
    all.height * view.zoom <= pane.height - MARGIN - LOWER_MARGIN;
  const box = hasRoom ? all : chosen;
  return box && viewThatShows(box, view, pane);
}

export function readDirection(key: string): Direction | undefined {
  return Object.hasOwn(DIRECTIONS, key) ? DIRECTIONS[key] : undefined;
}

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

function shift(start: number, length: number, last: number): number {
  if (start < MARGIN) return MARGIN - start;
  const end = start + length;
  return end > last ? Math.max(last - end, MARGIN - start) : 0;
}
