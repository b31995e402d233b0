/**
 * One history over whole workflows: everything is undoable, because every change is a new content that shares what did
 * not change with the one before.
 *
 *   past (oldest first) ── undo ◀── present ──▶ redo ── future (next first)
 */
import { readDefinition } from '../../graph/definition.ts';
import type { Content } from './merge.ts';

export interface History {
  readonly past: readonly Entry[];
  readonly present: Content;
  readonly future: readonly Entry[];
  /** What later changes must have, and until when, to become part of the last one. */
  readonly open: { readonly group: string; readonly until: number } | null;
}

/** A change: the content on its other side, and what it was. */
export interface Entry {
  readonly content: Content;
  readonly label: string;
}

/** Typing and moves pause for longer than this between two changes. */
const GROUP_MS = 1500;
const MAX_ENTRIES = 200;

export function startHistory(present: Content): History {
  return { past: [], present, future: [], open: null };
}

/** Records a change. Changes of the same group that follow each other quickly are undone together. */
export function record(
  history: History,
  content: Content,
  { label, group, now }: { label: string; group?: string | undefined; now: number },
): History {
  if (content === history.present) return history;
  const open = group === undefined ? null : { group, until: now + GROUP_MS };
  const continues = group !== undefined && history.open?.group === group && now <= history.open.until;
  if (continues && history.past.length > 0) return { ...history, present: content, future: [], open };
  const past = [...history.past, { content: history.present, label }].slice(-MAX_ENTRIES);
  return { past, present: content, future: [], open };
}

export function undo(history: History): History {
  const last = history.past.at(-1);
  if (!last) return history;
  return {
    past: history.past.slice(0, -1),
    present: last.content,
    future: [{ content: history.present, label: last.label }, ...history.future],
    open: null,
  };
}

export function redo(history: History): History {
  const [next, ...future] = history.future;
  if (!next) return history;
  return {
    past: [...history.past, { content: history.present, label: next.label }],
    present: next.content,
    future,
    open: null,
  };
}

/** Shows what others changed. It enters every entry too, so that no undo takes back the work of somebody else. */
export function rebase(history: History, present: Content, change: (content: Content) => Content): History {
  const changed = (entry: Entry) => ({ ...entry, content: change(entry.content) });
  return { past: history.past.map(changed), present, future: history.future.map(changed), open: history.open };
}

/**
 * Histories as text that keeps what entries share: each distinct step, edge and note stands there once, and an entry
 * lists their numbers.
 */
export function packHistory({ past, present, future }: History, characters: number): string | undefined {
  // The oldest entries go first when there is no room.
  for (let kept = past.length; kept >= 0; kept = kept === 0 ? -1 : Math.floor(kept / 2)) {
    const pool = new Pool();
    const text = JSON.stringify({
      past: past.slice(past.length - kept).map(entry => packEntry(entry, pool)),
      present: packContent(present, pool),
      future: kept === past.length ? future.map(entry => packEntry(entry, pool)) : [],
      pool: pool.values,
    });
    if (text.length <= characters) return text;
  }
  return undefined;
}

/** Returns undefined for a text that is no history of this version. */
export function unpackHistory(text: string): History | undefined {
  try {
    const { past, present, future, pool } = JSON.parse(text) as Packed;
    const unpackEntry = ({ content, label }: PackedEntry) => ({ content: unpackContent(content, pool), label });
    return {
      past: past.map(unpackEntry),
      present: unpackContent(present, pool),
      future: future.map(unpackEntry),
      open: null,
    };
  } catch {
    return undefined;
  }
}

interface PackedContent {
  name: string;
  description: string;
  rest: object;
  nodes: number[];
  edges: number[];
}
interface PackedEntry {
  content: PackedContent;
  label: string;
}
interface Packed {
  past: PackedEntry[];
  present: PackedContent;
  future: PackedEntry[];
  pool: unknown[];
}

class Pool {
  readonly values: unknown[] = [];
  readonly #numbers = new Map<unknown, number>();

  number(value: unknown): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.values.length);
    return this.values.push(value) - 1;
  }
}

function packEntry({ content, label }: Entry, pool: Pool): PackedEntry {
  return { content: packContent(content, pool), label };
}

function packContent({ name, description, definition }: Content, pool: Pool): PackedContent {
  const { nodes, edges, ...rest } = definition;
  return {
    name,
    description,
    rest,
    nodes: nodes.map(node => pool.number(node)),
    edges: edges.map(edge => pool.number(edge)),
  };
}

/** What was stored is read like anything from outside: it may come from an older console. */
function unpackContent({ name, description, rest, nodes, edges }: PackedContent, pool: readonly unknown[]): Content {
  const json = { ...rest, nodes: nodes.map(number => pool[number]), edges: edges.map(number => pool[number]) };
  return { name, description, definition: readDefinition(json).definition };
}
