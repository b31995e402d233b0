/** What Heddle told the user, newest first. The same was sent by mail. */

import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { markAllRead, markRead, NOTIFICATIONS, type Notification, notificationsQuery } from '../api/notifications.ts';
import { joinPages } from '../api/pages.ts';
import { useSession } from '../api/session.ts';
import { useLive } from '../api/transport/live.ts';
import { explain } from '../look/explain.ts';
import { Icon, type IconName } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { Markdown } from '../look/markdown/markdown.tsx';
import { usePageActions } from '../look/page/page-actions.ts';
import { PageHeader } from '../look/page/page-header.tsx';
import { EmptyState } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { showNotice } from '../look/states/notices.tsx';
import { Time } from '../look/time.tsx';
import * as words from '../texts/common.ts';
import { notifications as texts } from '../texts/notifications.ts';
import classes from './notifications-page.module.css';
import { type NotificationsSearch, readNotificationsSearch, readTarget, type Target } from './search.ts';

export function NotificationsPage() {
  const search = readNotificationsSearch({ ...useSearch({ from: '/shell/notifications' }) });
  const navigate = useNavigate({ from: '/notifications' });
  const queryClient = useQueryClient();
  const list = useInfiniteQuery(notificationsQuery(search.show === 'unread'));
  const items = useMemo(() => joinPages(list.data?.pages ?? [], ({ id }) => id), [list.data]);
  useLive(event => {
    if (event.type === 'notifications' || event.type === 'hello')
      void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS });
  });

  async function read(change: () => Promise<unknown>) {
    try {
      await change();
    } catch (error) {
      showNotice({ message: explain(error), failed: true });
    }
    await queryClient.invalidateQueries({ queryKey: NOTIFICATIONS });
  }
  // Only what is on the page is known to be seen.
  const readAll = () => read(() => markAllRead(items[0]?.created ?? 0));
  const hasUnread = items.some(notification => !notification.read);
  usePageActions(hasUnread ? [{ label: texts.markAll, run: () => void readAll() }] : []);
  const show = (next: NotificationsSearch) => void navigate({ search: next });

  return (
    <>
      <PageHeader
        title={words.notifications}
        actions={
          <Button variant="default" disabled={!hasUnread} onClick={() => void readAll()}>
            {texts.markAll}
          </Button>
        }
      >
        <SegmentedControl
          size="sm"
          aria-label={texts.which}
          transitionDuration={0}
          data={[
            { value: 'all', label: words.all },
            { value: 'unread', label: words.unread },
          ]}
          value={search.show ?? 'all'}
          onChange={value => show(value === 'unread' ? { show: value } : {})}
        />
      </PageHeader>
      {list.error && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Skeleton height={16} width="60%" m="lg" />
      ) : items.length === 0 ? (
        <Nothing search={search} onShowAll={() => show({})} />
      ) : (
        <>
          <ul aria-label={texts.list}>
            {items.map(item => (
              <Item key={item.id} item={item} onRead={() => read(() => markRead(item.id))} />
            ))}
          </ul>
          {list.hasNextPage && (
            <Button
              variant="default"
              size="xs"
              m="md"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {words.showMore}
            </Button>
          )}
        </>
      )}
    </>
  );
}

const ICONS: Readonly<Record<string, IconName>> = { approval: 'user-check', failure_assigned: 'circle-alert' };

function Item({ item, onRead }: { item: Notification; onRead(): Promise<void> }) {
  const { public_url } = useSession();
  const target = readTarget(item.link, public_url);
  return (
    <li className={classes.item} data-unread={!item.read || undefined}>
      <Icon name={ICONS[item.kind] ?? 'bell'} />
      <div className="min-w-0">
        <p className={classes.head}>
          <Title title={item.title} target={target} onOpen={() => void (item.read || onRead())} />
          {!item.read && <span className="visually-hidden">{words.unread}</span>}
          <span className="flex-none ml-auto dim text-12">
            <Time at={item.created} />
          </span>
        </p>
        <div className={classes.text}>
          <Markdown text={item.text} />
        </div>
      </div>
      {!item.read && <IconButton icon="check" label={texts.markOne(item.title)} hint onClick={() => void onRead()} />}
    </li>
  );
}

function Title({ title, target, onOpen }: { title: string; target: Target | undefined; onOpen(): void }) {
  const router = useRouter();
  if (!target) return <strong className="semibold break-anywhere">{title}</strong>;
  if ('address' in target) {
    return (
      <a href={target.address} target="_blank" rel="noopener noreferrer" onClick={onOpen}>
        <strong className="semibold break-anywhere">{title}</strong>
      </a>
    );
  }
  return (
    <a
      href={target.path}
      onClick={event => {
        onOpen();
        // Another tab or window opens the address by itself.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        router.history.push(target.path);
      }}
    >
      <strong className="semibold break-anywhere">{title}</strong>
    </a>
  );
}

function Nothing({ search, onShowAll }: { search: NotificationsSearch; onShowAll(): void }) {
  const navigate = useNavigate();
  if (search.show === 'unread') {
    return (
      <EmptyState
        icon="bell"
        title={texts.nothingUnread}
        text={texts.nothingUnreadText}
        action={
          <Button variant="default" onClick={onShowAll}>
            {words.showAll}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon="bell"
      title={texts.nothing}
      text={texts.nothingText}
      action={
        <Button variant="default" onClick={() => void navigate({ to: '/approvals', search: {} })}>
          {words.goToTheApprovals}
        </Button>
      }
      curl={texts.curl}
    />
  );
}
