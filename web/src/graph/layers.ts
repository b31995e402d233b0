/**
 * A tidy drawing of a graph, downwards: steps in layers, each below those that lead to it, and the branches of a step
 * from left to right in the order of its outputs. Written for workflows, which are nearly trees: general libraries move
 * branches to the other side to save a crossing, or far away from their step to save width (both tried).
 *
 * 1. A step's layer is one below the lowest step that leads to it. An edge over several layers keeps its place in each.
 * 2. The order in a layer follows from a walk through the branches in the order of their outputs.
 * 3. A group, such as the body of a loop, has a left and a right border in every layer it reaches, which keep others out.
 * 4. Everything wants to be under or over its neighbours. Sweeps down and up move each layer to where the distances are
 *    smallest, without changing the order or the gaps.
 */
import { Graph, sortTopologically } from '../../../src/engine/graph.ts';

export interface LayerNode {
  id: string;
  width: number;
}

export interface LayerEdge {
  source: string;
  target: string;
  /** The place among the outputs of its step: smaller ones are further left. */
  branch: number;
  /** Where the edge leaves, from the middle of its step. */
  offset: number;
}

/** Steps that stay together, with nothing else between them. */
export interface LayerGroup {
  members: readonly string[];
  /** The number of groups around this one. */
  depth: number;
}

export interface LayerPlace {
  layer: number;
  /** The middle of the step. */
  x: number;
}

export interface Gaps {
  node: number;
  edge: number;
  /** Between the border of a group and what is beside it. */
  border: number;
}

/** A step, or a long edge where it passes a layer. */
interface Item {
  width: number;
  gap: number;
  layer: number;
  order: number;
  /** Long edges are heavy, so that they are straight. */
  weight: number;
  x: number;
  above: Link[];
  below: Link[];
}

interface Link {
  item: Item;
  offset: number;
}

const SWEEPS = 16;
/** A larger one looks intended, and moving it away would pull a branch apart. */
const LARGEST_BEND = 24;

export function placeInLayers(
  nodes: readonly LayerNode[],
  edges: readonly LayerEdge[],
  groups: readonly LayerGroup[],
  gaps: Gaps,
): ReadonlyMap<string, LayerPlace> {
  const forward = withoutCycles(nodes, edges);
  const layers = assignLayers(nodes, forward);
  const orders = orderBranches(nodes, forward);
  const items = new Map<string, Item>(
    nodes.map(({ id, width }) => {
      const order = orders.nodes.get(id) ?? 0;
      const layer = layers.get(id) ?? 0;
      return [id, { width, gap: gaps.node, layer, order, weight: 1, x: 0, above: [], below: [] }];
    }),
  );
  const passing = forward.flatMap(edge => linkItems(edge, items, orders.edges.get(edge) ?? 0, gaps.edge));
  const borders = groups.flatMap(group => createBorders(group, items, gaps.border));
  assignCoordinates([...items.values(), ...passing, ...borders]);
  return new Map([...items].map(([id, { layer, x }]) => [id, { layer, x }]));
}

/** Drops the edges that lead back, so that every step can be below those that lead to it. */
function withoutCycles(nodes: readonly LayerNode[], edges: readonly LayerEdge[]): LayerEdge[] {
  const graph = new Graph(
    nodes.map(({ id }) => id),
    edges.map(({ source, target }) => ({ source, target, source_handle: null })),
  );
  const { order } = sortTopologically(graph);
  const sorted = new Set(order);
  const all = [...order, ...nodes.flatMap((_, index) => (sorted.has(index) ? [] : index))];
  const places = new Map(all.map((index, place) => [graph.id(index), place]));
  return edges.filter(({ source, target }) => {
    const [from, to] = [places.get(source), places.get(target)];
    return from !== undefined && to !== undefined && from < to;
  });
}

/** A step that nothing leads to, such as a second trigger, is right above what it leads to. */
function assignLayers(nodes: readonly LayerNode[], edges: readonly LayerEdge[]): ReadonlyMap<string, number> {
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const open = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { target } of edges) open.set(target, (open.get(target) ?? 0) + 1);
  const starts = nodes.flatMap(({ id }) => (open.get(id) === 0 ? id : []));
  const layers = new Map(nodes.map(({ id }) => [id, 0]));
  const queue = [...starts];
  // The list is also the queue: it grows during the iteration.
  for (const id of queue) {
    for (const { target } of outgoing.get(id) ?? []) {
      layers.set(target, Math.max(layers.get(target) ?? 0, (layers.get(id) ?? 0) + 1));
      const left = (open.get(target) ?? 0) - 1;
      open.set(target, left);
      if (left === 0) queue.push(target);
    }
  }
  for (const id of starts) {
    const below = (outgoing.get(id) ?? []).map(({ target }) => layers.get(target) ?? 0);
    if (below.length > 0) layers.set(id, Math.min(...below) - 1);
  }
  return layers;
}

/** Numbers steps and edges in the order of a walk that takes the outputs of each step from left to right. */
function orderBranches(nodes: readonly LayerNode[], edges: readonly LayerEdge[]) {
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const targets = new Set(edges.map(({ target }) => target));
  const nodeOrders = new Map<string, number>();
  const edgeOrders = new Map<LayerEdge, number>();
  const starts = nodes.map(({ id }) => id).filter(id => !targets.has(id));
  const stack: (string | LayerEdge)[] = starts.reverse();
  for (let next = 0, entry = stack.pop(); entry !== undefined; next++, entry = stack.pop()) {
    if (typeof entry !== 'string') {
      edgeOrders.set(entry, next);
      stack.push(entry.target);
    } else if (!nodeOrders.has(entry)) {
      nodeOrders.set(entry, next);
      const branches = (outgoing.get(entry) ?? []).toSorted((one, other) => one.branch - other.branch);
      stack.push(...branches.reverse());
    }
  }
  return { nodes: nodeOrders, edges: edgeOrders };
}

/** Connects the two ends of an edge, over an item in every layer between them. Returns these items. */
function linkItems(edge: LayerEdge, items: ReadonlyMap<string, Item>, order: number, gap: number): Item[] {
  const source = items.get(edge.source);
  const target = items.get(edge.target);
  if (!source || !target) return [];
  const passing: Item[] = [];
  let last = source;
  let { offset } = edge;
  for (let layer = source.layer + 1; layer < target.layer; layer++) {
    const item = { width: 0, gap, layer, order, weight: 4, x: 0, above: [{ item: last, offset }], below: [] };
    last.below.push({ item, offset });
    passing.push(item);
    last = item;
    offset = 0;
  }
  target.above.push({ item: last, offset });
  last.below.push({ item: target, offset });
  return passing;
}

/** Orders are whole numbers, so there is room for borders between them: those of outer groups are further out. */
function createBorders({ members, depth }: LayerGroup, items: ReadonlyMap<string, Item>, gap: number): Item[] {
  const inside = members.flatMap(id => items.get(id) ?? []);
  const layers = inside.map(({ layer }) => layer);
  const orders = inside.map(({ order }) => order);
  const outward = 0.4 - depth * 0.01;
  return [Math.min(...orders) - outward, Math.max(...orders) + outward].flatMap(order => {
    const border: Item[] = [];
    for (let layer = Math.min(...layers); layer <= Math.max(...layers); layer++) {
      const above = border.at(-1);
      const item: Item = { width: 0, gap, layer, order, weight: 8, x: 0, above: [], below: [] };
      if (above) {
        item.above.push({ item: above, offset: 0 });
        above.below.push({ item, offset: 0 });
      }
      border.push(item);
    }
    return border;
  });
}

function assignCoordinates(items: readonly Item[]): void {
  const layers = [...Map.groupBy(items, ({ layer }) => layer)]
    .sort(([one], [other]) => one - other)
    .map(([, layer]) => layer.sort((one, other) => one.order - other.order));
  const above = ({ above: links }: Item) => links.map(({ item, offset }) => item.x + offset);
  const below = ({ below: links }: Item) => links.map(({ item, offset }) => item.x - offset);
  for (const layer of layers) moveLayer(layer, above);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const layer of layers.toReversed()) moveLayer(layer, below);
    for (const layer of layers) moveLayer(layer, above);
  }
  // What a step leads to decides as much as what leads to it.
  for (const layer of layers.toReversed()) moveLayer(layer, item => [...above(item), ...below(item)]);
  for (const layer of layers) straighten(layer);
}

/** Puts a step exactly below the only one that leads to it, where there is room: a small bend looks like a mistake. */
function straighten(layer: readonly Item[]): void {
  for (const [index, item] of layer.entries()) {
    const [link] = item.above;
    if (item.above.length !== 1 || !link) continue;
    const wanted = link.item.x + link.offset;
    const [before, after] = [layer[index - 1], layer[index + 1]];
    const least = before ? before.x + smallestDistance(before, item) : Number.NEGATIVE_INFINITY;
    const most = after ? after.x - smallestDistance(item, after) : Number.POSITIVE_INFINITY;
    if (wanted >= least && wanted <= most && Math.abs(wanted - item.x) <= LARGEST_BEND) item.x = wanted;
  }
}

/** Borders and long edges may come a little nearer, steps may not. */
function smallestDistance(one: Item, other: Item): number {
  const isBetweenSteps = one.width > 0 && other.width > 0;
  return isBetweenSteps ? distance(one, other) : (one.width + other.width) / 2 + 8;
}

function distance(one: Item, other: Item): number {
  return (one.width + other.width) / 2 + gapBetween(one, other);
}

/** Borders and long edges need less room than steps need between each other. */
function gapBetween(one: Item, other: Item): number {
  if (one.width > 0 && other.width > 0) return Math.max(one.gap, other.gap);
  return one.width > 0 ? other.gap : other.width > 0 ? one.gap : Math.max(one.gap, other.gap);
}

/**
 * Moves a layer to where the squares of the distances between wanted and actual places are smallest, with the order and
 * the gaps kept. Neighbours that would overlap are joined to a block, which is placed as one (isotonic regression).
 */
function moveLayer(layer: readonly Item[], wantedPlaces: (item: Item) => readonly number[]): void {
  interface Block {
    sum: number;
    weight: number;
    members: { item: Item; offset: number }[];
  }
  const blocks: Block[] = [];
  let offset = 0;
  for (const [index, item] of layer.entries()) {
    const before = layer[index - 1];
    if (before) offset += distance(before, item);
    const wanted = wantedPlaces(item);
    const place = wanted.length === 0 ? item.x : wanted.reduce((sum, x) => sum + x, 0) / wanted.length;
    // What wants nothing moves easily.
    const weight = wanted.length === 0 ? 0.01 : item.weight;
    let block: Block = { sum: (place - offset) * weight, weight, members: [{ item, offset }] };
    for (let last = blocks.at(-1); last && last.sum / last.weight >= block.sum / block.weight; last = blocks.at(-1)) {
      blocks.pop();
      block = {
        sum: last.sum + block.sum,
        weight: last.weight + block.weight,
        members: [...last.members, ...block.members],
      };
    }
    blocks.push(block);
  }
  for (const { sum, weight, members } of blocks) {
    for (const member of members) member.item.x = sum / weight + member.offset;
  }
}
