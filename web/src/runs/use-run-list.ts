/** Reads a list of runs page by page, and keeps it up to date while it is shown. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type RunFilters, type RunPages, type RunSummary, readRunPage, runListQuery } from '../api/runs.ts';
import { useLive } from '../api/transport/live.ts';
import { addRuns, changeStatus, hasStalled, listRuns, mergeFirstPage, searchedUntil } from './live-rows.ts';

export interface RunList {
  /** Undefined while the first page is read. */
  runs: readonly RunSummary[] | undefined;
  error: Error | null;
  retry(): void;
  hasMore: boolean;
  isReadingMore: boolean;
  readMore(): void;
  /** Until when a search has looked without finding more. Undefined when it goes on by itself. */
  stalledAt: number | undefined;
  /** How many new runs are held back. Infinite when there are more than were read. */
  held: number;
  showHeld(): void;
}

const REFRESH_MS = 1_000;
/** Looking for a text may take the service a second and a half. */
const REFRESH_SEARCH_MS = 5_000;
const NOTHING: readonly RunSummary[] = [];

/** `mayMove` says whether rows may move down now, to make room for new ones. */
export function useRunList(filters: RunFilters, mayMove: () => boolean): RunList {
  const queryClient = useQueryClient();
  const options = useMemo(() => runListQuery(filters), [filters]);
  const list = useInfiniteQuery(options);
  const [held, setHeld] = useState<{ key: unknown; runs: readonly RunSummary[]; hasGap: boolean }>();
  const isHeld = held?.key === options;
  const runs = useMemo(() => list.data && listRuns(list.data), [list.data]);
  const heldRuns = useMemo(() => {
    if (!isHeld) return NOTHING;
    // The list may have been read again since.
    const shown = new Set(runs?.map(({ id }) => id));
    return held.runs.filter(({ id }) => !shown.has(id));
  }, [isHeld, held, runs]);

  const change = useCallback(
    (update: (pages: RunPages) => RunPages) =>
      queryClient.setQueryData<RunPages>(options.queryKey, pages => pages && update(pages)),
    [queryClient, options],
  );

  const refresh = useCallback(async () => {
    const first = await readRunPage(filters).catch(() => undefined);
    const pages = queryClient.getQueryData<RunPages>(options.queryKey);
    if (!first || !pages) return;
    const fresh = mergeFirstPage(pages, first);
    const isEmpty = listRuns(pages).length === 0;
    if (fresh.hasGap || (!isEmpty && !mayMove())) {
      change(() => fresh.pages);
      setHeld({ key: options, runs: fresh.added, hasGap: fresh.hasGap });
    } else {
      change(() => addRuns(fresh.pages, fresh.added));
      setHeld(undefined);
    }
  }, [filters, queryClient, options, change, mayMove]);

  useRefreshes(filters, change, refresh);

  function showHeld() {
    setHeld(undefined);
    if (isHeld && held.hasGap) void queryClient.resetQueries({ queryKey: options.queryKey });
    else change(pages => addRuns(pages, heldRuns));
  }

  return {
    runs,
    error: runs ? null : list.error,
    retry: () => void list.refetch(),
    hasMore: list.hasNextPage,
    isReadingMore: list.isFetchingNextPage,
    readMore: () => void list.fetchNextPage(),
    stalledAt: list.data && hasStalled(list.data) ? searchedUntil(list.data) : undefined,
    held: isHeld && held.hasGap ? Number.POSITIVE_INFINITY : heldRuns.length,
    showHeld,
  };
}

/** Shows a new status at once, and reads the runs soon after, however many of them change meanwhile. */
function useRefreshes(
  filters: RunFilters,
  change: (update: (pages: RunPages) => RunPages) => void,
  refresh: () => Promise<void>,
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [refresh]);

  useLive(event => {
    if (event.type === 'run') {
      if (filters.workflow_id !== undefined && filters.workflow_id !== event.workflow_id) return;
      change(pages => changeStatus(pages, event.run_id, event.status));
    } else if (event.type !== 'hello') return;
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        void latest.current();
      },
      filters.text === undefined ? REFRESH_MS : REFRESH_SEARCH_MS,
    );
  });
}
