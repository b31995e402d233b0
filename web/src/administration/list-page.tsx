/** A page with a list that is read page by page, and beside it the panel of what is chosen. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { AdministrationHeader, type AdministrationTab } from '../administration-parts/administration-header.tsx';
import { Icon, type IconName } from '../look/icons.tsx';
import { SearchField } from '../look/lists/search-field.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { ListPlaceholder } from '../look/states/list-placeholder.tsx';
import * as words from '../texts/common.ts';
import classes from './administration.module.css';
import { Split, type SplitProps } from './split.tsx';

export interface ListQuery {
  error: Error | null;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}

interface ListFrameProps {
  query: ListQuery;
  total: number | undefined;
  shown: number | undefined;
  empty: ReactNode;
  children: ReactNode;
}

interface ListPageProps extends ListFrameProps, SplitProps {
  tab: AdministrationTab;
  /** The words of the search and of its hint. */
  search: string;
  searchHint: string;
  text: string | undefined;
  /** Must stay the same function. */
  onText(text: string): void;
  /** Beside the search. */
  filters?: ReactNode;
  /** The button that adds to the list. */
  add: string;
  addIcon: IconName;
  onAdd(): void;
}

export function ListPage(props: ListPageProps) {
  const { tab, search, searchHint, text = '', onText, filters, add, addIcon, onAdd, panel, label, onClose } = props;
  return (
    <div className="column h-full min-h-0">
      <AdministrationHeader
        tab={tab}
        actions={
          <Button leftSection={<Icon name={addIcon} />} onClick={onAdd}>
            {add}
          </Button>
        }
      >
        <SearchField
          label={search}
          placeholder={searchHint}
          className={classes.search}
          maxLength={200}
          text={text}
          onChange={onText}
        />
        {filters}
      </AdministrationHeader>
      <Split label={label} onClose={onClose} panel={panel}>
        <ListFrame {...props} />
      </Split>
    </div>
  );
}

/** What surrounds a list: its first load, its failure, its end, and that it is empty. */
function ListFrame({ query, total, shown, empty, children }: ListFrameProps) {
  if (query.error && shown === undefined)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (shown === undefined || total === undefined) return <ListPlaceholder />;
  if (shown === 0) return empty;
  return (
    <div aria-busy={query.isPlaceholderData}>
      {children}
      {query.hasNextPage && (
        <div className={classes.end}>
          {words.numberOfAll(shown, total)}
          <Button
            size="xs"
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {words.showMore}
          </Button>
        </div>
      )}
    </div>
  );
}
