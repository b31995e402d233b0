/**
 * Keeps unsaved work in the browser: one entry for each user, workflow and tab, because two tabs may have unsaved work of
 * one workflow.
 */
import { isObject, readDefinition } from '../../graph/definition.ts';
import { parseJson } from '../../look/json/parse-json.ts';
import type { Conflict, Content } from '../document/merge.ts';
import type { Stored, UnsavedWork } from './saving.ts';
import type { WorkKey, WorkTable } from './work-database.ts';

export interface KeptWork {
  tabId: string;
  /** Identifies the page that kept it. */
  page: string;
  keptAt: number;
  work: UnsavedWork;
}

export interface FoundWork {
  /** The work of this tab before it was reloaded. */
  own: KeptWork | undefined;
  /** That of other tabs, the latest first. */
  others: KeptWork[];
  /** Whether the browser lets the console keep anything. */
  canKeep: boolean;
}

const LONGEST_MS = 30 * 24 * 3_600_000;

export interface WorkKeeper {
  /** Writes the work down, or with undefined removes it. Returns false when the browser has no room or forbids it. */
  keep(work: UnsavedWork | undefined): Promise<boolean>;
}

/**
 * Keeps the work of one page. The answer to its last save may arrive when the next page of the tab has work of its own
 * under the same key, so it removes only what it has written, or found when it was opened.
 */
export function createWorkKeeper(
  table: WorkTable,
  key: WorkKey,
  { page, found, now }: { page: string; found: KeptWork | undefined; now: () => number },
): WorkKeeper {
  const pages = new Set(found ? [page, found.page] : [page]);
  return {
    async keep(work) {
      try {
        if (work) await table.put({ ...key, keptAt: now(), page, work });
        else await table.remove(key, pages);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Finds what is kept of a workflow, and removes what nobody came back to for a month. */
export async function findWork(table: WorkTable, key: WorkKey, now: number): Promise<FoundWork> {
  try {
    await table.removeOlderThan(now - LONGEST_MS);
    const found = (await table.list(key.userId, key.workflowId))
      .flatMap(entry => readEntry(entry) ?? [])
      .sort((one, other) => other.keptAt - one.keptAt);
    return {
      own: found.find(({ tabId }) => tabId === key.tabId),
      others: found.filter(({ tabId }) => tabId !== key.tabId),
      canKeep: true,
    };
  } catch {
    return { own: undefined, others: [], canKeep: false };
  }
}

/** Earlier consoles kept work as texts in `localStorage`. Moves what is there into the table. */
export async function moveEarlierWork(
  storage: Pick<Storage, 'length' | 'key' | 'getItem' | 'removeItem'>,
  table: WorkTable,
): Promise<void> {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) {
    const [, userId, workflowId, tabId] = /^heddle\.unsaved\.([^.]+)\.([^.]+)\.([^.]+)$/.exec(key) ?? [];
    if (userId === undefined || workflowId === undefined || tabId === undefined) continue;
    const entry = parseJson(storage.getItem(key) ?? '');
    if (isObject(entry) && typeof entry.keptAt === 'number') {
      await table.put({ userId, workflowId, tabId, page: '', keptAt: entry.keptAt, work: entry.work });
    }
    storage.removeItem(key);
  }
}

/** What is stored may come from an older console, so it is read like anything from outside. */
function readEntry(entry: unknown): KeptWork | undefined {
  if (!isObject(entry)) return undefined;
  const { tabId, page, keptAt } = entry;
  if (typeof tabId !== 'string' || typeof page !== 'string' || typeof keptAt !== 'number') return undefined;
  const work = readWork(entry.work);
  return work && { tabId, page, keptAt, work };
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
