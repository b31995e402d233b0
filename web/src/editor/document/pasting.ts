/** Pastes steps under new ids. References between pasted steps follow, those to other steps stay. */
import type { Fragment } from '../../graph/clipboard.ts';
import { type Definition, freeId, isPoint, noteKey, type Point } from '../../graph/definition.ts';
import { layOut, toGrid } from '../../graph/layout.ts';
import type { NodeTypeIndex } from '../../graph/outputs.ts';
import { renameReferences } from '../../graph/references.ts';
import { renameEnds } from './document.ts';

export interface Pasted {
  definition: Definition;
  /** The keys of what was pasted, to be selected. */
  keys: ReadonlySet<string>;
}

/** Without a place, the steps appear a little beside where they were. */
export function paste(definition: Definition, fragment: Fragment, types: NodeTypeIndex, at: Point | undefined): Pasted {
  const newIds = chooseIds(definition, fragment);
  const places = withPlaces(fragment, types);
  const moved = movePlaces(places, at, definition);
  const nodes = fragment.nodes.map(node => ({
    ...renameReferences(node, newIds),
    id: newIds.get(node.id) ?? node.id,
    position: moved(places.get(node.id) ?? { x: 0, y: 0 }),
  }));
  const noteIds = new Set(definition.editor?.notes?.map(({ id }) => id));
  const notes = fragment.notes.map(note => {
    const id = freeId(note.id, noteIds);
    noteIds.add(id);
    return { ...note, ...moved(note), id };
  });
  const known = definition.editor?.notes ?? [];
  return {
    definition: {
      ...definition,
      nodes: [...definition.nodes, ...nodes],
      edges: [...definition.edges, ...fragment.edges.map(edge => renameEnds(edge, newIds))],
      ...(notes.length > 0 && { editor: { ...definition.editor, notes: [...known, ...notes] } }),
    },
    keys: new Set([...nodes.map(({ id }) => id), ...notes.map(({ id }) => noteKey(id))]),
  };
}

/** Every pasted step that would collide gets a free id. */
function chooseIds(definition: Definition, { nodes }: Fragment): ReadonlyMap<string, string> {
  const taken = new Set(definition.nodes.map(({ id }) => id));
  const newIds = new Map<string, string>();
  for (const { id } of nodes.filter(node => !taken.has(node.id))) newIds.set(id, id);
  for (const id of newIds.keys()) taken.add(id);
  for (const { id } of nodes) {
    if (newIds.has(id)) continue;
    const free = freeId(id, taken);
    taken.add(free);
    newIds.set(id, free);
  }
  return newIds;
}

function withPlaces({ nodes, edges }: Fragment, types: NodeTypeIndex): ReadonlyMap<string, Point> {
  const known = nodes.flatMap(({ id, position }) => (isPoint(position) ? [[id, position] as const] : []));
  return known.length === nodes.length ? new Map(known) : layOut({ nodes, edges }, types);
}

/** The upper left step goes to `at`; without it everything moves until nothing lies exactly on another step. */
function movePlaces(
  places: ReadonlyMap<string, Point>,
  at: Point | undefined,
  definition: Definition,
): (point: Point) => Point {
  const points = [...places.values()];
  if (at) {
    const left = Math.min(...points.map(({ x }) => x));
    const top = Math.min(...points.map(({ y }) => y));
    if (points.length > 0) return ({ x, y }) => ({ x: toGrid(x - left + at.x), y: toGrid(y - top + at.y) });
  }
  const taken = new Set(
    definition.nodes.flatMap(({ position }) => (isPoint(position) ? `${position.x},${position.y}` : [])),
  );
  let shift = SHIFT;
  while (points.some(({ x, y }) => taken.has(`${x + shift},${y + shift}`))) shift += SHIFT;
  return ({ x, y }) => ({ x: x + shift, y: y + shift });
}

const SHIFT = 40;
