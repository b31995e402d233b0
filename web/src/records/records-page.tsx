/** The records of a panel: collections, a table, and the record that is open. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { type OpenedPanel, panelQuery } from '../api/panels.ts';
import { collectionsQuery, RECORDS_PATH } from '../api/records.ts';
import { Icon } from '../look/icons.tsx';
import { lazily } from '../look/lazily.tsx';
import { EmptyState } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { PanelGate, PanelHeader } from '../panel-parts/panel-header.tsx';
import * as words from '../texts/common.ts';
import { recordsPage as texts } from '../texts/records.ts';
import { CollectionList } from './collection-list.tsx';
import { CollectionView } from './collection-view.tsx';
import { RecordPanel } from './record-panel.tsx';
import classes from './records-page.module.css';
import { changeSearch, NEW_RECORD, openCollection, type RecordsSearch } from './search.ts';

const ImportDialog = lazily(async () => (await import('./import/import-dialog.tsx')).ImportDialog);

export function RecordsPage() {
  const { panelId } = useParams({ from: '/shell/panels/$panelId/records' });
  const search = useSearch({ from: '/shell/panels/$panelId/records' });
  const navigate = useNavigate({ from: '/panels/$panelId/records' });
  const [isImporting, setImporting] = useState(false);
  const { data: opened } = useQuery(panelQuery(panelId));
  const mayChange = opened !== undefined && mayChangeRecords(opened);
  const setSearch = useCallback((next: RecordsSearch) => void navigate({ search: next }), [navigate]);
  const create = () => setSearch(changeSearch(search, { record: NEW_RECORD }));

  return (
    <div className="column h-full">
      <PanelHeader
        panelId={panelId}
        tab="records"
        actions={
          mayChange && (
            <>
              <Button
                variant="default"
                leftSection={<Icon name="import" size={14} />}
                onClick={() => setImporting(true)}
              >
                {words.importAction}
              </Button>
              <Button leftSection={<Icon name="plus" size={14} />} onClick={create}>
                {words.newRecord}
              </Button>
            </>
          )
        }
      />
      <PanelGate panelId={panelId}>
        {panel =>
          panel.panel.database ? (
            <Records
              panel={panel}
              search={search}
              onSearch={setSearch}
              mayChange={mayChange}
              onImport={() => setImporting(true)}
              onCreate={create}
            />
          ) : (
            <NoDatabase panelId={panelId} />
          )
        }
      </PanelGate>
      {isImporting && (
        <ImportDialog
          panelId={panelId}
          collection={search.collection}
          onClose={() => setImporting(false)}
          onOpen={collection => {
            setImporting(false);
            setSearch(openCollection(collection));
          }}
        />
      )}
    </div>
  );
}

/** Whoever may use a panel may change its records, as over the API. */
function mayChangeRecords({ may_use, panel }: OpenedPanel): boolean {
  return may_use && panel.enabled && panel.database;
}

interface RecordsProps {
  panel: OpenedPanel;
  search: RecordsSearch;
  onSearch(search: RecordsSearch): void;
  mayChange: boolean;
  onImport(): void;
  onCreate(): void;
}

function Records({ panel, search, onSearch, mayChange, onImport, onCreate }: RecordsProps) {
  const panelId = panel.panel.id;
  const { data: collections, error, refetch } = useQuery(collectionsQuery(panelId));
  if (error && !collections) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!collections) return null;
  const collection = search.collection ?? collections[0]?.collection;
  return (
    <div className={classes.content}>
      {collections.length > 0 && (
        <CollectionList
          collections={collections}
          current={collection}
          onOpen={name => onSearch(openCollection(name))}
        />
      )}
      {collection === undefined ? (
        <NoRecords panelId={panelId} mayChange={mayChange} onImport={onImport} onCreate={onCreate} />
      ) : (
        <CollectionView
          key={collection}
          panelId={panelId}
          collection={collection}
          search={search}
          onSearch={onSearch}
          mayChange={mayChange}
        />
      )}
      {search.record !== undefined && (search.record !== NEW_RECORD || mayChange) && (
        <RecordPanel
          key={search.record}
          panel={panel}
          recordKey={search.record}
          collection={collection}
          mayChange={mayChange}
          onOpen={record => onSearch({ ...search, collection: record.collection, record: record.key })}
          onClose={() => onSearch(changeSearch(search, { record: undefined }))}
        />
      )}
    </div>
  );
}

function NoRecords({
  panelId,
  mayChange,
  onImport,
  onCreate,
}: Pick<RecordsProps, 'mayChange' | 'onImport' | 'onCreate'> & { panelId: string }) {
  return (
    <div className="grow overflow-auto">
      <EmptyState
        icon="database"
        title={texts.empty}
        text={mayChange ? texts.emptyText : texts.emptyReader}
        action={
          mayChange && (
            <div className={classes.buttons}>
              <Button onClick={onCreate}>{words.newRecord}</Button>
              <Button variant="default" onClick={onImport}>
                {words.importAction}
              </Button>
            </div>
          )
        }
        {...(mayChange && { curl: createCurl(panelId) })}
      />
    </div>
  );
}

function createCurl(panelId: string): string {
  const body = JSON.stringify({ collection: 'orders', data: { number: 4711, paid: false } });
  return `curl -X POST "$HEDDLE_URL${RECORDS_PATH}/create" -H "uni-api-key: $KEY" -H "panel-id: ${panelId}" -d '${body}'`;
}

function NoDatabase({ panelId }: { panelId: string }) {
  return (
    <EmptyState
      icon="database"
      title={texts.noDatabase}
      text={texts.noDatabaseText}
      action={
        <Button component={Link} to={`/panels/${panelId}/settings`} variant="default">
          {texts.toSettings}
        </Button>
      }
    />
  );
}
