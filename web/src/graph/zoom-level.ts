/** How much of a step can be shown at a zoom. PURE. */

/** Everything, the name in large letters, the name in the largest letters, or the tile alone. */
export type ZoomLevel = 'all' | 'name' | 'small-name' | 'tile';

/** Below it, text of 12 pixels is smaller than 7. */
const SMALLEST_FOR_ALL = 0.6;
const SMALLEST_FOR_TWO_LINES = 0.42;
const SMALLEST_FOR_NAME = 0.3;

/** The smallest zoom at which the names of steps are at least 9 pixels high. */
export const SMALLEST_READABLE_ZOOM = SMALLEST_FOR_TWO_LINES;

export function zoomLevel(zoom: number): ZoomLevel {
  if (zoom >= SMALLEST_FOR_ALL) return 'all';
  if (zoom >= SMALLEST_FOR_TWO_LINES) return 'name';
  return zoom >= SMALLEST_FOR_NAME ? 'small-name' : 'tile';
}
