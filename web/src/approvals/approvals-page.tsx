/** The inbox: what waits for the user's decision, and what was decided. On a phone, an approval is a page of its own. */
import { SegmentedControl } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { APPROVALS, inboxQuery } from '../api/approvals.ts';
import { countsQuery } from '../api/counts.ts';
import { useLive } from '../api/transport/live.ts';
import { outsideDialogs } from '../look/dialogs.ts';
import { SearchField } from '../look/lists/search-field.tsx';
import { usePageActions } from '../look/page/page-actions.ts';
import { PageHeader } from '../look/page/page-header.tsx';
import { EmptyState } from '../look/states/empty-state.tsx';
import { approvals as texts } from '../texts/approvals.ts';
import { ApprovalDetail } from './approval-detail.tsx';
import { ApprovalList } from './approval-list.tsx';
import classes from './approvals-page.module.css';
import { type ApprovalsSearch, readApprovalsSearch, toInboxFilters } from './search.ts';

const PHONE = '(max-width: 700px)';

export function ApprovalsPage() {
  const { approvalId } = useParams({ strict: false });
  const address = useSearch({ from: '/shell/approvals' });
  // The router leaves in what its check has left out, so that is read once more.
  const search = useMemo(() => readApprovalsSearch({ ...address }), [address]);
  const navigate = useNavigate();
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const filters = useMemo(() => toInboxFilters(search), [search]);
  const list = useInfiniteQuery(inboxQuery(filters));
  const items = useMemo(() => list.data?.pages.flatMap(page => page.items) ?? [], [list.data]);
  useFreshApprovals();

  const open = useCallback(
    (id: string, options: { replace?: boolean } = {}) =>
      void navigate({ to: '/approvals/$approvalId', params: { approvalId: id }, search, ...options }),
    [navigate, search],
  );
  const first = items[0]?.id;
  useEffect(() => {
    // The first one is opened once. From then on the address says what is shown, whatever comes or goes in the list.
    if (!isPhone && approvalId === undefined && first !== undefined) open(first, { replace: true });
  }, [isPhone, approvalId, first, open]);

  const place = items.findIndex(({ id }) => id === approvalId);
  const move = (step: 1 | -1) => {
    const next = items[place < 0 ? 0 : place + step];
    if (next) open(next.id);
    else if (step === 1 && list.hasNextPage) void list.fetchNextPage();
  };
  useHotkeys([
    ['J', outsideDialogs(() => move(1))],
    ['K', outsideDialogs(() => move(-1))],
  ]);
  usePageActions([
    { label: texts.actions.next, keys: 'J', run: () => move(1) },
    { label: texts.actions.previous, keys: 'K', run: () => move(-1) },
  ]);

  const isDetail = isPhone && approvalId !== undefined;
  const following = items.find(({ id }, index) => id !== approvalId && index >= Math.max(0, place));
  return (
    <div className="column h-full min-h-0">
      {!isDetail && <Header search={search} onChange={next => void navigate({ to: '/approvals', search: next })} />}
      <div className={classes.body}>
        {!isDetail && (
          <ApprovalList
            list={list}
            items={items}
            search={search}
            shown={approvalId}
            onReset={() => void navigate({ to: '/approvals', search: {} })}
          />
        )}
        {approvalId !== undefined ? (
          <ApprovalDetail
            key={approvalId}
            id={approvalId}
            search={search}
            isPhone={isPhone}
            next={search.state === undefined ? following : undefined}
          />
        ) : (
          !isPhone &&
          items.length > 0 && (
            <div className={classes.nothing}>
              <EmptyState icon="inbox" title={texts.choose} text={texts.chooseText} />
            </div>
          )
        )}
      </div>
    </div>
  );
}

function Header({ search, onChange }: { search: ApprovalsSearch; onChange(search: ApprovalsSearch): void }) {
  const { data: counts } = useQuery(countsQuery);
  const state = search.state ?? 'waiting';
  return (
    <PageHeader title={texts.title}>
      <SegmentedControl
        size="sm"
        aria-label={texts.which}
        transitionDuration={0}
        data={[
          { value: 'waiting', label: texts.waiting(counts?.approvals) },
          { value: 'decided', label: texts.decided },
        ]}
        value={state}
        onChange={value => onChange({ ...withText(search.text), ...(value === 'decided' && { state: value }) })}
      />
      <SearchField
        label={texts.search}
        placeholder={texts.searchHint}
        className={classes.search}
        text={search.text ?? ''}
        maxLength={200}
        onChange={text => onChange({ ...withText(text), ...(search.state && { state: search.state }) })}
      />
      <span className={classes.keys}>{texts.keys}</span>
    </PageHeader>
  );
}

function withText(text: string | undefined): Pick<ApprovalsSearch, 'text'> {
  return text === undefined || text.trim() === '' ? {} : { text };
}

/** Reads the list and the open approval again whenever the number of waiting ones changes. */
function useFreshApprovals(): void {
  const queryClient = useQueryClient();
  useLive(event => {
    if (event.type === 'approvals' || event.type === 'hello')
      void queryClient.invalidateQueries({ queryKey: APPROVALS });
  });
}
