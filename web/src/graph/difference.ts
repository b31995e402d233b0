/**
 * What differs between two definitions: step by step, param by param. Moving a step changes no run, so it is not a
 * change of the step and is listed apart.
 */
import { type Definition, edgeKey, type GraphEdge, type GraphNode, type Note, type Point } from './definition.ts';
import { type Box, CARD_HEIGHT, CARD_WIDTH, overlaps } from './sizes.ts';

export type ChangeKind = 'added' | 'removed' | 'changed';

export interface FieldDifference {
  /** Name of the param, or of another key of the step such as `name`. */
  field: string;
  isParam: boolean;
  /** Undefined where the field is missing. */
  before: unknown;
  after: unknown;
}

export interface StepDifference {
  id: string;
  kind: ChangeKind;
  before: GraphNode | undefined;
  after: GraphNode | undefined;
  /** Only of changed steps. */
  fields: FieldDifference[];
}

export interface NoteDifference {
  id: string;
  kind: ChangeKind;
  before: Note | undefined;
  after: Note | undefined;
}

export interface Difference {
  steps: StepDifference[];
  addedEdges: GraphEdge[];
  removedEdges: GraphEdge[];
  notes: NoteDifference[];
  /** Ids of steps whose position differs, whatever else does. */
  moved: string[];
}

/** Keys of a step that are compared in another way than as a field. */
const NOT_FIELDS = new Set(['id', 'params', 'position']);

export function compareDefinitions(before: Definition, after: Definition): Difference {
  const [oldSteps, newSteps] = [byId(before.nodes), byId(after.nodes)];
  return {
    steps: compareSteps(oldSteps, newSteps),
    addedEdges: findMissing(after.edges, before.edges),
    removedEdges: findMissing(before.edges, after.edges),
    notes: compareNotes(before.editor?.notes ?? [], after.editor?.notes ?? []),
    moved: [...newSteps].filter(([id, step]) => isMoved(oldSteps.get(id), step)).map(([id]) => id),
  };
}

/** The number that the console shows for a difference: one for each step, edge and note. */
export function countChanges({ steps, addedEdges, removedEdges, notes }: Difference): number {
  return steps.length + addedEdges.length + removedEdges.length + notes.length;
}

export function differenceMarks({ steps }: Difference): ReadonlyMap<string, { difference: ChangeKind }> {
  return new Map(steps.map(({ id, kind }) => [id, { difference: kind }]));
}

export function edgeDifferences({ addedEdges, removedEdges }: Difference): ReadonlyMap<string, 'added' | 'removed'> {
  return new Map([
    ...addedEdges.map(edge => [edgeKey(edge), 'added'] as const),
    ...removedEdges.map(edge => [edgeKey(edge), 'removed'] as const),
  ]);
}

/**
 * Returns the newer definition together with the steps and edges that it lacks, so that a canvas can show both. A removed
 * step whose place was taken by another one stands beside it.
 */
export function withRemoved(before: Definition, after: Definition): Definition {
  const { steps, removedEdges } = compareDefinitions(before, after);
  const nodes = [...after.nodes];
  for (const { kind, before: step } of steps) if (kind === 'removed' && step) nodes.push(moveAside(step, nodes));
  return { ...after, nodes, edges: [...after.edges, ...removedEdges] };
}

function moveAside(step: GraphNode, others: readonly GraphNode[]): GraphNode {
  if (!step.position) return step;
  const taken = others.flatMap(({ position }) => (position ? [boxAt(position)] : []));
  let { x } = step.position;
  const { y } = step.position;
  while (taken.some(box => overlaps(boxAt({ x, y }), box))) x += CARD_WIDTH + ASIDE_GAP;
  return x === step.position.x ? step : { ...step, position: { x, y } };
}

const ASIDE_GAP = 40;

function boxAt({ x, y }: Point): Box {
  return { x, y, width: CARD_WIDTH, height: CARD_HEIGHT };
}

/** Compares what two steps do: everything but their ids and positions. */
export function compareFields(before: GraphNode, after: GraphNode): FieldDifference[] {
  return [
    ...compareKeys(propertiesOf(before), propertiesOf(after), false),
    ...compareKeys(before.params ?? {}, after.params ?? {}, true),
  ];
}

/** Whether two values are the same JSON, whatever the order of their keys. A key that is undefined is not there. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((entry, index) => isSameJson(entry, b[index]));
  }
  const [one, other] = [definedEntries(a), new Map(definedEntries(b))];
  return one.length === other.size && one.every(([key, value]) => other.has(key) && isSameJson(value, other.get(key)));
}

/**
 * Returns the definition with the objects of another one where they are equal. Whoever compares or draws them later sees
 * by their identity that nothing changed.
 */
export function shareParts(definition: Definition, other: Definition): Definition {
  const known = byId(other.nodes);
  const nodes = definition.nodes.map(node => {
    const same = known.get(node.id);
    return same && isSameJson(same, node) ? same : node;
  });
  const edges = isSameJson(definition.edges, other.edges) ? other.edges : definition.edges;
  return { ...definition, nodes, edges };
}

export function byId<Entry extends { id: string }>(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map(entry => [entry.id, entry]));
}

/** Keys of a step that are neither its id, its position nor its params. */
export function propertiesOf(step: GraphNode): Record<string, unknown> {
  return Object.fromEntries(Object.entries(step).filter(([key]) => !NOT_FIELDS.has(key)));
}

function compareSteps(before: Map<string, GraphNode>, after: Map<string, GraphNode>): StepDifference[] {
  const differences: StepDifference[] = [];
  for (const [id, step] of after) {
    const old = before.get(id);
    if (!old) differences.push({ id, kind: 'added', before: undefined, after: step, fields: [] });
    else {
      const fields = old === step ? [] : compareFields(old, step);
      if (fields.length > 0) differences.push({ id, kind: 'changed', before: old, after: step, fields });
    }
  }
  for (const [id, step] of before) {
    if (!after.has(id)) differences.push({ id, kind: 'removed', before: step, after: undefined, fields: [] });
  }
  return differences;
}

function compareKeys(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  isParam: boolean,
): FieldDifference[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields]
    .filter(field => !isSameJson(before[field], after[field]))
    .map(field => ({ field, isParam, before: before[field], after: after[field] }));
}

function compareNotes(before: readonly Note[], after: readonly Note[]): NoteDifference[] {
  const [old, present] = [byId(before), byId(after)];
  const differences: NoteDifference[] = [];
  for (const [id, note] of present) {
    const earlier = old.get(id);
    if (!earlier) differences.push({ id, kind: 'added', before: undefined, after: note });
    else if (earlier.text !== note.text) differences.push({ id, kind: 'changed', before: earlier, after: note });
  }
  for (const [id, note] of old) {
    if (!present.has(id)) differences.push({ id, kind: 'removed', before: note, after: undefined });
  }
  return differences;
}

/** Returns the edges of the first list that the second does not have, each as often as it is missing. */
function findMissing(edges: readonly GraphEdge[], others: readonly GraphEdge[]): GraphEdge[] {
  if (edges === others) return [];
  const counts = new Map<string, number>();
  for (const edge of others) counts.set(edgeKey(edge), (counts.get(edgeKey(edge)) ?? 0) + 1);
  return edges.filter(edge => {
    const left = counts.get(edgeKey(edge)) ?? 0;
    counts.set(edgeKey(edge), left - 1);
    return left <= 0;
  });
}

function isMoved(before: GraphNode | undefined, after: GraphNode): boolean {
  return before !== undefined && !isSameJson(before.position ?? null, after.position ?? null);
}

function definedEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, entry]) => entry !== undefined);
}
