/**
 * The sizes of steps on the canvas. They follow from the definition alone, so that layout, loop areas and edges need
 * not wait for the browser to measure anything.
 */
import type { Definition, GraphEdge, GraphNode, Point } from './definition.ts';
import { hasErrorOutput, mainOutputs, type NodeTypeIndex } from './outputs.ts';

export const CARD_WIDTH = 240;
export const CARD_HEIGHT = 56;
/** The line below a card that tells the result of a run. It hangs over the edges, and needs no room of its own. */
export const RESULT_HEIGHT = 22;
const OUTPUT_WIDTH = 80;
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
  size: Size;
}

export function shapeOf(node: GraphNode, types: NodeTypeIndex, outgoing: readonly GraphEdge[]): Shape {
  const type = types.get(node.type);
  const outputs = mainOutputs(node, type, outgoing);
  const isNamed = outputs.some(output => output !== null);
  return {
    outputs,
    hasError: hasErrorOutput(type) || outgoing.some(edge => edge.source_handle === 'error'),
    size: {
      width: isNamed ? Math.max(CARD_WIDTH, outputs.length * OUTPUT_WIDTH) : CARD_WIDTH,
      height: CARD_HEIGHT,
    },
  };
}

export function shapesOf(definition: Definition, types: NodeTypeIndex): ReadonlyMap<string, Shape> {
  const outgoing = Map.groupBy(definition.edges, ({ source }) => source);
  return new Map(definition.nodes.map(node => [node.id, shapeOf(node, types, outgoing.get(node.id) ?? [])]));
}

/** Returns where the outputs leave the card, from its left edge. */
export function outputOffsets({ outputs, size }: Shape): number[] {
  return outputs.map((_, index) => (size.width * (index + 0.5)) / outputs.length);
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
