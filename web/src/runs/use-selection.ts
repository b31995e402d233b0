/** Which runs of a list are selected: some of them, or all that fit its filters. */
import { useCallback, useMemo, useState } from 'react';
import type { ChosenRuns, RunFilters } from '../api/runs.ts';
import type { RunSelection } from './run-list.tsx';

const NOBODY: ReadonlySet<string> = new Set();

export function useSelection(filters: RunFilters) {
  const [ids, setIds] = useState(NOBODY);
  /** Set when all are selected: runs that start after this moment do not belong to them. */
  const [allUntil, setAllUntil] = useState<number>();

  const replace = useCallback((next: ReadonlySet<string>) => {
    setIds(next);
    setAllUntil(undefined);
  }, []);
  const toggle = useCallback((id: string, isSelected: boolean) => {
    setAllUntil(undefined);
    setIds(before => {
      const next = new Set(before);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);

  const selection: RunSelection = useMemo(() => ({ ids, toggle, replace }), [ids, toggle, replace]);
  const chosen: ChosenRuns = useMemo(
    () =>
      allUntil === undefined
        ? { ids: [...ids] }
        : { filters: { ...filters, to: Math.min(filters.to ?? allUntil, allUntil) } },
    [ids, filters, allUntil],
  );
  return {
    selection,
    chosen,
    selected: allUntil === undefined ? ids.size : ('all' as const),
    selectAll: () => setAllUntil(Date.now()),
    clear: () => replace(NOBODY),
  };
}
