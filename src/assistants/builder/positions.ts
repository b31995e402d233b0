/** Finds positions on the canvas for nodes that have none: from left to right, in the direction of the edges. */
import { isObject } from '../../platform/is-object.ts';
import { listIn, objectsIn } from './draft.ts';

interface Position {
  x: number;
  y: number;
}

/** About the size of a node in the editor, with some space around it. */
const COLUMN = 280;
const ROW = 140;

/**
 * Returns the definition with a position for every node. A node without a position that the draft also has gets its
 * earlier position. The time is quadratic in the number of nodes, so the definition must have a bounded size.
 */
export function placeNodes(before: unknown, after: Record<string, unknown>): Record<string, unknown> {
  const earlierPositions = new Map(objectsIn(before, 'nodes').map(({ id, position }) => [id, position]));
  const canvas = new Canvas();
  const positions = new Map<unknown, Position>();
  const unplaced: Record<string, unknown>[] = [];
  for (const node of objectsIn(after, 'nodes')) {
    const place = [node.position, node.position == null ? earlierPositions.get(node.id) : undefined].find(isPosition);
    if (place) {
      positions.set(node.id, place);
      canvas.occupy(place);
    } else if (node.position == null) unplaced.push(node);
  }
  const sources = findSources(after);
  while (unplaced.length > 0) {
    const [node] = unplaced.splice(chooseNext(unplaced, sources, positions), 1);
    const beforeIt = (sources.get(node?.id) ?? []).flatMap(id => positions.get(id) ?? []);
    positions.set(node?.id, canvas.findFreePosition(beforeIt));
  }
  return { ...after, nodes: listIn(after, 'nodes').map(node => withPosition(node, positions)) };
}

function withPosition(node: unknown, positions: ReadonlyMap<unknown, Position>): unknown {
  if (!isObject(node) || node.position != null) return node;
  const position = positions.get(node.id);
  return position ? { ...node, position } : node;
}

/** Prefers nodes whose predecessors all have positions, then those with at least one such predecessor. */
function chooseNext(
  unplaced: readonly Record<string, unknown>[],
  sources: ReadonlyMap<unknown, unknown[]>,
  positions: ReadonlyMap<unknown, Position>,
): number {
  const before = unplaced.map(({ id }) => sources.get(id) ?? []);
  const first = before.findIndex(ids => ids.every(id => positions.has(id)));
  if (first >= 0) return first;
  return Math.max(
    before.findIndex(ids => ids.some(id => positions.has(id))),
    0,
  );
}

class Canvas {
  readonly #occupied = new Set<string>();
  #left: number | undefined;
  #top: number | undefined;

  occupy({ x, y }: Position): void {
    this.#left = Math.min(this.#left ?? x, x);
    this.#top = Math.min(this.#top ?? y, y);
    this.#occupied.add(toCell(x, y));
  }

  /** Starts to the right of the rightmost predecessor, or at the left border, and goes down to the next free cell. */
  findFreePosition(before: readonly Position[]): Position {
    const x = before.length > 0 ? Math.max(...before.map(place => place.x)) + COLUMN : (this.#left ?? 0);
    let y = before[0]?.y ?? this.#top ?? 0;
    while (this.#occupied.has(toCell(x, y))) y += ROW;
    const place = { x, y };
    this.occupy(place);
    return place;
  }
}

function toCell(x: number, y: number): string {
  return `${Math.round(x / COLUMN)} ${Math.round(y / ROW)}`;
}

function findSources(definition: Record<string, unknown>): Map<unknown, unknown[]> {
  const sources = new Map<unknown, unknown[]>();
  const ids = new Set(objectsIn(definition, 'nodes').map(({ id }) => id));
  for (const edge of objectsIn(definition, 'edges')) {
    if (!ids.has(edge.source)) continue;
    const known = sources.get(edge.target);
    if (known) known.push(edge.source);
    else sources.set(edge.target, [edge.source]);
  }
  return sources;
}

/** Coordinates beyond any canvas are ignored. There, adding the height of a row would not even change the number. */
const FARTHEST = 1e9;

function isPosition(value: unknown): value is Position {
  const isNear = (at: unknown) => typeof at === 'number' && Math.abs(at) <= FARTHEST;
  return isObject(value) && isNear(value.x) && isNear(value.y);
}
