/** Conflicts of a merge: what the editor shows at their places now, and what a choice makes of it. */
import type { Definition, GraphNode } from '../../graph/definition.ts';
import { isSameJson } from '../../graph/difference.ts';
import type { Conflict, Content } from './merge.ts';

export type Side = 'mine' | 'theirs';

const PARAMS = 'params.';
const EDITOR = 'editor.';

export function applyChoice(content: Content, conflict: Conflict, side: Side): Content {
  const { place, field } = conflict;
  const value = conflict[side];
  const { definition } = content;
  if (place.kind === 'workflow') {
    if (field === 'name' || field === 'description') return { ...content, [field]: String(value ?? '') };
    return { ...content, definition: setWorkflowField(definition, field, value) };
  }
  if (place.kind === 'note') return { ...content, definition: setNoteText(definition, place.id, value) };
  return { ...content, definition: setStepField(definition, place.id, field, value) };
}

/**
 * Joins the conflicts of a new merge with those that are still undecided, of which both may have changed their version
 * meanwhile. Only those stay whose place still exists and shows something else than what is stored.
 */
export function joinConflicts(
  undecided: readonly Conflict[],
  found: readonly Conflict[],
  { shown, stored }: { shown: Content; stored: Content },
): Conflict[] {
  const newest = new Map([...undecided, ...found].map(conflict => [conflict.key, conflict]));
  return [...newest.values()]
    .map(conflict => ({ ...conflict, mine: ownVersion(conflict, shown), theirs: valueAt(stored, conflict) }))
    .filter(conflict => isOpen(conflict, shown));
}

/** A step that I removed is shown until somebody decides, but my version is still to have none. */
function ownVersion(conflict: Conflict, shown: Content): unknown {
  return conflict.field === 'step' && conflict.mine === undefined ? undefined : valueAt(shown, conflict);
}

function isOpen(conflict: Conflict, shown: Content): boolean {
  const { place, field, mine, theirs } = conflict;
  const { nodes, editor } = shown.definition;
  if (place.kind === 'step' && !nodes.some(({ id }) => id === place.id)) return false;
  if (place.kind === 'note' && !editor?.notes?.some(({ id }) => id === place.id)) return false;
  // A step that only one side has is shown until somebody decides, so it may look like the version of either.
  if (field === 'step') return (mine === undefined) !== (theirs === undefined);
  return !isSameJson(valueAt(shown, conflict), theirs);
}

function valueAt({ name, description, definition }: Content, { place, field }: Conflict): unknown {
  if (place.kind === 'workflow') {
    if (field === 'name') return name;
    return field === 'description' ? description : workflowField(definition, field);
  }
  if (place.kind === 'note') return definition.editor?.notes?.find(({ id }) => id === place.id)?.text;
  const step = definition.nodes.find(({ id }) => id === place.id);
  if (field === 'step' || !step) return step;
  if (field === 'pin') return definition.editor?.pins?.[place.id];
  return field.startsWith(PARAMS) ? step.params?.[field.slice(PARAMS.length)] : readKey(step, field);
}

function setStepField(definition: Definition, id: string, field: string, value: unknown): Definition {
  if (field === 'step')
    return value === undefined ? removeStep(definition, id) : putStep(definition, value as GraphNode);
  if (field === 'pin') return setPin(definition, id, value);
  return {
    ...definition,
    nodes: definition.nodes.map(step => {
      if (step.id !== id) return step;
      if (!field.startsWith(PARAMS)) return withKey(step, field, value);
      return { ...step, params: withKey(step.params ?? {}, field.slice(PARAMS.length), value) };
    }),
  };
}

function removeStep(definition: Definition, id: string): Definition {
  const without = setPin(definition, id, undefined);
  return {
    ...without,
    nodes: without.nodes.filter(step => step.id !== id),
    edges: without.edges.filter(({ source, target }) => source !== id && target !== id),
  };
}

function putStep(definition: Definition, step: GraphNode): Definition {
  const isThere = definition.nodes.some(({ id }) => id === step.id);
  const nodes = isThere
    ? definition.nodes.map(other => (other.id === step.id ? step : other))
    : [...definition.nodes, step];
  return { ...definition, nodes };
}

function setPin(definition: Definition, id: string, value: unknown): Definition {
  const { editor } = definition;
  if (value === undefined && editor?.pins?.[id] === undefined) return definition;
  return { ...definition, editor: { ...editor, pins: withKey(editor?.pins ?? {}, id, value) } };
}

function setNoteText(definition: Definition, noteId: string, value: unknown): Definition {
  const { editor } = definition;
  const notes = editor?.notes?.map(note => (note.id === noteId ? { ...note, text: String(value ?? '') } : note));
  return { ...definition, editor: { ...editor, ...(notes && { notes }) } };
}

function workflowField(definition: Definition, field: string): unknown {
  const [from, key] = field.startsWith(EDITOR)
    ? [definition.editor ?? {}, field.slice(EDITOR.length)]
    : [definition, field];
  return readKey(from, key);
}

function readKey(object: object, key: string): unknown {
  return Object.entries(object).find(([name]) => name === key)?.[1];
}

function setWorkflowField(definition: Definition, field: string, value: unknown): Definition {
  if (!field.startsWith(EDITOR)) return withKey(definition, field, value);
  return { ...definition, editor: withKey(definition.editor ?? {}, field.slice(EDITOR.length), value) };
}

function withKey<Value extends object>(object: Value, key: string, value: unknown): Value {
  const entries = Object.entries(object).filter(([name]) => name !== key || value !== undefined);
  const changed = Object.fromEntries(entries) as Value;
  return value === undefined ? changed : { ...changed, [key]: value };
}
