import { Loader } from '@mantine/core';
import { useEffect } from 'react';
import { ErrorState } from '../states/error-state.tsx';
import classes from './long-table.module.css';

interface ListPages {
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): unknown;
}

/** So many rows before the end, the next page is read. */
const AHEAD = 30;
/** Nobody wonders whether a shorter list is whole. */
const FEW = 20;

/** Reads the next page of a list as soon as somebody comes near the last row that is there. */
export function useReadAhead(list: ListPages, lastShown: number, count: number): void {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  useEffect(() => {
    const isNear = lastShown >= count - AHEAD;
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && isNear) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, lastShown, count, fetchNextPage]);
}

interface ListEndProps {
  list: ListPages;
  count: number;
  /** Says that more is being read. */
  more: string;
  /** Says that these are all. */
  all: string;
}

export function ListEnd({ list, count, more, all }: ListEndProps) {
  if (list.isFetchingNextPage) {
    return (
      <p className={classes.end} role="status">
        <Loader size={14} color="gray" /> {more}
      </p>
    );
  }
  if (list.error && list.isFetchNextPageError) {
    return <ErrorState error={list.error} onRetry={() => void list.fetchNextPage()} />;
  }
  return list.hasNextPage || count < FEW ? null : <p className={classes.end}>{all}</p>;
}
