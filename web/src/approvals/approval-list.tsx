import { Button, Skeleton } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { InboxItem, InboxPages } from '../api/approvals.ts';
import { useSession } from '../api/session.ts';
import { EmptyState, NothingFits } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { Time } from '../look/time.tsx';
import { approvals as texts } from '../texts/approvals.ts';
import classes from './approval-list.module.css';
import { ApprovalMark } from './approval-mark.tsx';
import type { ApprovalsSearch } from './search.ts';
import { TimeLeft } from './time-left.tsx';

interface ApprovalListProps {
  list: UseInfiniteQueryResult<InboxPages>;
  items: readonly InboxItem[];
  search: ApprovalsSearch;
  /** The id of the approval that is open beside the list. */
  shown: string | undefined;
  onReset(): void;
}

export function ApprovalList({ list, items, search, shown, onReset }: ApprovalListProps) {
  if (list.error && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <Placeholder />;
  if (items.length === 0 && !list.hasNextPage) return <Nothing search={search} onReset={onReset} />;
  return (
    <nav className="min-h-0 overflow-auto" aria-label={texts.list}>
      <ul>
        {items.map(item => (
          <Item key={item.id} item={item} search={search} isShown={item.id === shown} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          m="sm"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {search.text === undefined ? texts.more : texts.searchFurther}
        </Button>
      )}
    </nav>
  );
}

function Item({ item, search, isShown }: { item: InboxItem; search: ApprovalsSearch; isShown: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isShown) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <li>
      <Link
        ref={link}
        to="/approvals/$approvalId"
        params={{ approvalId: item.id }}
        search={search}
        className={classes.item}
        data-shown={isShown || undefined}
        aria-current={isShown ? 'true' : undefined}
      >
        <span className={classes.title}>
          {item.status !== 'pending' && <ApprovalMark status={item.status} />}
          <strong className="truncate flex-1 semibold">{item.title}</strong>
          <span className="flex-none dim text-12">
            {item.status === 'pending' ? (
              <TimeLeft until={item.expires_at} />
            ) : (
              item.ended_at !== null && <Time at={item.ended_at} />
            )}
          </span>
        </span>
        <span className={classes.about}>
          <span className="truncate">{item.workflow_name}</span>
          <span className="truncate">
            {search.state === 'decided' && item.status === 'pending' ? texts.waitsForOthers : describePerson(item)}
          </span>
        </span>
      </Link>
    </li>
  );
}

function describePerson({ status, decided_by, asked_by }: InboxItem): string {
  return decided_by ? texts.by(texts.states[status], decided_by.name) : texts.asks(asked_by.name);
}

function Nothing({ search, onReset }: { search: ApprovalsSearch; onReset(): void }) {
  const navigate = useNavigate();
  const mayReadWorkflows = useSession().user.permissions.workflow !== 'none';
  if (search.text !== undefined) {
    return (
      <NothingFits title={texts.nothingFits} text={texts.nothingFitsText} action={texts.showAll} onReset={onReset} />
    );
  }
  if (search.state === 'decided') {
    return (
      <EmptyState
        icon="inbox"
        title={texts.nothingDecided}
        text={texts.nothingDecidedText}
        action={
          <Button variant="default" onClick={onReset}>
            {texts.waiting(undefined)}
          </Button>
        }
        curl={texts.curl}
      />
    );
  }
  return (
    <EmptyState
      icon="inbox"
      title={texts.nothingWaits}
      text={texts.nothingWaitsText}
      action={
        mayReadWorkflows && (
          <Button variant="default" onClick={() => void navigate({ to: '/workflows', search: {} })}>
            {texts.toWorkflows}
          </Button>
        )
      }
      curl={texts.curl}
    />
  );
}

function Placeholder() {
  return (
    <div className={classes.placeholder} aria-busy="true">
      {[80, 65, 72, 58].map(width => (
        <Skeleton key={width} height={16} width={`${width}%`} />
      ))}
    </div>
  );
}
