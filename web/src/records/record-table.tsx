/** A table of any number of records. Only the rows in view exist, and more are read while it scrolls. */
import { Checkbox, UnstyledButton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import type { BoosterRecord } from '../api/records.ts';
import { Icon } from '../look/icons.tsx';
import { ColumnHead } from '../look/lists/column-head.tsx';
import { ListEnd, useReadAhead } from '../look/lists/list-end.tsx';
import long from '../look/lists/long-table.module.css';
import { useVisibleRows, type VisibleRows } from '../look/lists/use-visible-rows.ts';
import { ErrorState } from '../look/states/error-state.tsx';
import { ListPlaceholder } from '../look/states/list-placeholder.tsx';
import * as words from '../texts/common.ts';
import { recordTable as texts } from '../texts/records.ts';
import type { Column } from './columns.ts';
import { RecordRow } from './record-row.tsx';
import classes from './record-table.module.css';
import type { RecordsSearch } from './search.ts';

export interface RecordSelection {
  keys: ReadonlySet<string>;
  onChange(keys: ReadonlySet<string>): void;
}

interface RecordTableProps {
  collection: string;
  records: readonly BoosterRecord[];
  columns: readonly Column[];
  search: RecordsSearch;
  list: RecordPages;
  /** Left out where records can not be changed. */
  selection?: RecordSelection;
  onSort(field: string): void;
  empty: ReactNode;
}

interface RecordPages {
  error: Error | null;
  isPending: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): Promise<unknown>;
  refetch(): Promise<unknown>;
}

const ROW_PIXELS = 36;
const WIDTHS = { select: 44, key: 112, time: 112, number: 120, boolean: 96, other: 200 };

export function RecordTable(props: RecordTableProps) {
  const { records, list, empty } = props;
  const rows = useVisibleRows(records.length, ROW_PIXELS);
  useReadAhead(list, rows.indexes.at(-1) ?? 0, records.length);

  if (list.error && records.length === 0) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <ListPlaceholder />;
  if (records.length === 0) return <div className="flex-1 overflow-auto">{empty}</div>;
  return (
    <div ref={rows.ref} className={long.scroller}>
      <Table {...props} rows={rows} />
      <ListEnd list={list} count={records.length} more={texts.more} all={texts.all(records.length)} />
    </div>
  );
}

function Table(props: RecordTableProps & { rows: VisibleRows }) {
  const { collection, records, columns, list, selection, rows } = props;
  const { record: open } = useSearch({ from: '/shell/panels/$panelId/records' });
  const widths = columns.map(({ kind }) => WIDTHS[kind === 'number' || kind === 'boolean' ? kind : 'other']);
  const template = [...(selection ? [WIDTHS.select] : []), WIDTHS.key, ...widths, WIDTHS.time, WIDTHS.time];
  const grid = template
    .map((width, index) => (selection && index === 0 ? `${width}px` : `minmax(${width}px, 1fr)`))
    .join(' ');
  return (
    <table
      aria-label={texts.label(collection)}
      aria-rowcount={list.hasNextPage ? -1 : records.length + 1}
      className={`${long.table} ${classes.table}`}
      style={{ '--columns': grid, minWidth: template.reduce((sum, width) => sum + width, 16) } as CSSProperties}
    >
      <thead>
        <Heads {...props} />
      </thead>
      <tbody style={{ height: rows.totalPixels }}>
        {rows.indexes.map(index => {
          const record = records[index];
          return (
            record && (
              <RecordRow
                key={record.key}
                record={record}
                columns={columns}
                index={index}
                top={index * ROW_PIXELS}
                isOpen={record.key === open}
                isSelected={selection?.keys.has(record.key)}
                onSelect={isSelected => selection?.onChange(withKey(selection.keys, record.key, isSelected))}
              />
            )
          );
        })}
      </tbody>
    </table>
  );
}

function withKey(keys: ReadonlySet<string>, key: string, isSelected: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  if (isSelected) next.add(key);
  else next.delete(key);
  return next;
}

function Heads({ records, columns, selection, search, onSort }: RecordTableProps) {
  const isAll = selection !== undefined && records.every(({ key }) => selection.keys.has(key));
  const head = (field: string, name: string, isNumber = false) => (
    <Head key={field} field={field} name={name} isNumber={isNumber} search={search} onSort={onSort} />
  );
  return (
    <tr aria-rowindex={1}>
      {selection && (
        <ColumnHead className={classes.select}>
          <Checkbox
            aria-label={texts.selectAll}
            checked={isAll}
            indeterminate={!isAll && selection.keys.size > 0}
            onChange={() => selection.onChange(new Set(isAll ? [] : records.map(({ key }) => key)))}
          />
        </ColumnHead>
      )}
      {head('key', words.key)}
      {columns.map(({ name, kind }) => head(`data.${name}`, name, kind === 'number'))}
      {head('created', words.created)}
      {head('updated', words.changed)}
    </tr>
  );
}

interface HeadProps {
  field: string;
  name: string;
  isNumber: boolean;
  search: RecordsSearch;
  onSort(field: string): void;
}

function Head({ field, name, isNumber, search, onSort }: HeadProps) {
  const isSorted = search.sort === field;
  const isDown = search.order === 'descending';
  // The API names fields inside fields with dots, so a name with a dot can not be named.
  const isSortable = !/^data\..*\.|^data\.$/.test(field);
  return (
    <ColumnHead
      data-number={isNumber || undefined}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      {isSortable ? (
        <UnstyledButton className={classes.sort} aria-label={texts.sortBy(name)} onClick={() => onSort(field)}>
          <span className="truncate">{name}</span>
          {isSorted && <Icon name={isDown ? 'arrow-down' : 'arrow-up'} size={12} />}
        </UnstyledButton>
      ) : (
        <span className="truncate">{name}</span>
      )}
    </ColumnHead>
  );
}
