/**
 * Three-way merge of a workflow that two people changed: `base` is what both began with, `mine` is what this editor
 * shows, `theirs` is what is stored now.
 *
 * Changes of different steps, params, edges and notes are combined. Where both changed the same param of the same step,
 * or one changed a step that the other removed, there is a conflict. The merged content then keeps what this editor
 * shows, or the step that would be lost, and the conflict has both versions for a person to choose from.
 */
import { type Definition, edgeKey, freeId, type GraphEdge, type GraphNode, type Note } from '../../graph/definition.ts';
import { byId, compareFields, isSameJson, propertiesOf } from '../../graph/difference.ts';

/** All that the editor saves of a workflow. */
export interface Content {
  name: string;
  description: string;
  definition: Definition;
}

export type Place = { kind: 'step' | 'note'; id: string } | { kind: 'workflow' };

/**
 * `field` is `params.<name>` or another key of the step, `pin` for its pinned output, `step` for the step as a whole,
 * `text` of a note, and a key of the workflow or its definition. A value that is undefined is not there.
 */
export interface Conflict {
  key: string;
  place: Place;
  field: string;
  mine: unknown;
  theirs: unknown;
}

export interface Merged<Value> {
  merged: Value;
  conflicts: Conflict[];
}

/** Gives a step another id wherever the definition names it. */
export type RenameStep = (definition: Definition, from: string, to: string) => Definition;

type Fields = Record<string, unknown>;
type Three<Value> = { base: Value; mine: Value; theirs: Value };

/** The same part of all three. */
function ofEach<Whole, Part>({ base, mine, theirs }: Three<Whole>, partOf: (whole: Whole) => Part): Three<Part> {
  return { base: partOf(base), mine: partOf(mine), theirs: partOf(theirs) };
}

export function mergeContent(all: Three<Content>, rename: RenameStep): Merged<Content> {
  const definitions = ofEach(all, ({ definition }) => definition);
  const { merged: definition, conflicts } = mergeDefinitions(definitions, rename);
  const texts = mergeFields(
    ofEach(all, ({ name, description }) => ({ name, description })),
    { kind: 'workflow' },
  );
  const { name, description } = texts.merged;
  return {
    merged: { name: String(name), description: String(description), definition },
    conflicts: [...texts.conflicts, ...conflicts],
  };
}

export function mergeDefinitions(all: Three<Definition>, rename: RenameStep): Merged<Definition> {
  const { base, theirs } = all;
  if (isSameJson(theirs, base) || isSameJson(all.mine, theirs)) return { merged: all.mine, conflicts: [] };
  if (isSameJson(all.mine, base)) return { merged: theirs, conflicts: [] };
  const three = { base, mine: renameClashes(all, rename), theirs };

  const steps = mergeSteps(three);
  const ids = new Set(steps.merged.map(({ id }) => id));
  const edges = mergeEdges(
    ofEach(three, ({ edges }) => edges),
    steps.kept,
    ids,
  );
  const others = mergeFields(ofEach(three, otherKeys), { kind: 'workflow' });
  const editor = mergeEditor(three, ids);
  return {
    merged: { ...others.merged, nodes: steps.merged, edges, ...(editor.merged && { editor: editor.merged }) },
    conflicts: [...steps.conflicts, ...others.conflicts, ...editor.conflicts],
  };
}

/**
 * Two people who add a step may give it the same id. These are two steps, so mine gets another id; the stored one keeps
 * its own, because runs and other people name it already.
 */
function renameClashes({ base, mine, theirs }: Three<Definition>, rename: RenameStep): Definition {
  const [known, stored] = [byId(base.nodes), byId(theirs.nodes)];
  let renamed = mine;
  for (const step of mine.nodes) {
    const other = stored.get(step.id);
    if (known.has(step.id) || !other || compareFields(step, other).length === 0) continue;
    renamed = rename(renamed, step.id, freeId(step.id, idsOf(renamed, theirs)));
  }
  return renamed;
}

function idsOf(...definitions: readonly Definition[]): Set<string> {
  return new Set(definitions.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
}

interface MergedSteps extends Merged<GraphNode[]> {
  /** Steps that one side removed and the other changed, with the edges of the side that has them. */
  kept: Map<string, readonly GraphEdge[]>;
}

function mergeSteps({ base, mine, theirs }: Three<Definition>): MergedSteps {
  const [old, ours, stored] = [byId(base.nodes), byId(mine.nodes), byId(theirs.nodes)];
  const result: MergedSteps = { merged: [], conflicts: [], kept: new Map() };
  for (const id of new Set([...ours.keys(), ...stored.keys()])) {
    const three = { base: old.get(id), mine: ours.get(id), theirs: stored.get(id) };
    if (three.mine && three.theirs) {
      const { merged, conflicts } = mergeStep({ base: three.base, mine: three.mine, theirs: three.theirs });
      result.merged.push(merged);
      result.conflicts.push(...conflicts);
      continue;
    }
    const step = three.mine ?? three.theirs;
    if (!step) continue;
    const side = three.mine ? mine : theirs;
    if (three.base && !isTouched(three.base, step, { before: base.edges, after: side.edges })) continue;
    result.merged.push(step);
    if (!three.base) continue;
    result.kept.set(id, side.edges);
    result.conflicts.push(conflict({ kind: 'step', id }, 'step', { mine: three.mine, theirs: three.theirs }));
  }
  return result;
}

/** Whether somebody changed a step or connected it. Moving it is not enough to keep what another person removed. */
function isTouched(
  base: GraphNode,
  step: GraphNode,
  edges: { before: readonly GraphEdge[]; after: readonly GraphEdge[] },
) {
  if (compareFields(base, step).length > 0) return true;
  const known = new Set(edges.before.map(edgeKey));
  return edges.after.some(edge => (edge.source === base.id || edge.target === base.id) && !known.has(edgeKey(edge)));
}

function mergeStep(all: { base: GraphNode | undefined; mine: GraphNode; theirs: GraphNode }): Merged<GraphNode> {
  const { mine, theirs } = all;
  // Most steps are the same object on both sides, and a whole history is merged with every change of others.
  if (mine === theirs || theirs === all.base) return { merged: mine, conflicts: [] };
  if (mine === all.base) return { merged: theirs, conflicts: [] };
  // Without a common version both are equal but for their positions, because other clashes were renamed.
  const base: GraphNode = all.base ?? { id: mine.id, type: '' };
  const three = { base, mine, theirs };
  const place: Place = { kind: 'step', id: mine.id };
  const own = mergeFields(ofEach(three, propertiesOf), place);
  const allParams = ofEach(three, ({ params = {} }) => params);
  const params = mergeFields(allParams, place, 'params.');
  const position = isSameJson(base.position ?? null, mine.position ?? null) ? theirs.position : mine.position;
  const merged: GraphNode = {
    ...(own.merged as Omit<GraphNode, 'id'>),
    id: mine.id,
    ...((mine.params || theirs.params) && { params: params.merged }),
    ...(position !== undefined && { position }),
  };
  // The same object where nothing came in: the canvas draws again only what is another object.
  return { merged: isSameJson(merged, mine) ? mine : merged, conflicts: [...own.conflicts, ...params.conflicts] };
}

function mergeEdges(
  { base, mine, theirs }: Three<readonly GraphEdge[]>,
  kept: ReadonlyMap<string, readonly GraphEdge[]>,
  ids: ReadonlySet<string>,
): GraphEdge[] {
  const hasBothEnds = ({ source, target }: GraphEdge) => ids.has(source) && ids.has(target);
  if (theirs === base && kept.size === 0) return mine.filter(hasBothEnds);
  const [old, ours, stored] = [base, mine, theirs].map(edges => new Map(edges.map(edge => [edgeKey(edge), edge])));
  const isOf = (edge: GraphEdge, edges: readonly GraphEdge[] | undefined) =>
    edges?.some(other => edgeKey(other) === edgeKey(edge)) ?? false;
  return [...new Map([...(ours ?? []), ...(stored ?? [])])]
    .filter(([key, edge]) => {
      if (!hasBothEnds(edge)) return false;
      if (!old?.has(key)) return true;
      if (ours?.has(key) && stored?.has(key)) return true;
      return isOf(edge, kept.get(edge.source)) || isOf(edge, kept.get(edge.target));
    })
    .map(([, edge]) => edge);
}

function mergeEditor(all: Three<Definition>, ids: ReadonlySet<string>): Merged<Definition['editor'] | undefined> {
  const { mine, theirs } = all;
  if (!mine.editor && !theirs.editor) return { merged: undefined, conflicts: [] };
  const others = mergeFields(ofEach(all, otherEditorKeys), { kind: 'workflow' }, 'editor.');
  const notes = mergeNotes(ofEach(all, ({ editor }) => editor?.notes ?? []));
  const allPins = ofEach(all, ({ editor }) => editor?.pins ?? {});
  const pins = mergePins(allPins, ids);
  return {
    merged: {
      ...others.merged,
      ...((mine.editor?.notes || theirs.editor?.notes) && { notes: notes.merged }),
      ...((mine.editor?.pins || theirs.editor?.pins) && { pins: pins.merged }),
    },
    conflicts: [...others.conflicts, ...notes.conflicts, ...pins.conflicts],
  };
}

function mergeNotes({ base, mine, theirs }: Three<readonly Note[]>): Merged<Note[]> {
  const [old, stored] = [byId(base), byId(theirs)];
  const ours = byId(renameNotes(mine, old, stored));
  const result: Merged<Note[]> = { merged: [], conflicts: [] };
  for (const id of new Set([...ours.keys(), ...stored.keys()])) {
    const [before, one, other] = [old.get(id), ours.get(id), stored.get(id)];
    if (one && other) {
      const text = mergeFields(
        { base: { text: before?.text }, mine: { text: one.text }, theirs: { text: other.text } },
        { kind: 'note', id },
      );
      const place = before && isSameJson({ ...before, text: '' }, { ...one, text: '' }) ? other : one;
      result.merged.push({ ...place, text: String(text.merged.text) });
      result.conflicts.push(...text.conflicts);
    } else {
      // A note that was rewritten on one side stays, because nobody has seen both.
      const left = one ?? other;
      if (left && (!before || before.text !== left.text)) result.merged.push(left);
    }
  }
  return result;
}

/** Two new notes may have the same id, like steps. */
function renameNotes(mine: readonly Note[], old: ReadonlyMap<string, Note>, stored: ReadonlyMap<string, Note>): Note[] {
  const taken = new Set([...mine.map(({ id }) => id), ...stored.keys()]);
  return mine.map(note => {
    const other = stored.get(note.id);
    if (old.has(note.id) || !other || isSameJson(note, other)) return note;
    const id = freeId(note.id, taken);
    taken.add(id);
    return { ...note, id };
  });
}

function mergePins(all: Three<Fields>, ids: ReadonlySet<string>): Merged<Record<string, { output: unknown }>> {
  const { merged, conflicts } = mergeFields(all, { kind: 'workflow' });
  const pins = Object.entries(merged).filter(([id]) => ids.has(id));
  return {
    merged: Object.fromEntries(pins) as Record<string, { output: unknown }>,
    conflicts: conflicts
      .filter(({ field }) => ids.has(field))
      .map(({ field: id, mine, theirs }) => conflict({ kind: 'step', id }, 'pin', { mine, theirs })),
  };
}

/** Merges key by key. What both changed differently stays mine and is a conflict. */
function mergeFields({ base, mine, theirs }: Three<Fields>, place: Place, prefix = ''): Merged<Fields> {
  // Maps, because a field may have any name, also that of a property that all objects inherit.
  const [old, ours, stored] = [base, mine, theirs].map(fields => new Map(Object.entries(fields)));
  const merged = new Map<string, unknown>();
  const conflicts: Conflict[] = [];
  for (const field of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [before, one, other] = [old?.get(field), ours?.get(field), stored?.get(field)];
    const value = isSameJson(before, one) ? other : one;
    if (value !== undefined) merged.set(field, value);
    if (isSameJson(before, one) || isSameJson(before, other) || isSameJson(one, other)) continue;
    conflicts.push(conflict(place, `${prefix}${field}`, { mine: one, theirs: other }));
  }
  return { merged: Object.fromEntries(merged), conflicts };
}

function conflict(place: Place, field: string, { mine, theirs }: { mine: unknown; theirs: unknown }): Conflict {
  return { key: conflictKey(place, field), place, field, mine, theirs };
}

export function conflictKey(place: Place, field: string): string {
  return JSON.stringify([place.kind, place.kind === 'workflow' ? '' : place.id, field]);
}

function otherKeys({ nodes: _nodes, edges: _edges, editor: _editor, ...others }: Definition): Fields {
  return others;
}

function otherEditorKeys({ editor = {} }: Definition): Fields {
  const { notes: _notes, pins: _pins, ...others } = editor;
  return others;
}
