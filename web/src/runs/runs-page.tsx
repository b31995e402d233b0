/** The list of all runs of the user. */

import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { anyRunQuery, runListQuery } from '../api/runs.ts';
import { useMayWrite } from '../api/session.ts';
import { SelectionAction, SelectionBar } from '../look/lists/selection-bar.tsx';
import { usePageActions } from '../look/page/page-actions.ts';
import { PageHeader } from '../look/page/page-header.tsx';
import { EmptyState, NothingFits } from '../look/states/empty-state.tsx';
import { countRuns } from '../texts/counts.ts';
import * as texts from '../texts/runs.ts';
import { type BulkAction, BulkDialog } from './bulk-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { RunChart } from './run-chart.tsx';
import { RunList } from './run-list.tsx';
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
    <div className="column h-full">
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

interface BulkBarProps {
  /** How many runs are selected, or `all` that fit the filters. */
  selected: number | 'all';
  /** Whether there are more runs that fit than are selected. */
  canSelectAll: boolean;
  onAction(action: BulkAction): void;
  onSelectAll(): void;
  onClear(): void;
}

/** What can be done with the selected runs. */
function BulkBar({ selected, canSelectAll, onAction, onSelectAll, onClear }: BulkBarProps) {
  return (
    <SelectionBar
      label={texts.selectedRuns}
      selected={selected === 'all' ? texts.allRunsFitSelected : texts.selected(countRuns(selected))}
      clear={texts.clear}
      onClear={onClear}
    >
      <SelectionAction icon="repeat" label={texts.runAgain} onClick={() => onAction('replay')} />
      <SelectionAction icon="ban" label={texts.cancel} onClick={() => onAction('cancel')} />
      {canSelectAll && (
        <Button size="xs" variant="subtle" onClick={onSelectAll}>
          {texts.selectAllFit}
        </Button>
      )}
    </SelectionBar>
  );
}
