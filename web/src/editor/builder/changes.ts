/** What a builder changed, found in what its tools answered and brought into or out of the editor. PURE. */
import type { ToolUse } from '../../api/chat.ts';
import { displayName, findNode, readDefinition } from '../../graph/definition.ts';
import { compareDefinitions, type Difference } from '../../graph/difference.ts';
import { builder as texts } from '../../texts/builder.ts';
import { renameNode } from '../document/document.ts';
import { type Content, mergeContent } from '../document/merge.ts';

const TOOLS = new Set(['workflow_edit', 'workflow_restore']);
const CHANGE_ID = /"change_id":\s*"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/;
/** The id stands before everything that can be long, so text further behind is never taken for it. */
const HEAD_CHARACTERS = 200;

/** Returns the id of the change that a tool made or proposed. It comes from the service, never from the model. */
export function findChangeId({ name, output, failed }: ToolUse): string | undefined {
  if (!TOOLS.has(name) || failed || output === null) return undefined;
  return CHANGE_ID.exec(output.slice(0, HEAD_CHARACTERS))?.[1];
}

/** All edits of an answer that proposes make one proposal, which is shown with the last of them. */
export function lastUses(tools: readonly ToolUse[]): ReadonlyMap<string, ToolUse> {
  return new Map(
    tools.flatMap(tool => {
      const id = findChangeId(tool);
      return id === undefined ? [] : [[id, tool] as const];
    }),
  );
}

interface StoredContent {
  name: string;
  description: string;
  definition: unknown;
}

export interface ComparedContent {
  before: Content;
  after: Content;
  difference: Difference;
}

export function compareContent(change: { before: StoredContent; after: StoredContent }): ComparedContent {
  const [before, after] = [readContent(change.before), readContent(change.after)];
  return { before, after, difference: compareDefinitions(before.definition, after.definition) };
}

function readContent({ name, description, definition }: StoredContent): Content {
  return { name, description, definition: readDefinition(definition).definition };
}

/** Says what differs in a few words, such as "1 step changed, 2 connections changed". */
export function summarize({ before, after, difference }: ComparedContent): string {
  const { steps, addedEdges, removedEdges, notes, moved } = difference;
  const kinds = (['added', 'changed', 'removed'] as const).flatMap(kind => {
    const count = steps.filter(step => step.kind === kind).length;
    return count === 0 ? [] : [texts.steps(count, kind)];
  });
  const edges = addedEdges.length + removedEdges.length;
  const parts = [
    ...(before.name === after.name ? [] : [texts.renamed(after.name)]),
    ...(before.description === after.description ? [] : [texts.described]),
    ...kinds,
    ...(edges > 0 ? [texts.connections(edges)] : []),
    ...(notes.length > 0 ? [texts.notes(notes.length)] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  return moved.length > 0 ? texts.moved(moved.length) : texts.nothing;
}

export interface BroughtIn {
  content: Content;
  /** Names of what people changed meanwhile, which stays as they have it. */
  kept: string[];
}

/** Brings a change into what the editor shows, or with `isUndo` takes it out again. Everything else stays as it is. */
export function bringIn({ before, after }: ComparedContent, shown: Content, isUndo: boolean): BroughtIn {
  const [base, theirs] = isUndo ? [after, before] : [before, after];
  const { merged, conflicts } = mergeContent({ base, mine: shown, theirs }, renameNode);
  const kept = conflicts.map(({ place, field }) => {
    const node = place.kind === 'step' ? findNode(merged.definition, place.id) : undefined;
    const name = node ? displayName(node) : place.kind === 'workflow' ? '' : place.id;
    return [name, field.replace(/^params\./, '')].filter(Boolean).join(' ');
  });
  return { content: merged, kept: [...new Set(kept)] };
}
