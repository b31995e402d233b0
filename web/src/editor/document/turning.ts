/** Lets a workflow lead down or to the right. */
import { type Definition, isPoint, noteKey, type Point } from '../../graph/definition.ts';
import type { FlowDirection } from '../../graph/direction.ts';
import { layOut } from '../../graph/layout.ts';
import type { NodeTypeIndex } from '../../graph/outputs.ts';
import { moveItems } from './document.ts';

/** Lays out all steps in the direction. Notes stay beside the steps that they are nearest to. */
export function turnFlow(definition: Definition, types: NodeTypeIndex, direction: FlowDirection): Definition {
  const turned = { ...definition, editor: { ...definition.editor, direction } };
  const places = layOut(turned, types);
  const placed = definition.nodes.flatMap(({ id, position }) => (isPoint(position) ? [{ id, position }] : []));
  const notes = (definition.editor?.notes ?? []).flatMap(note => {
    const [nearest] = placed.toSorted((one, other) => distance(note, one.position) - distance(note, other.position));
    const to = nearest && places.get(nearest.id);
    if (!to) return [];
    return [
      [noteKey(note.id), { x: note.x + to.x - nearest.position.x, y: note.y + to.y - nearest.position.y }] as const,
    ];
  });
  return moveItems(turned, new Map([...places, ...notes]));
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
