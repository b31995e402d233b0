/** Failed runs that somebody has to deal with, and those with which somebody has dealt. */
import { SegmentedControl, Select } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { FAILURES, type FailedRun, type FailureCounts, failureCountsQuery, failureListQuery } from '../api/failures.ts';
import type { RunSummary } from '../api/runs.ts';
import { useMayWrite, useSession } from '../api/session.ts';
import { useLive } from '../api/transport/live.ts';
import { SelectionBar } from '../look/lists/selection-bar.tsx';
import { PageHeader } from '../look/page/page-header.tsx';
import { EmptyState, NothingFits } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { ListPlaceholder } from '../look/states/list-placeholder.tsx';
import { FailureActions } from '../run-parts/failure-actions.tsx';
import { countRuns } from '../texts/counts.ts';
import * as texts from '../texts/failures.ts';
import { formatNumber } from '../texts/locale.ts';
import { FailureTable } from './failure-table.tsx';
import { type FailuresSearch, SHOWN, type Shown, toFailureFilters } from './search.ts';

export function FailuresPage() {
  const search = useSearch({ from: '/shell/failures' });
  const navigate = useNavigate({ from: '/failures' });
  const { user } = useSession();
  const mayWrite = useMayWrite();
  const filters = useMemo(() => toFailureFilters(search, user.id), [search, user.id]);
  const list = useInfiniteQuery(failureListQuery(filters));
  const runs = useMemo(() => list.data?.pages.flatMap(({ items }) => items.filter(hasFailure)), [list.data]);
  const [ids, setIds] = useState<ReadonlySet<string>>(NOTHING);
  const clear = useCallback(() => setIds(NOTHING), []);
  const setSearch = (next: FailuresSearch) => {
    clear();
    void navigate({ search: next });
  };
  useFreshFailures();
  const selected = (runs ?? []).filter(({ id }) => ids.has(id)).slice(0, MOST_SELECTED);

  return (
    <div className="column h-full">
      <PageHeader title={texts.failures}>
        <Filters search={search} onChange={setSearch} />
      </PageHeader>
      {list.error && !runs && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {!runs && !list.error && <ListPlaceholder />}
      {runs && runs.length === 0 && !list.hasNextPage && <Nothing search={search} onReset={() => setSearch({})} />}
      {runs && (runs.length > 0 || list.hasNextPage) && (
        <FailureTable
          runs={runs}
          {...(mayWrite && { selection: { ids, onChange: setIds } })}
          hasMore={list.hasNextPage}
          isReadingMore={list.isFetchingNextPage}
          onReadMore={() => void list.fetchNextPage()}
        />
      )}
      {mayWrite && selected.length > 0 && (
        <SelectionBar
          label={texts.selectedFailures}
          selected={texts.selectedCount(countRuns(selected.length))}
          clear={texts.clear}
          onClear={clear}
        >
          <FailureActions failures={selected.map(({ failure }) => failure)} replays onDone={clear} />
        </SelectionBar>
      )}
    </div>
  );
}

const NOTHING: ReadonlySet<string> = new Set();
/** As many as one request changes. */
const MOST_SELECTED = 200;

function hasFailure(run: RunSummary): run is FailedRun {
  return run.failure !== undefined;
}

function Filters({ search, onChange }: { search: FailuresSearch; onChange(search: FailuresSearch): void }) {
  const { data: counts } = useQuery(failureCountsQuery);
  const shown: Shown = search.show ?? 'open';
  const workflows = counts?.workflows ?? [];
  const chosen = workflows.find(({ workflow_id }) => workflow_id === search.workflow);
  const data = workflows
    .filter(workflow => workflow === chosen || countOf(workflow, shown) > 0)
    .map(workflow => ({
      value: workflow.workflow_id,
      label: texts.failuresOfWorkflow(workflow.workflow_name, formatNumber(countOf(workflow, shown))),
    }));
  return (
    <>
      <SegmentedControl
        size="sm"
        aria-label={texts.which}
        transitionDuration={0}
        data={SHOWN.map(value => ({
          value,
          label: TABS[value](formatNumber(counts ? countOf(search.workflow ? (chosen ?? ZERO) : counts, value) : 0)),
        }))}
        value={shown}
        onChange={value => {
          const show = (['mine', 'muted', 'resolved'] as const).find(each => each === value);
          onChange({ ...(search.workflow && { workflow: search.workflow }), ...(show && { show }) });
        }}
      />
      <Select
        aria-label={texts.oneWorkflow}
        placeholder={texts.anyWorkflow}
        data={data}
        value={search.workflow ?? null}
        searchable
        clearable
        onChange={workflow =>
          onChange({ ...(search.show && { show: search.show }), ...(workflow !== null && { workflow }) })
        }
      />
    </>
  );
}

const TABS = { open: texts.openTab, mine: texts.mineTab, muted: texts.mutedTab, resolved: texts.resolvedTab };
const ZERO = { open: 0, assigned: 0, mine: 0, muted: 0, resolved: 0 };

function countOf(counts: Omit<FailureCounts, 'workflows'>, shown: Shown): number {
  return shown === 'open' ? counts.open + counts.assigned : counts[shown];
}

function Nothing({ search, onReset }: { search: FailuresSearch; onReset(): void }) {
  if (search.show === undefined && search.workflow === undefined) {
    return <EmptyState icon="circle-check" title={texts.nothingToDo} text={texts.nothingToDoText} />;
  }
  return (
    <NothingFits
      title={texts.noFailureFits}
      text={texts.noFailureFitsText}
      action={texts.showAllOpen}
      onReset={onReset}
    />
  );
}

const REFRESH_MS = 1_000;

/** Reads the list and the counts again soon after something has changed, however much of it changes meanwhile. */
function useFreshFailures(): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  useLive(event => {
    const isNews =
      event.type === 'run' ? event.status === 'failed' || event.status === 'success' : event.type === 'hello';
    if (!isNews) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: FAILURES });
    }, REFRESH_MS);
  });
}
