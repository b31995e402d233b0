/** Every change of a workflow that the editor can make, as a function from one definition to the next. */

import {
  type Definition,
  edgeKey,
  findNode,
  freeId,
  type GraphEdge,
  type GraphNode,
  handleOf,
  isSameEdge,
  isStepId,
  type Note,
  noteKey,
  type Point,
} from '../../graph/definition.ts';
import { layOut, layOutPart, moveTo } from '../../graph/layout.ts';
import { allOutputs, type NodeTypeIndex } from '../../graph/outputs.ts';
import { renameReferences } from '../../graph/references.ts';
import * as texts from '../../texts/editor.ts';

export function updateNode(definition: Definition, id: string, update: (node: GraphNode) => GraphNode): Definition {
  return { ...definition, nodes: definition.nodes.map(each => (each.id === id ? update(each) : each)) };
}

/** Removes steps, edges and notes by their keys. What led to a removed step leads to what followed it, when it is clear. */
export function removeItems(definition: Definition, keys: ReadonlySet<string>): Definition {
  const edges = definition.edges.filter(edge => !keys.has(edgeKey(edge)));
  const removed = definition.nodes.filter(({ id }) => keys.has(id));
  const remaining = removed.reduce((left, { id }) => withoutNode(left, id), { ...definition, edges });
  return withEditorData(
    remaining,
    notes => notes.filter(note => !keys.has(noteKey(note.id))),
    pins => Object.fromEntries(Object.entries(pins).filter(([id]) => !keys.has(id))),
  );
}

/** Returns what is wrong with an id for a step, if anything. */
export function idProblem(definition: Definition, id: string, newId: string): string | undefined {
  if (newId === id) return undefined;
  if (!isStepId(newId)) return texts.most64LettersDigits;
  return findNode(definition, newId) ? texts.thereStepAlready(newId) : undefined;
}

/** Gives a step another id, and rewrites every reference to it. */
export function renameNode(definition: Definition, id: string, newId: string): Definition {
  if (newId === id || idProblem(definition, id, newId) !== undefined) return definition;
  const newIds = new Map([[id, newId]]);
  const renamed = {
    ...definition,
    nodes: definition.nodes.map(node => {
      const rewritten = renameReferences(node, newIds);
      return node.id === id ? { ...rewritten, id: newId } : rewritten;
    }),
    edges: definition.edges.map(edge => renameEnds(edge, newIds)),
  };
  return withEditorData(
    renamed,
    notes => notes,
    pins => Object.fromEntries(Object.entries(pins).map(([key, pin]) => [newIds.get(key) ?? key, pin])),
  );
}

export function renameEnds(edge: GraphEdge, newIds: ReadonlyMap<string, string>): GraphEdge {
  const source = newIds.get(edge.source) ?? edge.source;
  const target = newIds.get(edge.target) ?? edge.target;
  return source === edge.source && target === edge.target ? edge : { ...edge, source, target };
}

/** Moves steps and notes, by their keys. */
export function moveItems(definition: Definition, positions: ReadonlyMap<string, Point>): Definition {
  return withEditorData(moveTo(definition, positions), notes =>
    notes.map(note => {
      const position = positions.get(noteKey(note.id));
      return position ? { ...note, x: position.x, y: position.y } : note;
    }),
  );
}

/** Lays out all steps, or only the selected ones when there are several. */
export function tidy(definition: Definition, types: NodeTypeIndex, selected: ReadonlySet<string>): Definition {
  const steps = definition.nodes.filter(({ id }) => selected.has(id));
  return moveTo(
    definition,
    steps.length > 1 ? layOutPart(definition, types, new Set(steps.map(({ id }) => id))) : layOut(definition, types),
  );
}

export function connect(definition: Definition, edge: GraphEdge): Definition {
  if (definition.edges.some(each => isSameEdge(each, edge))) return definition;
  return { ...definition, edges: [...definition.edges, edge] };
}

export function disconnect(definition: Definition, edge: GraphEdge): Definition {
  return { ...definition, edges: definition.edges.filter(each => !isSameEdge(each, edge)) };
}

/** Returns why an edge can not be drawn, by the rules that validation has for edges. */
export function connectionProblem(definition: Definition, edge: GraphEdge, types: NodeTypeIndex): string | undefined {
  const source = findNode(definition, edge.source);
  const target = findNode(definition, edge.target);
  if (!source || !target) return texts.thereNoSuchStep;
  if (source === target) return texts.stepCanNotLead;
  if (types.get(target.type)?.is_trigger) return texts.nothingCanLeadTrigger;
  const type = types.get(source.type);
  if (type?.terminal) return texts.nothingCanFollowStep;
  if (type && !allOutputs(source, type).includes(handleOf(edge))) return texts.stepNoSuchOutput;
  if (definition.edges.some(each => isSameEdge(each, edge))) return texts.stepsConnectedAlready;
  return leadsTo(definition, edge.target, edge.source) ? texts.workflowCanNotCycles : undefined;
}

export function addNote(definition: Definition, place: Point): { definition: Definition; note: Note } {
  const notes = definition.editor?.notes ?? [];
  const id = freeId('note_1', new Set(notes.map(note => note.id)));
  const note = { id, ...place, width: 240, height: 120, text: '' };
  return { definition: withNotes(definition, [...notes, note]), note };
}

export function setNote(definition: Definition, note: Note): Definition {
  const notes = definition.editor?.notes ?? [];
  return withNotes(
    definition,
    notes.map(each => (each.id === note.id ? note : each)),
  );
}

/** Keeps an output as the result of a step, or with undefined lets the step run again. */
export function setPin(definition: Definition, id: string, pin: { output: unknown } | undefined): Definition {
  const { [id]: _, ...others } = definition.editor?.pins ?? {};
  return { ...definition, editor: { ...definition.editor, pins: pin ? { ...others, [id]: pin } : others } };
}

function withNotes(definition: Definition, notes: Note[]): Definition {
  return { ...definition, editor: { ...definition.editor, notes } };
}

/** Changes notes and pins where there are any, so that a definition without them gets no empty ones. */
function withEditorData(
  definition: Definition,
  changeNotes: (notes: Note[]) => Note[],
  changePins: (pins: Record<string, { output: unknown }>) => Record<string, { output: unknown }> = pins => pins,
): Definition {
  const { editor } = definition;
  if (!editor) return definition;
  return {
    ...definition,
    editor: {
      ...editor,
      ...(editor.notes && { notes: changeNotes(editor.notes) }),
      ...(editor.pins && { pins: changePins(editor.pins) }),
    },
  };
}

function withoutNode(definition: Definition, id: string): Definition {
  const incoming = definition.edges.filter(({ target }) => target === id);
  const outgoing = definition.edges.filter(({ source }) => source === id);
  const others = definition.edges.filter(({ source, target }) => source !== id && target !== id);
  const following = new Set(outgoing.filter(edge => handleOf(edge) !== 'error').map(({ target }) => target));
  const [next] = following;
  // With several branches nobody but the author knows which one should take over.
  const bridges = following.size === 1 && next !== undefined ? incoming.map(edge => ({ ...edge, target: next })) : [];
  const isNew = (edge: GraphEdge) => edge.source !== edge.target && !others.some(each => isSameEdge(each, edge));
  return {
    ...definition,
    nodes: definition.nodes.filter(node => node.id !== id),
    edges: [...others, ...bridges.filter(isNew)],
  };
}

function leadsTo(definition: Definition, from: string, to: string): boolean {
  const outgoing = Map.groupBy(definition.edges, ({ source }) => source);
  const reached = new Set([from]);
  for (const id of reached) for (const { target } of outgoing.get(id) ?? []) reached.add(target);
  return reached.has(to);
}
