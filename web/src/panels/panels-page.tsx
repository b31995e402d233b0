/** The list of panels. */

import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { panelsQuery } from '../api/panels.ts';
import { useSession } from '../api/session.ts';
import { Icon } from '../look/icons.tsx';
import { SearchField } from '../look/lists/search-field.tsx';
import { usePageActions } from '../look/page/page-actions.ts';
import { PageHeader } from '../look/page/page-header.tsx';
import { PagedList } from '../look/page/pages.tsx';
import { EmptyList } from '../look/states/empty-state.tsx';
import * as words from '../texts/common.ts';
import { panels as texts } from '../texts/panels.ts';
import { CreatePanelDialog } from './create-panel-dialog.tsx';
import { PanelTable } from './panel-table.tsx';
import classes from './panels-page.module.css';
import { PAGE_SIZE, type PanelsSearch, readPanelsSearch, toPanelListQuery } from './search.ts';

export function PanelsPage() {
  const { public_url } = useSession();
  // The router leaves in what its check has left out, so that is read once more.
  const search = readPanelsSearch({ ...useSearch({ from: '/shell/panels' }) });
  const navigate = useNavigate({ from: '/panels' });
  const list = useQuery(panelsQuery(toPanelListQuery(search)));
  const [isCreating, setCreating] = useState(false);
  usePageActions([{ label: words.newPanel, run: () => setCreating(true) }]);
  const setSearch = useCallback((next: PanelsSearch) => void navigate({ search: next, replace: true }), [navigate]);
  const { text = '', ownership } = search;
  const setText = useCallback(
    (typed: string) => setSearch({ ...(typed !== '' && { text: typed }), ...(ownership && { ownership }) }),
    [setSearch, ownership],
  );

  return (
    <>
      <PageHeader
        title={words.panels}
        actions={
          <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
            {words.newAction}
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
            { value: 'all', label: words.all },
            { value: 'mine', label: words.mine },
            { value: 'shared', label: words.shared },
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
        empty={
          <EmptyList
            icon="database"
            texts={{ ...texts, showAll: words.showAllPanels }}
            isFiltered={Object.keys(search).length > 0}
            action={<Button onClick={() => setCreating(true)}>{words.newPanel}</Button>}
            curl={texts.curl(public_url)}
            onReset={() => setSearch({})}
          />
        }
        onPage={page => setSearch({ ...search, page })}
      >
        {items => <PanelTable panels={items} />}
      </PagedList>
      <CreatePanelDialog opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
