import type { ReactNode } from 'react';
import * as texts from '../../texts/look.ts';
import { IconButton } from '../inputs/icon-button.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { ListPlaceholder } from '../states/list-placeholder.tsx';
import classes from './pages.module.css';

interface PagesProps {
  page: number;
  pageSize: number;
  total: number;
  onChange(page: number): void;
}

/** Says which part of a long list is shown, and turns its pages. */
export function Pages({ page, pageSize, total, onChange }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1 && page === 1) return null;
  const first = (page - 1) * pageSize + 1;
  return (
    <nav className={classes.pages} aria-label={texts.pages}>
      <span className="dim">{texts.range(Math.min(first, total), Math.min(page * pageSize, total), total)}</span>
      <IconButton
        icon="chevron-left"
        label={texts.previousPage}
        size="md"
        disabled={page <= 1}
        onClick={() => onChange(Math.min(page - 1, last))}
      />
      <IconButton
        icon="chevron-right"
        label={texts.nextPage}
        size="md"
        disabled={page >= last}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  );
}

interface PagedListProps<Item> {
  query: {
    data: { items: readonly Item[]; total: number } | undefined;
    error: Error | null;
    isPlaceholderData: boolean;
    refetch(): unknown;
  };
  page: number | undefined;
  pageSize: number;
  /** Says why the list is empty, and what to do about it. */
  empty: ReactNode;
  children(items: readonly Item[]): ReactNode;
  onPage(page: number): void;
}

/** A list that is read page by page, with what there is to say when it can not be read or has nothing. */
export function PagedList<Item>({ query, page = 1, pageSize, empty, children, onPage }: PagedListProps<Item>) {
  const { data, error, isPlaceholderData, refetch } = query;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListPlaceholder />;
  if (data.total === 0) return empty;
  return (
    <>
      <div className={classes.list} aria-busy={isPlaceholderData}>
        {children(data.items)}
      </div>
      <Pages page={page} pageSize={pageSize} total={data.total} onChange={onPage} />
    </>
  );
}
