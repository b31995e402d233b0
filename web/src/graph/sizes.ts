/**
 * The sizes of steps on the canvas. They follow from the definition alone, so that layout, loop areas and edges need
 * not wait for the browser to measure anything.
 */
import type { Definition, GraphEdge, GraphNode, Point } from './definition.ts';
import { directionOf, type FlowDirection } from './direction.ts';
import { hasErrorOutput, mainOutputs, type NodeTypeIndex } from './outputs.ts';

export const CARD_WIDTH = 240;
export const CARD_HEIGHT = 56;
/** The line below a card that tells the result of a run. It hangs over the edges, and needs no room of its own. */
export const RESULT_HEIGHT = 22;
const OUTPUT_WIDTH = 80;
const OUTPUT_HEIGHT = 28;
/** A card grows by it, so that the middles of all cards lie on the grid. */
const GROWTH = 16;
/** Everything is placed on this grid. */
export const GRID = 8;

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Point, Size {}

/** A step with all that follows from its type and its edges. */
export interface Shape {
  outputs: (string | null)[];
  hasError: boolean;
  /** Where the outputs leave: below, or on the right. */
  direction: FlowDirection;
  size: Size;
}

export function shapeOf(
  node: GraphNode,
  types: NodeTypeIndex,
  outgoing: readonly GraphEdge[],
  direction: FlowDirection,
): Shape {
  const type = types.get(node.type);
  const outputs = mainOutputs(node, type, outgoing);
  const isNamed = outputs.some(output => output !== null);
  return {
    outputs,
    hasError: hasErrorOutput(type) || outgoing.some(edge => edge.source_handle === 'error'),
    direction,
    size: isNamed ? sizeFor(outputs.length, direction) : { width: CARD_WIDTH, height: CARD_HEIGHT },
  };
}

/** Named outputs need room beside each other. */
function sizeFor(outputs: number, direction: FlowDirection): Size {
  if (direction === 'down') return { width: Math.max(CARD_WIDTH, outputs * OUTPUT_WIDTH), height: CARD_HEIGHT };
  const missing = Math.max(0, outputs * OUTPUT_HEIGHT - CARD_HEIGHT);
  return { width: CARD_WIDTH, height: CARD_HEIGHT + Math.ceil(missing / GROWTH) * GROWTH };
}

export function shapesOf(definition: Definition, types: NodeTypeIndex): ReadonlyMap<string, Shape> {
  const outgoing = Map.groupBy(definition.edges, ({ source }) => source);
  const direction = directionOf(definition);
  return new Map(definition.nodes.map(node => [node.id, shapeOf(node, types, outgoing.get(node.id) ?? [], direction)]));
}

/** Returns where the outputs leave the card, from its left edge, or from its upper edge where they leave on the right. */
export function outputOffsets({ outputs, size, direction }: Shape): number[] {
  const length = direction === 'right' ? size.height : size.width;
  return outputs.map((_, index) => (length * (index + 0.5)) / outputs.length);
}

export function unite(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  const x = Math.min(...boxes.map(box => box.x));
  const y = Math.min(...boxes.map(box => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map(box => box.x + box.width)) - x,
    height: Math.max(...boxes.map(box => box.y + box.height)) - y,
  };
}

export function overlaps(one: Box, other: Box, gap = 0): boolean {
  return (
    one.x < other.x + other.width + gap &&
    other.x < one.x + one.width + gap &&
    one.y < other.y + other.height + gap &&
    other.y < one.y + one.height + gap
  );
}
