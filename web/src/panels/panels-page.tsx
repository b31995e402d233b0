/** The list of panels. */

import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { panelsQuery } from '../api/panels.ts';
import { useSession } from '../api/session.ts';
import { EmptyState, NothingFits } from '../look/empty-state.tsx';
import { Icon } from '../look/icons.tsx';
import { usePageActions } from '../look/page-actions.ts';
import { PageHeader } from '../look/page-header.tsx';
import { PagedList } from '../look/pages.tsx';
import { SearchField } from '../look/search-field.tsx';
import { panels as texts } from '../texts/panels.ts';
import { CreatePanelDialog } from './create-panel-dialog.tsx';
import { PanelTable } from './panel-table.tsx';
import classes from './panels-page.module.css';
import { PAGE_SIZE, type PanelsSearch, readPanelsSearch, toPanelListQuery } from './search.ts';

export function PanelsPage() {
  // The router leaves in what its check has left out, so that is read once more.
  const search = readPanelsSearch({ ...useSearch({ from: '/shell/panels' }) });
  const navigate = useNavigate({ from: '/panels' });
  const list = useQuery(panelsQuery(toPanelListQuery(search)));
  const [isCreating, setCreating] = useState(false);
  usePageActions([{ label: texts.emptyAction, run: () => setCreating(true) }]);
  const setSearch = useCallback((next: PanelsSearch) => void navigate({ search: next, replace: true }), [navigate]);
  const { text = '', ownership } = search;
  const setText = useCallback(
    (typed: string) => setSearch({ ...(typed !== '' && { text: typed }), ...(ownership && { ownership }) }),
    [setSearch, ownership],
  );

  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        }
      >
        <SearchField
          label={texts.search}
          placeholder={texts.searchHint}
          className={classes.search}
          text={text}
          onChange={setText}
        />
        <SegmentedControl
          size="sm"
          aria-label={texts.whose}
          transitionDuration={0}
          data={[
            { value: 'all', label: texts.all },
            { value: 'mine', label: texts.mine },
            { value: 'shared', label: texts.shared },
          ]}
          value={ownership ?? 'all'}
          onChange={value =>
            setSearch({
              ...(text !== '' && { text }),
              ...((value === 'mine' || value === 'shared') && { ownership: value }),
            })
          }
        />
      </PageHeader>
      <PagedList
        query={list}
        page={search.page}
        pageSize={PAGE_SIZE}
        empty={<Nothing search={search} onReset={() => setSearch({})} onCreate={() => setCreating(true)} />}
        onPage={page => setSearch({ ...search, page })}
      >
        {items => <PanelTable panels={items} />}
      </PagedList>
      <CreatePanelDialog opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

interface NothingProps {
  search: PanelsSearch;
  onReset(): void;
  onCreate(): void;
}

/** An empty list says why it is empty, and what to do about it. */
function Nothing({ search, onReset, onCreate }: NothingProps) {
  const { public_url } = useSession();
  if (Object.keys(search).length > 0) {
    return (
      <NothingFits title={texts.nothingFits} text={texts.nothingFitsText} action={texts.showAll} onReset={onReset} />
    );
  }
  return (
    <EmptyState
      icon="database"
      title={texts.empty}
      text={texts.emptyText}
      action={<Button onClick={onCreate}>{texts.emptyAction}</Button>}
      curl={texts.curl(public_url)}
    />
  );
}
