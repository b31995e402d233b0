/**
 * Keeps unsaved work in the storage of the browser: one entry for each user, workflow and tab, because two tabs may have
 * unsaved work of one workflow.
 */
import { isObject, readDefinition } from '../graph/definition.ts';
import type { Conflict, Content } from './merge.ts';
import type { Stored, UnsavedWork } from './saving.ts';

export interface WorkOwner {
  userId: string;
  workflowId: string;
  tabId: string;
}

export interface KeptWork {
  tabId: string;
  keptAt: number;
  work: UnsavedWork;
}

const LONGEST_MS = 30 * 24 * 3_600_000;
const PREFIX = 'heddle.unsaved';

export interface WorkKeeper {
  /** Writes the work down, or with undefined removes it. Returns false when the browser has no room or forbids it. */
  keep(work: UnsavedWork | undefined): boolean;
}

/**
 * Keeps the work of one page. The answer to its last save may arrive when the next page of the tab has work of its own
 * under the same key, so it removes only what it has written, or found when it was created.
 */
export function createWorkKeeper(storage: Storage, owner: WorkOwner, now: () => number): WorkKeeper {
  const key = keyOf(owner);
  let written = storage.getItem(key);
  return {
    keep(work) {
      try {
        if (work) {
          written = JSON.stringify({ keptAt: now(), work });
          storage.setItem(key, written);
        } else if (storage.getItem(key) === written) storage.removeItem(key);
        return true;
      } catch {
        return false;
      }
    },
  };
}

export function forgetWork(storage: Storage, owner: WorkOwner): void {
  storage.removeItem(keyOf(owner));
}

/** Returns the work of this tab before it was reloaded, and that of other tabs, the latest first. */
export function findWork(
  storage: Storage,
  { userId, workflowId, tabId }: WorkOwner,
): { own: KeptWork | undefined; others: KeptWork[] } {
  const prefix = [PREFIX, userId, workflowId, ''].join('.');
  const found = keysOf(storage)
    .filter(key => key.startsWith(prefix))
    .flatMap(key => readEntry(storage, key, key.slice(prefix.length)) ?? [])
    .sort((one, other) => other.keptAt - one.keptAt);
  return {
    own: found.find(entry => entry.tabId === tabId),
    others: found.filter(entry => entry.tabId !== tabId),
  };
}

/** Removes what nobody came back to for a month. */
export function forgetOldWork(storage: Storage, now: number): void {
  for (const key of keysOf(storage)) {
    if (!key.startsWith(`${PREFIX}.`)) continue;
    const entry = readEntry(storage, key, '');
    if (!entry || now - entry.keptAt > LONGEST_MS) storage.removeItem(key);
  }
}

function keyOf({ userId, workflowId, tabId }: WorkOwner): string {
  return [PREFIX, userId, workflowId, tabId].join('.');
}

function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
}

/** What is stored may come from an older console, so it is read like anything from outside. */
function readEntry(storage: Storage, key: string, tabId: string): KeptWork | undefined {
  try {
    const entry: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (!isObject(entry) || typeof entry.keptAt !== 'number') return undefined;
    const work = readWork(entry.work);
    return work && { tabId, keptAt: entry.keptAt, work };
  } catch {
    return undefined;
  }
}

function readWork(value: unknown): UnsavedWork | undefined {
  if (!isObject(value)) return undefined;
  const { base, content, sent = null, conflicts = [] } = value;
  const [stored, shown] = [readStored(base), readContent(content)];
  if (!stored || !shown || !Array.isArray(conflicts)) return undefined;
  return {
    base: stored,
    content: shown,
    sent: readContent(sent) ?? null,
    conflicts: conflicts.filter(isConflict),
  };
}

function readStored(value: unknown): Stored | undefined {
  if (!isObject(value) || typeof value.revisionId !== 'string' || typeof value.updated !== 'number') return undefined;
  const content = readContent(value.content);
  return content && { revisionId: value.revisionId, updated: value.updated, content };
}

function readContent(value: unknown): Content | undefined {
  if (!isObject(value) || typeof value.name !== 'string' || typeof value.description !== 'string') return undefined;
  return { name: value.name, description: value.description, definition: readDefinition(value.definition).definition };
}

function isConflict(value: unknown): value is Conflict {
  return isObject(value) && typeof value.key === 'string' && typeof value.field === 'string' && isObject(value.place);
}
