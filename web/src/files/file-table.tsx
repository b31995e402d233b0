import { Checkbox } from '@mantine/core';
import { Icon } from '../look/icons.tsx';
import { ColumnHead } from '../look/lists/column-head.tsx';
import long from '../look/lists/long-table.module.css';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import classes from './file-list.module.css';
import { FileRow } from './file-row.tsx';
import type { GridProps, ItemsView } from './item-props.ts';
import { type FilesSearch, nextOrder, type Order } from './search.ts';

interface FileTableProps {
  items: ItemsView;
  gridProps: GridProps;
  search: FilesSearch;
  /** Files of the whole list, and how many of them are selected. */
  total: number;
  selected: number;
  onSort(order: Pick<FilesSearch, 'sort' | 'order'>): void;
  onSelectAll(): void;
}

export function FileTable({ items, gridProps, search, total, selected, onSort, onSelectAll }: FileTableProps) {
  return (
    <table className={`${long.table} ${classes.table}`} aria-rowcount={items.count + 1} {...gridProps}>
      <thead>
        <tr aria-rowindex={1}>
          <ColumnHead className={classes.select}>
            {total > 0 && (
              <Checkbox
                aria-label={texts.selectAll}
                checked={selected > 0 && selected === total}
                indeterminate={selected > 0 && selected < total}
                onChange={onSelectAll}
              />
            )}
          </ColumnHead>
          <Head column="name" search={search} onSort={onSort} />
          <Head column="type" search={search} onSort={onSort} />
          <Head column="size" search={search} onSort={onSort} />
          <ColumnHead className={classes.record}>{words.record}</ColumnHead>
          <Head column="updated" search={search} onSort={onSort} />
        </tr>
      </thead>
      <tbody style={{ height: items.totalPixels }}>
        {items.indexes.map(index => (
          <FileRow key={index} {...items.propsOf(index)} />
        ))}
      </tbody>
    </table>
  );
}

interface HeadProps extends Pick<FileTableProps, 'search' | 'onSort'> {
  column: Order;
}

function Head({ column, search, onSort }: HeadProps) {
  const isSorted = (search.sort ?? 'name') === column;
  const isDescending = search.order === 'descending';
  return (
    <ColumnHead
      className={classes[column]}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className={classes.sort}
        title={texts.sortBy(texts[column])}
        onClick={() => onSort(nextOrder(search, column))}
      >
        {texts[column]}
        {isSorted && <Icon name={isDescending ? 'arrow-down' : 'arrow-up'} size={12} />}
      </button>
    </ColumnHead>
  );
}
