/** Adds steps: on an edge, at an output, or on their own. The canvas makes room for them. */
import {
  type Definition,
  freeId,
  type GraphEdge,
  type GraphNode,
  isPoint,
  type Point,
  toStepId,
} from '../../graph/definition.ts';
import { directionOf, turnBox, turnPoint, turnSize } from '../../graph/direction.ts';
import { moveTo, toGrid } from '../../graph/layout.ts';
import { continuingOutput, type NodeTypeEntry, type NodeTypeIndex } from '../../graph/outputs.ts';
import {
  type Box,
  CARD_HEIGHT,
  CARD_WIDTH,
  outputOffsets,
  overlaps,
  type Size,
  shapeOf,
  shapesOf,
  unite,
} from '../../graph/sizes.ts';
import { connect, disconnect } from './document.ts';

/** Where the palette adds a step. */
export type Place =
  | { kind: 'edge'; edge: GraphEdge }
  /** Suggested: nobody chose this output, so that a trigger stands on its own instead. */
  | { kind: 'output'; source: string; handle: string | null; isSuggested?: true }
  | { kind: 'free'; at?: Point };

/** What the palette offers: a node type, perhaps with the tool that it calls. */
export interface NewStep {
  type: NodeTypeEntry;
  tool?: { name: string; display_name: string };
}

const GAP = 48;
const SIDE_GAP = 40;

export type InsertStep = typeof insertStep;

export function insertStep(
  definition: Definition,
  step: NewStep,
  place: Place,
  types: NodeTypeIndex,
): { definition: Definition; id: string } {
  if (isAlone(step.type, place)) return insertStep(definition, step, { kind: 'free' }, types);
  const node = createNode(definition, step);
  if (place.kind === 'edge') return { definition: insertOnEdge(definition, node, place.edge, types), id: node.id };
  if (place.kind === 'output') return { definition: appendTo(definition, node, place, types), id: node.id };
  const at = place.at ? turnPoint(place.at, directionOf(definition)) : belowEverything(definition, types);
  return { definition: addAt(definition, node, findRoom(definition, node, at, types)), id: node.id };
}

/** Tells whether a type can be added at a place: nothing leads to a trigger, and nothing follows a terminal step. */
export function fitsPlace(type: NodeTypeEntry, place: Place): boolean {
  if (place.kind === 'free' || isAlone(type, place)) return true;
  return !type.is_trigger && !(place.kind === 'edge' && type.terminal);
}

function isAlone(type: NodeTypeEntry, place: Place): boolean {
  return type.is_trigger && place.kind === 'output' && place.isSuggested === true;
}

function createNode(definition: Definition, { type, tool }: NewStep): GraphNode {
  const wanted = toStepId(tool?.name ?? type.type.split('.').at(-1) ?? type.type);
  const id = freeId(wanted, new Set(definition.nodes.map(node => node.id)));
  return {
    id,
    type: type.type,
    name: tool?.display_name ?? type.title,
    params: tool ? { tool: tool.name, params: {} } : {},
    position: null,
  };
}

function insertOnEdge(definition: Definition, node: GraphNode, edge: GraphEdge, types: NodeTypeIndex): Definition {
  const boxes = turnedBoxes(definition, types);
  const source = boxes.get(edge.source);
  const target = boxes.get(edge.target);
  const size = turnedSize(definition, node, types);
  const output = continuingOutput(node, types.get(node.type));
  const rewired = connect(connect(disconnect(definition, edge), { ...edge, target: node.id }), {
    source: node.id,
    target: edge.target,
    source_handle: output,
  });
  if (!source || !target) return addAt(rewired, node, belowEverything(definition, types));
  const bottom = source.y + source.height;
  const missing = size.height + 2 * GAP - (target.y - bottom);
  const moved = missing > 0 && target.y > source.y ? moveDown(rewired, edge, toGrid(missing), target.y) : rewired;
  const y = missing > 0 ? bottom + GAP : (bottom + target.y - size.height) / 2;
  return addAt(moved, node, { x: toGrid(target.x + (target.width - size.width) / 2), y: toGrid(y) });
}

/** Moves the target of an edge and everything that follows it, as far as it is below. */
function moveDown(definition: Definition, edge: GraphEdge, distance: number, from: number): Definition {
  const outgoing = Map.groupBy(definition.edges, ({ source }) => source);
  const following = new Set([edge.target]);
  for (const id of following) for (const { target } of outgoing.get(id) ?? []) following.add(target);
  const direction = directionOf(definition);
  const positions = definition.nodes.flatMap(({ id, position }) => {
    if (!following.has(id) || !isPoint(position)) return [];
    const { x, y } = turnPoint(position, direction);
    return y >= from ? [[id, turnPoint({ x, y: y + distance }, direction)] as const] : [];
  });
  return moveTo(definition, new Map(positions));
}

function appendTo(
  definition: Definition,
  node: GraphNode,
  { source, handle }: { source: string; handle: string | null },
  types: NodeTypeIndex,
): Definition {
  const box = turnedBoxes(definition, types).get(source);
  const shape = shapesOf(definition, types).get(source);
  const connected = (at: Point) =>
    connect(addAt(definition, node, at), { source, target: node.id, source_handle: handle });
  if (!box || !shape) return connected(belowEverything(definition, types));
  const size = turnedSize(definition, node, types);
  const offset =
    handle === 'error' ? box.width + SIDE_GAP + size.width / 2 : outputOffsets(shape)[shape.outputs.indexOf(handle)];
  const at = { x: box.x + (offset ?? box.width / 2) - size.width / 2, y: box.y + box.height + GAP };
  return connected(findRoom(definition, node, at, types));
}

/** Returns the place nearest to the wanted one that no other step covers. */
function findRoom(definition: Definition, node: GraphNode, wanted: Point, types: NodeTypeIndex): Point {
  const size = turnedSize(definition, node, types);
  const taken = [...turnedBoxes(definition, types).values()];
  const step = turnSize({ width: CARD_WIDTH, height: CARD_HEIGHT }, directionOf(definition)).width + SIDE_GAP;
  for (let distance = 0; distance <= taken.length; distance++) {
    for (const side of distance === 0 ? [0] : [1, -1]) {
      const at = { x: toGrid(wanted.x + side * distance * step), y: toGrid(wanted.y) };
      if (!taken.some(box => overlaps({ ...at, ...size }, box, 8))) return at;
    }
  }
  return wanted;
}

function belowEverything(definition: Definition, types: NodeTypeIndex): Point {
  const bounds = unite([...turnedBoxes(definition, types).values()]);
  return bounds ? { x: bounds.x, y: bounds.y + bounds.height + GAP } : { x: 0, y: 0 };
}

export function boxesOf(definition: Definition, types: NodeTypeIndex): ReadonlyMap<string, Box> {
  const shapes = shapesOf(definition, types);
  return new Map(
    definition.nodes.flatMap(({ id, position }) => {
      const shape = shapes.get(id);
      return isPoint(position) && shape ? [[id, { ...position, ...shape.size }] as const] : [];
    }),
  );
}

/** All places here are those of a workflow that leads down. */
function turnedBoxes(definition: Definition, types: NodeTypeIndex): ReadonlyMap<string, Box> {
  const direction = directionOf(definition);
  return new Map([...boxesOf(definition, types)].map(([id, box]) => [id, turnBox(box, direction)]));
}

function turnedSize(definition: Definition, node: GraphNode, types: NodeTypeIndex): Size {
  const direction = directionOf(definition);
  return turnSize(shapeOf(node, types, [], direction).size, direction);
}

function addAt(definition: Definition, node: GraphNode, at: Point): Definition {
  const position = turnPoint(at, directionOf(definition));
  return { ...definition, nodes: [...definition.nodes, { ...node, position }] };
}
