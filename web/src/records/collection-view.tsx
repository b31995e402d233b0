/** One collection: its tools, its filters and its table. */

import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { joinPages } from '../api/pages.ts';
import { recordChanges, recordCountQuery, recordsQuery } from '../api/records.ts';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { lazily } from '../look/lazily.tsx';
import { EmptyState, NothingFits } from '../look/states/empty-state.tsx';
import { useAction } from '../look/use-action.ts';
import { useStored } from '../look/use-stored.ts';
import * as words from '../texts/common.ts';
import { filterBuilder, recordsPage as texts } from '../texts/records.ts';
import { BulkBar } from './bulk-bar.tsx';
import classes from './collection-view.module.css';
import { readColumnOrder } from './column-order.ts';
import { type ColumnChoice, findColumns, NO_CHOICE, orderColumns, readChoice, visibleColumns } from './columns.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterBuilder } from './filter-builder.tsx';
import { RecordTable } from './record-table.tsx';
import { changeSearch, type RecordsSearch, toggleSort, toParams } from './search.ts';

const ExportDialog = lazily(async () => (await import('./export/export-dialog.tsx')).ExportDialog);

interface CollectionViewProps {
  panelId: string;
  collection: string;
  search: RecordsSearch;
  onSearch(search: RecordsSearch): void;
  mayChange: boolean;
}

export function CollectionView({ panelId, collection, search, onSearch, mayChange }: CollectionViewProps) {
  const { filters, sort, order } = search;
  const query = useMemo(
    () => ({
      collection,
      params: toParams({ ...(filters && { filters }), ...(sort !== undefined && { sort }), ...(order && { order }) }),
    }),
    [collection, filters, sort, order],
  );
  const list = useInfiniteQuery(recordsQuery(panelId, query));
  const { data: count } = useQuery(recordCountQuery(panelId, query));
  const { isBusy, perform } = useAction({ changes: recordChanges(panelId) });
  const [isFiltering, setFiltering] = useState(filters !== undefined);
  const [isExporting, setExporting] = useState(false);
  const [stored, setStored] = useStored<ColumnChoice>(`heddle.records.${panelId}.${collection}`, NO_CHOICE);
  const choice = readChoice(stored);
  const records = useMemo(() => joinPages(list.data?.pages ?? [], ({ key }) => key), [list.data]);
  const known = useKnownColumns(records);
  const columns = useMemo(
    () => orderColumns(known, readColumnOrder(panelId, collection)),
    [known, panelId, collection],
  );
  const visible = useMemo(() => visibleColumns(columns, choice), [columns, choice]);
  const { selected, setSelected } = useSelection(query);

  return (
    <section className="column grow min-h-0" aria-label={collection}>
      <div className={classes.tools}>
        <Button
          size="xs"
          variant={filters ? 'light' : 'default'}
          leftSection={<Icon name="filter" size={14} />}
          aria-expanded={isFiltering}
          onClick={() => setFiltering(!isFiltering)}
        >
          {filterBuilder.open(filters?.length ?? 0)}
        </Button>
        <ColumnsMenu columns={columns} visible={visible} choice={choice} onChange={setStored} />
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="download" size={14} />}
          onClick={() => setExporting(true)}
        >
          {words.exportAction}
        </Button>
        <IconButton icon="refresh-cw" label={words.readAgain} hint onClick={() => perform(() => {})} loading={isBusy} />
        <span className="ml-auto text-12 dim" role="status">
          {count !== undefined && texts.records(count)}
        </span>
      </div>
      {isFiltering && (
        <FilterBuilder
          panelId={panelId}
          collection={collection}
          search={search}
          columns={columns}
          error={list.error && filters ? list.error : null}
          onApply={next => onSearch(changeSearch(search, { filters: next.length > 0 ? next : undefined }))}
        />
      )}
      <RecordTable
        collection={collection}
        records={records}
        columns={visible}
        search={search}
        list={list}
        {...(mayChange && { selection: { keys: selected, onChange: setSelected } })}
        onSort={field => onSearch(toggleSort(search, field))}
        empty={
          <Nothing
            isFiltered={filters !== undefined}
            onReset={() => onSearch(changeSearch(search, { filters: undefined }))}
          />
        }
      />
      {selected.size > 0 && (
        <BulkBar
          panelId={panelId}
          keys={selected}
          onClear={() => setSelected(new Set())}
          onDeleted={() => {
            if (search.record !== undefined && selected.has(search.record)) {
              onSearch(changeSearch(search, { record: undefined }));
            }
          }}
        />
      )}
      {isExporting && (
        <ExportDialog
          panelId={panelId}
          collection={collection}
          filters={filters}
          fields={visible.map(({ name }) => name)}
          total={count ?? 0}
          onClose={() => setExporting(false)}
        />
      )}
    </section>
  );
}

/** Columns that were found once stay, also while a filter finds nothing: the filter builder needs them. */
function useKnownColumns(records: Parameters<typeof findColumns>[0]) {
  const [known, setKnown] = useState<ReturnType<typeof findColumns>>([]);
  const columns = useMemo(() => {
    const found = findColumns(records);
    const kinds = new Map(found.map(column => [column.name, column]));
    const kept = known.map(column => (column.kind === 'null' ? (kinds.get(column.name) ?? column) : column));
    const names = new Set(known.map(({ name }) => name));
    return [...kept, ...found.filter(({ name }) => !names.has(name))];
  }, [records, known]);
  useEffect(() => {
    if (columns.length > known.length) setKnown(columns);
  }, [columns, known]);
  return columns;
}

/** What is selected belongs to what is shown: other filters begin anew. */
function useSelection(query: unknown) {
  const [selection, setSelection] = useState<{ query: unknown; keys: ReadonlySet<string> }>({ query, keys: new Set() });
  const selected = selection.query === query ? selection.keys : NOTHING;
  return { selected, setSelected: (keys: ReadonlySet<string>) => setSelection({ query, keys }) };
}

const NOTHING: ReadonlySet<string> = new Set();

function Nothing({ isFiltered, onReset }: { isFiltered: boolean; onReset(): void }) {
  if (!isFiltered) {
    return <EmptyState icon="inbox" title={texts.emptyCollection} text={texts.emptyCollectionText} />;
  }
  return (
    <NothingFits title={texts.nothingFits} text={texts.nothingFitsText} action={texts.showAll} onReset={onReset} />
  );
}
