/** The list of all runs of the user. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { anyRunQuery, runListQuery } from '../api/runs.ts';
import { useMayWrite } from '../api/session.ts';
import { EmptyState, NothingFits } from '../look/empty-state.tsx';
import { usePageActions } from '../look/page-actions.ts';
import { PageHeader } from '../look/page-header.tsx';
import * as texts from '../texts/runs.ts';
import { BulkBar } from './bulk-bar.tsx';
import { type BulkAction, BulkDialog } from './bulk-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { RunChart } from './run-chart.tsx';
import { RunList } from './run-list.tsx';
import classes from './runs-page.module.css';
import { changeSearch, isFiltered, type RunsSearch, toRunFilters } from './search.ts';
import { useSelection } from './use-selection.ts';
import { ViewsMenu } from './views-menu.tsx';

export function RunsPage() {
  const search = useSearch({ from: '/shell/runs' });
  const navigate = useNavigate({ from: '/runs' });
  const mayWrite = useMayWrite();
  const queryClient = useQueryClient();
  // A period ends when the filters were chosen. Otherwise the list would begin anew every minute.
  const filters = useMemo(() => toRunFilters(search, Date.now()), [search]);
  const { selection, chosen, selected, selectAll, clear } = useSelection(filters);
  const [action, setAction] = useState<BulkAction>();
  const setSearch = useCallback(
    (next: RunsSearch) => {
      clear();
      void navigate({ search: next });
    },
    [navigate, clear],
  );
  usePageActions([
    { label: texts.failedOnly, run: () => setSearch(changeSearch(search, { status: 'failed' })) },
    { label: texts.showAllRuns, run: () => setSearch({}) },
  ]);

  return (
    <div className={classes.page}>
      <PageHeader title={texts.runs} actions={<ViewsMenu search={search} onChange={setSearch} />}>
        <FilterBar search={search} onChange={setSearch} />
      </PageHeader>
      <RunChart
        filters={filters}
        onSelect={range => setSearch(changeSearch(search, { period: undefined, ...range }))}
      />
      <RunList
        filters={filters}
        {...(mayWrite && { selection })}
        empty={<Nothing search={search} onReset={() => setSearch({})} />}
      />
      {mayWrite && selected !== 0 && (
        <BulkBar
          selected={selected}
          canSelectAll={selected !== 'all'}
          onAction={setAction}
          onSelectAll={selectAll}
          onClear={clear}
        />
      )}
      {action && (
        <BulkDialog
          action={action}
          chosen={chosen}
          onClose={() => {
            setAction(undefined);
            clear();
            // Whoever has just started runs wants to see them, wherever the pointer is.
            void queryClient.invalidateQueries({ queryKey: runListQuery(filters).queryKey });
          }}
        />
      )}
    </div>
  );
}

const CURL = `curl -X POST "$HEDDLE_URL/api/v3/workflow/run" -H "uni-api-key: $KEY" -d '{"workflow_id": "…"}'`;

/** An empty list says why it is empty, and what to do about it. */
function Nothing({ search, onReset }: { search: RunsSearch; onReset(): void }) {
  const { data: hasRuns } = useQuery({ ...anyRunQuery, enabled: isFiltered(search) });
  if (isFiltered(search) && hasRuns !== false) {
    return (
      <NothingFits title={texts.noRunFits} text={texts.noRunYoursFits} action={texts.showAllRuns} onReset={onReset} />
    );
  }
  return <EmptyState icon="activity" title={texts.nothingRunYet} text={texts.runsYouStartAppear} curl={CURL} />;
}
