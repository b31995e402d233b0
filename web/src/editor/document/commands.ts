/** What keys, buttons and menus of the editor do. */

import { readFragment, selectFragment, writeFragment } from '../../graph/clipboard.ts';
import {
  type Definition,
  edgeKey,
  findNote,
  type GraphEdge,
  type GraphNode,
  handleOf,
  isPoint,
  noteKey,
  type Point,
} from '../../graph/definition.ts';
import { directionOf } from '../../graph/direction.ts';
import { toGrid } from '../../graph/layout.ts';
import { continuingOutput, mainOutputs, type NodeTypeIndex } from '../../graph/outputs.ts';
import * as texts from '../../texts/editor.ts';
import { startFilling } from '../filling.ts';
import type { EditorStore } from '../store.ts';
import { addNote, connect, disconnect, moveItems, removeItems, setNote, tidy } from './document.ts';
import { endOfFlow } from './flow-end.ts';
import type { InsertStep, NewStep, Place } from './inserting.ts';
import { paste } from './pasting.ts';

export type Commands = ReturnType<typeof createCommands>;

/** `center` is the middle of what can be seen of the canvas. */
export function createCommands(store: EditorStore, center: () => Point | undefined) {
  const state = () => store.getState();
  const selectedSteps = () => state().definition.nodes.filter(({ id }) => state().selected.has(id));

  function selectEverything(): void {
    const { nodes, editor } = state().definition;
    state().select([...nodes.map(({ id }) => id), ...(editor?.notes ?? []).map(({ id }) => noteKey(id))]);
  }

  function copy(): string | undefined {
    const fragment = selectFragment(state().definition, state().selected);
    return fragment.nodes.length + fragment.notes.length === 0 ? undefined : writeFragment(fragment);
  }

  /** Returns whether the text was something to paste. */
  function pasteText(text: string): boolean {
    const fragment = readFragment(text);
    if (!fragment || state().isReadOnly) return false;
    insertFragment(fragment, texts.paste(countSteps(fragment.nodes.length)));
    return true;
  }

  function insertFragment(fragment: NonNullable<ReturnType<typeof readFragment>>, label: string): void {
    const { types, change } = state();
    let keys: ReadonlySet<string> = new Set();
    change(label, definition => {
      const pasted = paste(definition, fragment, types, undefined);
      keys = pasted.keys;
      return pasted.definition;
    });
    state().select(keys);
  }

  function duplicate(): void {
    const fragment = selectFragment(state().definition, state().selected);
    if (fragment.nodes.length + fragment.notes.length > 0) {
      insertFragment(fragment, texts.duplicate(countSteps(fragment.nodes.length)));
    }
  }

  function remove(): void {
    const { selected, change } = state();
    const steps = selectedSteps();
    const [first] = steps;
    const what = first && steps.length === 1 ? first.id : countSteps(steps.length);
    change(first ? texts.deleteNamed(what) : texts.deleteAction, definition => removeItems(definition, selected), {
      select: [],
    });
  }

  function move(x: number, y: number): void {
    const { selected, change } = state();
    change(texts.move, definition => moveItems(definition, shifted(definition, selected, x, y)), { group: 'move' });
  }

  function tidyUp(): void {
    const { types, selected, change } = state();
    change(texts.tidyUp, definition => tidy(definition, types, selected));
  }

  async function turn(): Promise<void> {
    const { turnFlow } = await import('./turning.ts');
    const { types, change, definition } = state();
    const direction = directionOf(definition) === 'right' ? 'down' : 'right';
    change(direction === 'right' ? texts.leadRight : texts.leadDown, each => turnFlow(each, types, direction));
  }

  /** Where a new step goes by default: on the selected edge, after the selected step, or at the end of the flow. */
  function defaultPlace(): Place {
    const { definition, selected, types, touched } = state();
    const edge = definition.edges.find(each => selected.has(edgeKey(each)));
    if (edge) return { kind: 'edge', edge };
    const [step, ...others] = selectedSteps();
    if (!step) return endOfFlow(definition, types, touched);
    if (others.length > 0 || types.get(step.type)?.terminal) return { kind: 'free' };
    return placeAfter(definition, step, types);
  }

  /** What inserts steps comes with the palette, and at once: the next key may already be about the new step. */
  function add(step: NewStep, place: Place, insertStep: InsertStep): string {
    const { types, change } = state();
    let id = '';
    change(texts.add(step.tool?.display_name ?? step.type.title), definition => {
      const inserted = insertStep(definition, step, place, types);
      id = inserted.id;
      return inserted.definition;
    });
    state().select([id]);
    state().openItem(id);
    // Who continues a selected step walks on from the new one; everybody else fills it in.
    const isSelectionContinued = place.kind === 'edge' || (place.kind === 'output' && !place.isSuggested);
    state().fill(startFilling(id, { isNew: true, takesFocus: !isSelectionContinued }));
    return id;
  }

  function note(): void {
    const at = center() ?? { x: 0, y: 0 };
    let key = '';
    state().change(texts.addNote, definition => {
      const added = addNote(definition, { x: toGrid(at.x - 120), y: toGrid(at.y - 60) });
      key = noteKey(added.note.id);
      return added.definition;
    });
    state().select([key]);
    state().openItem(key);
  }

  function resizeNote(key: string, box: Point & { width: number; height: number }): void {
    state().change(texts.resizeNote, definition => {
      const found = findNote(definition, key);
      return found ? setNote(definition, { ...found, ...box }) : definition;
    });
  }

  function join(edge: GraphEdge): void {
    state().change(texts.connect, definition => connect(definition, edge));
  }

  function rejoin(before: GraphEdge, edge: GraphEdge): void {
    state().change(texts.connect, definition => connect(disconnect(definition, before), edge));
  }

  return {
    selectEverything,
    copy,
    pasteText,
    duplicate,
    remove,
    move,
    tidyUp,
    turn,
    defaultPlace,
    add,
    note,
    resizeNote,
    join,
    rejoin,
    place: (positions: ReadonlyMap<string, Point>) =>
      state().change(texts.move, definition => moveItems(definition, positions)),
  };
}

/**
 * The first output without an edge. When all have one, the step goes between the selected one and what follows, unless
 * several follow.
 */
function placeAfter(definition: Definition, node: GraphNode, types: NodeTypeIndex): Place {
  const type = types.get(node.type);
  const outgoing = definition.edges.filter(({ source }) => source === node.id);
  const free = mainOutputs(node, type).find(output => !outgoing.some(edge => handleOf(edge) === output));
  if (free !== undefined) return { kind: 'output', source: node.id, handle: free };
  const handle = continuingOutput(node, type);
  const following = outgoing.filter(edge => handleOf(edge) === handle);
  const [edge] = following;
  return edge && following.length === 1 ? { kind: 'edge', edge } : { kind: 'output', source: node.id, handle };
}

function countSteps(count: number): string {
  return count === 1 ? texts.step : texts.steps(count);
}

function shifted(
  definition: Parameters<typeof moveItems>[0],
  selected: ReadonlySet<string>,
  x: number,
  y: number,
): ReadonlyMap<string, Point> {
  const steps = definition.nodes.flatMap(({ id, position }) =>
    selected.has(id) && isPoint(position) ? [[id, { x: position.x + x, y: position.y + y }] as const] : [],
  );
  const notes = (definition.editor?.notes ?? []).flatMap(found =>
    selected.has(noteKey(found.id)) ? [[noteKey(found.id), { x: found.x + x, y: found.y + y }] as const] : [],
  );
  return new Map([...steps, ...notes]);
}
