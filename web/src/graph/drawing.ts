/**
 * A graph as a small drawing, to tell workflows apart at a glance: a tile for each step, from left to right in the layers of
 * the canvas, and a line for each edge. PURE.
 */
import { type Definition, isPoint } from './definition.ts';
import { withPositions } from './layout.ts';
import type { NodeTypeIndex } from './outputs.ts';
import { CARD_WIDTH } from './sizes.ts';

export const TILE = 14;
const LAYER_STEP = 28;
const ROW_STEP = 18;
/** For the strokes at the edges. */
const BORDER = 1;
/** The distance of two cards of one layer on the canvas. */
const CARD_STEP = CARD_WIDTH + 40;

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** The upper left corner of each step. */
  readonly tiles: readonly { readonly id: string; readonly x: number; readonly y: number }[];
  /** The edges, as paths of SVG. */
  readonly lines: readonly string[];
}

export function drawGraph(definition: Definition, types: NodeTypeIndex): Drawing {
  const placed = withPositions(definition, types).nodes.flatMap(({ id, position }) =>
    isPoint(position) ? [{ id, ...position }] : [],
  );
  const left = Math.min(...placed.map(({ x }) => x));
  const layers = [...new Set(placed.map(({ y }) => y))].toSorted((one, other) => one - other);
  const tiles = placed.map(({ id, x, y }) => ({
    id,
    x: BORDER + layers.indexOf(y) * LAYER_STEP,
    y: BORDER + Math.round(((x - left) / CARD_STEP) * ROW_STEP),
  }));
  const byId = new Map(tiles.map(tile => [tile.id, tile]));
  const lines = definition.edges.flatMap(({ source, target }) => {
    const [from, to] = [byId.get(source), byId.get(target)];
    return from && to ? line(from.x + TILE, from.y + TILE / 2, to.x, to.y + TILE / 2) : [];
  });
  return {
    width: Math.max(0, ...tiles.map(({ x }) => x)) + TILE + BORDER,
    height: Math.max(0, ...tiles.map(({ y }) => y)) + TILE + BORDER,
    tiles,
    lines,
  };
}

function line(fromX: number, fromY: number, toX: number, toY: number): string {
  const middle = (fromX + toX) / 2;
  return `M${fromX} ${fromY}C${middle} ${fromY} ${middle} ${toY} ${toX} ${toY}`;
}
