/** The operations of a connector: a list of any length, of which only what can be seen is read and drawn. */

import { Button, SegmentedControl, Select } from '@mantine/core';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import {
  CONNECTOR_CHANGES,
  type ConnectorDetails,
  OPERATIONS_PAGE,
  type Operation,
  type OperationFilter,
  type OperationSwitch,
  operationsQuery,
  switchOperations,
} from '../api/connectors.ts';
import { SearchField } from '../look/lists/search-field.tsx';
import { useVisibleRows } from '../look/lists/use-visible-rows.ts';
import { ErrorState } from '../look/states/error-state.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { newConnector, connectorPage as texts } from '../texts/connectors.ts';
import { OperationPanel } from './operation-panel.tsx';
import { OperationRow, ROW_PIXELS } from './operation-row.tsx';
import classes from './operations.module.css';
import { type ConnectorSearch, readConnectorSearch } from './search.ts';

interface OperationsProps {
  connector: ConnectorDetails;
  mayWrite: boolean;
}

export function Operations({ connector, mayWrite }: OperationsProps) {
  const { id } = connector;
  const search = readConnectorSearch({ ...useSearch({ from: '/shell/connectors/$connectorId' }) });
  const navigate = useNavigate();
  const { text, tag, enabled, operation } = search;
  const filter: OperationFilter = {
    ...(text !== undefined && { text }),
    ...(tag !== undefined && { tag }),
    ...(enabled !== undefined && { enabled }),
  };
  const setSearch = useCallback(
    (next: ConnectorSearch) =>
      void navigate({ to: '/connectors/$connectorId', params: { connectorId: id }, search: next, replace: true }),
    [navigate, id],
  );
  const setText = useCallback(
    (typed: string) => {
      const { text: _, ...rest } = search;
      setSearch(typed === '' ? rest : { ...rest, text: typed });
    },
    [setSearch, search],
  );
  const { data: first, error, refetch } = useQuery(operationsQuery(id, filter, 0));
  const total = first?.total ?? 0;
  return (
    <section className={classes.section} aria-label={words.operations}>
      <div className={classes.head}>
        <h2 className="title">{words.operations}</h2>
        <span className="dim">{texts.on(connector.enabled, connector.operations)}</span>
      </div>
      <div className={classes.filters}>
        <SearchField
          text={text ?? ''}
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          className={classes.search}
          onChange={setText}
        />
        {connector.tags.length > 1 && (
          <Select
            aria-label={texts.tag}
            placeholder={texts.allTags}
            className={classes.tags}
            data={connector.tags.map(({ name, count, enabled: on }) => ({
              value: name,
              label: texts.tagOf(name === '' ? newConnector.untagged : name, on, count),
            }))}
            value={tag ?? null}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': texts.allTags }}
            onChange={value => {
              const { tag: _, ...rest } = search;
              setSearch(value === null ? rest : { ...rest, tag: value });
            }}
          />
        )}
        <SegmentedControl
          aria-label={texts.which}
          transitionDuration={0}
          data={[
            { value: 'any', label: words.all },
            { value: 'on', label: words.on },
            { value: 'off', label: words.off },
          ]}
          value={enabled === undefined ? 'any' : enabled ? 'on' : 'off'}
          onChange={value => {
            const { enabled: _, ...rest } = search;
            setSearch(value === 'any' ? rest : { ...rest, enabled: value === 'on' });
          }}
        />
        {mayWrite && <BulkButtons connector={connector} filter={filter} total={total} />}
      </div>
      {error && !first ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : first?.total === 0 ? (
        <p className={classes.nothing}>{texts.nothingFits}</p>
      ) : (
        <List
          key={JSON.stringify(filter)}
          id={id}
          filter={filter}
          total={total}
          mayWrite={mayWrite}
          onOpen={name => setSearch({ ...search, operation: name })}
        />
      )}
      {operation !== undefined && (
        <OperationPanel
          connectorId={id}
          name={operation}
          onClose={() => {
            const { operation: _, ...rest } = search;
            setSearch(rest);
          }}
        />
      )}
    </section>
  );
}

interface ListProps {
  id: string;
  filter: OperationFilter;
  total: number;
  mayWrite: boolean;
  onOpen(name: string): void;
}

function List({ id, filter, total, mayWrite, onOpen }: ListProps) {
  const rows = useVisibleRows(total, ROW_PIXELS);
  const wanted = [...new Set(rows.indexes.map(index => Math.floor(index / OPERATIONS_PAGE)))];
  const pages = useQueries({ queries: wanted.map(page => operationsQuery(id, filter, page)) });
  const operationAt = (index: number): Operation | undefined =>
    pages[wanted.indexOf(Math.floor(index / OPERATIONS_PAGE))]?.data?.items[index % OPERATIONS_PAGE];

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <div className={classes.scroller} ref={rows.ref} tabIndex={0}>
      <ul className="relative" aria-label={words.operations} style={{ height: rows.totalPixels }}>
        {rows.indexes.map(index => {
          const operation = operationAt(index);
          return (
            <OperationRow
              key={index}
              connectorId={id}
              operation={operation}
              top={index * ROW_PIXELS}
              position={index + 1}
              total={total}
              mayWrite={mayWrite}
              onOpen={onOpen}
            />
          );
        })}
      </ul>
    </div>
  );
}

interface BulkButtonsProps {
  connector: ConnectorDetails;
  filter: OperationFilter;
  total: number;
}

/** Switches everything that the filters show. */
function BulkButtons({ connector: { id }, filter, total }: BulkButtonsProps) {
  const queryClient = useQueryClient();
  const [wanted, setWanted] = useState<boolean>();
  const { isBusy, perform } = useAction({ changes: CONNECTOR_CHANGES, noticesProblem: true });

  async function turn(enabled: boolean) {
    setWanted(enabled);
    await perform(
      async () => switchOperations({ id, ...(await whichOf(id, filter, total)), enabled }),
      ({ changed }) => texts.switched(changed),
    );
  }

  /** The API takes one filter at a time. With several, the operations are named one by one. */
  async function whichOf(
    connectorId: string,
    { text, tag, enabled }: OperationFilter,
    count: number,
  ): Promise<Omit<OperationSwitch, 'id' | 'enabled'>> {
    const given = [text, tag, enabled].filter(each => each !== undefined).length;
    if (given === 0) return { all: true };
    if (given === 1 && tag !== undefined) return { tag };
    if (given === 1 && text !== undefined) return { text };
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(count / OPERATIONS_PAGE) }, (_, page) =>
        queryClient.fetchQuery(operationsQuery(connectorId, filter, page)),
      ),
    );
    return { names: pages.flatMap(({ items }) => items.map(({ name }) => name)) };
  }

  if (total === 0) return null;
  return (
    <div className={classes.bulk}>
      {filter.enabled !== true && (
        <Button variant="default" loading={isBusy && wanted === true} onClick={() => void turn(true)}>
          {texts.turnOn(total)}
        </Button>
      )}
      {filter.enabled !== false && (
        <Button variant="default" loading={isBusy && wanted === false} onClick={() => void turn(false)}>
          {texts.turnOff(total)}
        </Button>
      )}
    </div>
  );
}
