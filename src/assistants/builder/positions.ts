/** Places on the canvas for nodes that have none. Pure. From left to right, as the edges lead. */
import { isObject } from '../../engine/definition.ts';

interface Place {
  x: number;
  y: number;
}

/** About the size of a node in the editor, with some space around it. */
const COLUMN = 280;
const ROW = 140;

/**
 * The definition in which every node has a position. One that is known from before, and was only sent anew, stands
 * where it stood. Takes the square of the nodes: for definitions of a bounded size.
 */
export function placeNodes(before: unknown, after: Record<string, unknown>): Record<string, unknown> {
  const stood = new Map(nodesOf(before).map(({ id, position }) => [id, position]));
  const canvas = new Canvas();
  const places = new Map<unknown, Place>();
  const homeless: Record<string, unknown>[] = [];
  for (const node of nodesOf(after)) {
    const place = [node.position, node.position == null ? stood.get(node.id) : undefined].find(isPlace);
    if (place) {
      places.set(node.id, place);
      canvas.occupy(place);
    } else if (node.position == null) homeless.push(node);
  }
  const sources = sourcesIn(after);
  while (homeless.length > 0) {
    const [node] = homeless.splice(nextOf(homeless, sources, places), 1);
    const beforeIt = (sources.get(node?.id) ?? []).flatMap(id => places.get(id) ?? []);
    places.set(node?.id, canvas.findPlace(beforeIt));
  }
  return { ...after, nodes: listOf(after.nodes).map(node => placed(node, places)) };
}

function placed(node: unknown, places: ReadonlyMap<unknown, Place>): unknown {
  if (!isObject(node) || node.position != null) return node;
  const position = places.get(node.id);
  return position ? { ...node, position } : node;
}

/** First those whose place follows from all nodes before them, then from some of them. */
function nextOf(
  homeless: readonly Record<string, unknown>[],
  sources: ReadonlyMap<unknown, unknown[]>,
  places: ReadonlyMap<unknown, Place>,
): number {
  const before = homeless.map(({ id }) => sources.get(id) ?? []);
  const first = before.findIndex(ids => ids.every(id => places.has(id)));
  if (first >= 0) return first;
  return Math.max(
    before.findIndex(ids => ids.some(id => places.has(id))),
    0,
  );
}

class Canvas {
  readonly #taken = new Set<string>();
  #left: number | undefined;
  #top: number | undefined;

  occupy({ x, y }: Place): void {
    this.#left = Math.min(this.#left ?? x, x);
    this.#top = Math.min(this.#top ?? y, y);
    this.#taken.add(cellOf(x, y));
  }

  /** Right of the rightmost node before it, or at the left border; then down to where there is room. */
  findPlace(before: readonly Place[]): Place {
    const x = before.length > 0 ? Math.max(...before.map(place => place.x)) + COLUMN : (this.#left ?? 0);
    let y = before[0]?.y ?? this.#top ?? 0;
    while (this.#taken.has(cellOf(x, y))) y += ROW;
    const place = { x, y };
    this.occupy(place);
    return place;
  }
}

function cellOf(x: number, y: number): string {
  return `${Math.round(x / COLUMN)} ${Math.round(y / ROW)}`;
}

function sourcesIn(definition: Record<string, unknown>): Map<unknown, unknown[]> {
  const sources = new Map<unknown, unknown[]>();
  const ids = new Set(nodesOf(definition).map(({ id }) => id));
  for (const edge of listOf(definition.edges)) {
    if (!isObject(edge) || !ids.has(edge.source)) continue;
    const known = sources.get(edge.target);
    if (known) known.push(edge.source);
    else sources.set(edge.target, [edge.source]);
  }
  return sources;
}

function nodesOf(definition: unknown): Record<string, unknown>[] {
  return isObject(definition) ? listOf(definition.nodes).filter(isObject) : [];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What is further away than any canvas reaches is no place to stand beside: down from there, numbers stay the same. */
const FARTHEST = 1e9;

function isPlace(value: unknown): value is Place {
  const isNear = (at: unknown) => typeof at === 'number' && Math.abs(at) <= FARTHEST;
  return isObject(value) && isNear(value.x) && isNear(value.y);
}
