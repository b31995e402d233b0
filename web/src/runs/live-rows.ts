/**
 * How a list of runs changes while it is shown. Rows stay where they are: what has changed is changed in its place, also
 * when it would not fit the filters any longer, and new runs are added above only when nobody is pointing at the list. PURE.
 */
import type { RunPage, RunPages, RunSummary } from '../api/runs.ts';

export interface FreshRuns {
  pages: RunPages;
  /** Runs that are not in the list yet, newest first. */
  added: RunSummary[];
  /** There may be runs between the new ones and those in the list: the list has to be read again. */
  hasGap: boolean;
}

/** Compares the list with its first page as it is now. */
export function mergeFirstPage(pages: RunPages, first: RunPage): FreshRuns {
  const known = new Set(listRuns(pages).map(({ id }) => id));
  const added = first.items.filter(({ id }) => !known.has(id)).filter(run => isNewer(run, listRuns(pages)[0]));
  const hasOverlap = first.items.some(({ id }) => known.has(id));
  return {
    pages: replaceRuns(pages, first.items),
    added,
    hasGap: added.length > 0 && !hasOverlap && known.size > 0,
  };
}

/** Puts newer versions of runs into their places. Runs that are the same stay the same objects. */
export function replaceRuns(pages: RunPages, runs: readonly RunSummary[]): RunPages {
  const byId = new Map(runs.map(run => [run.id, run]));
  return mapRuns(pages, run => {
    const newer = byId.get(run.id);
    return newer && JSON.stringify(newer) !== JSON.stringify(run) ? newer : run;
  });
}

/** Shows a new status before the run has been read again. */
export function changeStatus(pages: RunPages, id: string, status: string): RunPages {
  return mapRuns(pages, run =>
    run.id === id && run.status !== status ? { ...run, status: status as RunSummary['status'] } : run,
  );
}

export function addRuns(pages: RunPages, added: readonly RunSummary[]): RunPages {
  const [first, ...others] = pages.pages;
  if (!first || added.length === 0) return pages;
  const ids = new Set(added.map(({ id }) => id));
  const items = [...added, ...first.items.filter(({ id }) => !ids.has(id))];
  return { ...pages, pages: [{ ...first, items }, ...others] };
}

export function listRuns({ pages }: Pick<RunPages, 'pages'>): RunSummary[] {
  return pages.flatMap(({ items }) => items);
}

/** The time until which a search has looked, when it has not come to its end. */
export function searchedUntil({ pages }: Pick<RunPages, 'pages'>): number | undefined {
  const next = pages.at(-1)?.next;
  return next ? Number(next.split('_')[0]) : undefined;
}

/** Whether the service looked for a while and found nothing more: then the user says whether it should go on. */
export function hasStalled({ pages }: Pick<RunPages, 'pages'>): boolean {
  const last = pages.at(-1);
  return last !== undefined && last.next !== null && last.items.length === 0;
}

function mapRuns(pages: RunPages, change: (run: RunSummary) => RunSummary): RunPages {
  let isChanged = false;
  const changed = pages.pages.map(page => {
    const items = page.items.map(change);
    if (items.every((item, index) => item === page.items[index])) return page;
    isChanged = true;
    return { ...page, items };
  });
  return isChanged ? { ...pages, pages: changed } : pages;
}

function isNewer(run: RunSummary, than: RunSummary | undefined): boolean {
  if (!than) return true;
  const { timestamp } = run.created;
  return timestamp > than.created.timestamp || (timestamp === than.created.timestamp && run.id > than.id);
}
