/** What surrounds a list that is read page by page: its first load, its failure, its end, and that it is empty. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from '../look/error-state.tsx';
import { ListPlaceholder } from '../look/list-placeholder.tsx';
import { users as texts } from '../texts/administration.ts';
import classes from './administration.module.css';

export interface ListFrameProps {
  query: {
    error: Error | null;
    isPlaceholderData: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch(): unknown;
    fetchNextPage(): unknown;
  };
  total: number | undefined;
  shown: number | undefined;
  empty: ReactNode;
  children: ReactNode;
}

export function ListFrame({ query, total, shown, empty, children }: ListFrameProps) {
  if (query.error && shown === undefined)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (shown === undefined || total === undefined) return <ListPlaceholder />;
  if (shown === 0) return empty;
  return (
    <div aria-busy={query.isPlaceholderData}>
      {children}
      {query.hasNextPage && (
        <div className={classes.end}>
          {texts.shown(shown, total)}
          <Button
            size="xs"
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {texts.showMore}
          </Button>
        </div>
      )}
    </div>
  );
}
