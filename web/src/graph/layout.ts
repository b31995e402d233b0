/** Tidy layout: downwards, with the branches of a step from left to right in the order of its outputs, or mirrored. */
import { type Definition, type GraphEdge, handleOf, isPoint, type Point } from './definition.ts';
import { directionOf, type FlowDirection, turnPoint, turnSize } from './direction.ts';
import { type LayerEdge, type LayerPlace, placeInLayers } from './layers.ts';
import { findLoopBodies } from './loop-bodies.ts';
import type { NodeTypeIndex } from './outputs.ts';
import { GRID, outputOffsets, type Shape, type Size, shapesOf, unite } from './sizes.ts';

/**
 * Between the steps of a layer, between layers, and beside long edges and loops. To the right, the names of outputs stand
 * between the layers, and above the steps of a loop is its name.
 */
const GAPS = {
  down: { node: 40, layer: 72, edge: 24, border: 24 },
  right: { node: 40, layer: 104, edge: 24, border: 48 },
} as const;

/** Returns a position for every step. */
export function layOut(definition: Definition, types: NodeTypeIndex): ReadonlyMap<string, Point> {
  const direction = directionOf(definition);
  const shapes = shapesOf(definition, types);
  const sizes = new Map([...shapes].map(([id, { size }]) => [id, turnSize(size, direction)]));
  const widthOf = (id: string) => sizes.get(id)?.width ?? 0;
  const places = placeInLayers(
    definition.nodes.map(({ id }) => ({ id, width: widthOf(id) })),
    definition.edges.flatMap(edge => toLayerEdge(edge, shapes.get(edge.source)) ?? []),
    findLoopBodies(definition),
    GAPS[direction],
  );
  const tops = stackLayers(places, sizes, direction);
  const left = Math.min(0, ...[...places].map(([id, { x }]) => x - widthOf(id) / 2));
  return new Map(
    [...places].map(([id, { layer, x }]) => {
      const place = { x: toGrid(x - widthOf(id) / 2 - left), y: tops.get(layer) ?? 0 };
      return [id, turnPoint(place, direction)];
    }),
  );
}

/** Gives positions to the steps that have none, which the API allows. Returns the same definition when all have one. */
export function withPositions(definition: Definition, types: NodeTypeIndex): Definition {
  const missing = definition.nodes.filter(({ position }) => !isPoint(position));
  if (missing.length === 0) return definition;
  const laidOut = layOut(definition, types);
  if (missing.length === definition.nodes.length) return moveTo(definition, laidOut);
  return moveTo(definition, placeBeside(definition, laidOut, types));
}

/** Lays out only some steps, and keeps them around the place where they are. */
export function layOutPart(
  definition: Definition,
  types: NodeTypeIndex,
  part: ReadonlySet<string>,
): ReadonlyMap<string, Point> {
  const nodes = definition.nodes.filter(({ id }) => part.has(id));
  const edges = definition.edges.filter(({ source, target }) => part.has(source) && part.has(target));
  const laidOut = layOut({ ...definition, nodes, edges }, types);
  const before = topLeft(nodes.flatMap(({ position }) => (isPoint(position) ? position : [])));
  const after = topLeft([...laidOut.values()]);
  return shift(laidOut, before.x - after.x, before.y - after.y);
}

export function moveTo(definition: Definition, positions: ReadonlyMap<string, Point>): Definition {
  const nodes = definition.nodes.map(node => {
    const position = positions.get(node.id);
    if (!position || (isPoint(node.position) && node.position.x === position.x && node.position.y === position.y)) {
      return node;
    }
    return { ...node, position: { x: position.x, y: position.y } };
  });
  return { ...definition, nodes };
}

export function toGrid(value: number): number {
  return Math.round(value / GRID) * GRID;
}

/** New steps go below one that leads to them and has a place, as the tidy layout has it; else below everything. */
function placeBeside(
  definition: Definition,
  laidOut: ReadonlyMap<string, Point>,
  types: NodeTypeIndex,
): ReadonlyMap<string, Point> {
  const shapes = shapesOf(definition, types);
  const places = new Map(
    definition.nodes.flatMap(({ id, position }) => (isPoint(position) ? [[id, position] as const] : [])),
  );
  const boxes = [...places].map(([id, point]) => ({ ...point, ...(shapes.get(id)?.size ?? { width: 0, height: 0 }) }));
  const bounds = unite(boxes) ?? { x: 0, y: 0, width: 0, height: 0 };
  const missing = definition.nodes.filter(({ id }) => !places.has(id));
  const inOrder = missing.toSorted((one, other) => (laidOut.get(one.id)?.y ?? 0) - (laidOut.get(other.id)?.y ?? 0));
  for (const { id } of inOrder) {
    const target = laidOut.get(id) ?? { x: 0, y: 0 };
    const parent = definition.edges.find(edge => edge.target === id && places.has(edge.source))?.source;
    const from = parent === undefined ? undefined : places.get(parent);
    const drawn = parent === undefined ? undefined : laidOut.get(parent);
    places.set(
      id,
      from && drawn
        ? { x: toGrid(from.x + target.x - drawn.x), y: toGrid(from.y + target.y - drawn.y) }
        : { x: toGrid(bounds.x + target.x), y: toGrid(bounds.y + bounds.height + GAPS.down.layer + target.y) },
    );
  }
  return places;
}

function toLayerEdge(edge: GraphEdge, shape: Shape | undefined): LayerEdge | undefined {
  if (!shape) return undefined;
  const { source, target } = edge;
  const handle = handleOf(edge);
  const middle = turnSize(shape.size, shape.direction).width / 2;
  // `error` leaves the card at the side, behind all other outputs.
  if (handle === 'error') return { source, target, branch: shape.outputs.length, offset: middle };
  const branch = Math.max(0, shape.outputs.indexOf(handle));
  return { source, target, branch, offset: (outputOffsets(shape)[branch] ?? 0) - middle };
}

/** Returns the upper edge of every layer. */
function stackLayers(
  places: ReadonlyMap<string, LayerPlace>,
  sizes: ReadonlyMap<string, Size>,
  direction: FlowDirection,
): ReadonlyMap<number, number> {
  const heights = new Map<number, number>();
  for (const [id, { layer }] of places) {
    heights.set(layer, Math.max(heights.get(layer) ?? 0, sizes.get(id)?.height ?? 0));
  }
  let y = 0;
  const tops = new Map<number, number>();
  for (const [layer, height] of [...heights].sort(([one], [other]) => one - other)) {
    tops.set(layer, toGrid(y));
    y += height + GAPS[direction].layer;
  }
  return tops;
}

function topLeft(points: readonly Point[]): Point {
  if (points.length === 0) return { x: 0, y: 0 };
  return { x: Math.min(...points.map(({ x }) => x)), y: Math.min(...points.map(({ y }) => y)) };
}

function shift(points: ReadonlyMap<string, Point>, x: number, y: number): ReadonlyMap<string, Point> {
  return new Map([...points].map(([id, point]) => [id, { x: toGrid(point.x + x), y: toGrid(point.y + y) }]));
}
