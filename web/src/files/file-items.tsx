/** The items of a directory with their keys: the same for the list and the grid. Only what can be seen is drawn. */
import { useElementSize, useMergedRef } from '@mantine/hooks';
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type FileListing, type Folder, readAllIds, type StoredFile } from '../api/storage.ts';
import { explain } from '../look/explain.ts';
import long from '../look/lists/long-table.module.css';
import { useVisibleRows } from '../look/lists/use-visible-rows.ts';
import { showNotice } from '../look/states/notices.tsx';
import { useNarrow } from '../look/use-narrow.ts';
import { files as texts } from '../texts/files.ts';
import { DRAGGED } from './dragged.ts';
import { FileGrid } from './file-grid.tsx';
import classes from './file-list.module.css';
import { FileTable } from './file-table.tsx';
import { type ItemEvents, type ItemsView, itemId } from './item-props.ts';
import { readKey } from './keyboard.ts';
import type { Rights } from './rights.ts';
import type { FilesSearch, View } from './search.ts';
import { useItems, useReadRange } from './use-file-list.ts';
import type { Selection } from './use-selection.ts';

const ROW_PIXELS = 36;
const NARROW_ROW_PIXELS = 56;
const CELL_PIXELS = 156;
const CELL_WIDTH = 156;

export interface FileItemsProps {
  listing: FileListing;
  search: FilesSearch;
  view: View;
  selection: Selection;
  rights: Rights;
  dragged: RefObject<readonly string[]>;
  onSearch(changes: { [Key in keyof FilesSearch]?: FilesSearch[Key] | undefined }, replace?: boolean): void;
  onOpenDirectory(directory: string): void;
  onUp(): void;
  onRename(file: StoredFile): void;
  onDelete(ids: readonly string[], file?: StoredFile): void;
  folders: readonly Folder[];
  total: number;
}

export function FileItems(props: FileItemsProps) {
  const { listing, search, view, selection, rights, dragged, folders, total } = props;
  const { onSearch, onOpenDirectory, onUp, onRename, onDelete } = props;
  const count = folders.length + total;
  const isNarrow = useNarrow(900);
  const { ref: sizeRef, width, height } = useElementSize<HTMLDivElement>();
  const columns = view === 'grid' ? Math.max(2, Math.floor((width - 24) / CELL_WIDTH)) : 1;
  const rowPixels = view === 'grid' ? CELL_PIXELS : isNarrow ? NARROW_ROW_PIXELS : ROW_PIXELS;
  const rows = useVisibleRows(Math.ceil(count / columns), rowPixels);
  const scroller = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(scroller, sizeRef, rows.ref);
  const first = (rows.indexes[0] ?? 0) * columns;
  const end = Math.min(count, ((rows.indexes.at(-1) ?? -1) + 1) * columns);
  const itemAt = useItems(listing, folders, { first, end });
  const readRange = useReadRange(listing, folders);
  const [chosenActive, setActive] = useState(0);
  const active = Math.min(chosenActive, count - 1);

  // Another order or search begins at its top.
  const shown = JSON.stringify([listing.text, listing.sort, listing.descending]);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    setActive(0);
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [shown]);

  function moveTo(index: number): void {
    // The row after it, because the head of the table covers the first one.
    rows.reveal(Math.floor(index / columns) + (index > active && view === 'list' ? 1 : 0));
    setActive(index);
  }

  async function extendTo(index: number): Promise<void> {
    try {
      selection.replace(await readRange(selection.anchor() ?? active, index));
    } catch (error) {
      showNotice({ message: explain(error), failed: true });
    }
  }

  function open(index: number): void {
    const item = itemAt(index);
    if ('folder' in item) onOpenDirectory(item.folder.path);
    else if ('file' in item) show(item.file.id);
  }

  /** Going back leads to the list, not through all files that were looked at. */
  function show(file: string): void {
    if (file !== search.file) onSearch({ file }, search.file !== undefined);
  }

  function toggle(index: number): void {
    setActive(index);
    const item = itemAt(index);
    if ('file' in item) selection.toggle(item.file.id, index);
  }

  function click(index: number, event: MouseEvent): void {
    setActive(index);
    const item = itemAt(index);
    if (event.shiftKey) void extendTo(index);
    else if (event.ctrlKey || event.metaKey) toggle(index);
    else if ('folder' in item) selection.setAnchor(index);
    else if ('file' in item) {
      selection.setAnchor(index);
      show(item.file.id);
    }
  }

  function rename(): void {
    const item = itemAt(active);
    if ('file' in item && rights.may('update', listing.directory)) onRename(item.file);
  }

  function remove(): void {
    if (!rights.may('delete', listing.directory)) return;
    const item = itemAt(active);
    if (selection.ids.size > 0) onDelete([...selection.ids]);
    else if ('file' in item) onDelete([item.file.id], item.file);
  }

  async function selectAll(): Promise<void> {
    try {
      selection.replace(await readAllIds(listing));
    } catch (error) {
      showNotice({ message: explain(error), failed: true });
    }
  }

  function clear(): void {
    if (selection.ids.size > 0) selection.clear();
    else if (search.file !== undefined) onSearch({ file: undefined });
  }

  function press(event: KeyboardEvent): void {
    // Buttons and checkboxes in the table have these keys for themselves.
    const isControl = event.target instanceof HTMLButtonElement || event.target instanceof HTMLInputElement;
    if (isControl && (event.key === 'Enter' || event.key === ' ')) return;
    const screen = Math.max(1, Math.floor(height / rowPixels) - 1);
    const action = readKey(event, { active, count, columns, screen });
    if (!action) return;
    event.preventDefault();
    if (action.kind === 'move') {
      if (!action.extends) selection.setAnchor(action.to);
      moveTo(action.to);
      if (action.extends) void extendTo(action.to);
      return;
    }
    const actions = {
      open: () => open(active),
      toggle: () => toggle(active),
      rename,
      delete: remove,
      all: () => void selectAll(),
      clear,
      up: onUp,
    };
    actions[action.kind]();
  }

  function startDrag(index: number, event: DragEvent): void {
    const item = itemAt(index);
    if (!('file' in item) || !rights.may('update', listing.directory)) {
      event.preventDefault();
      return;
    }
    dragged.current = selection.ids.has(item.file.id) ? [...selection.ids] : [item.file.id];
    event.dataTransfer.setData(DRAGGED, item.file.name);
    event.dataTransfer.effectAllowed = 'move';
  }

  const events = useStableEvents({ onClick: click, onOpen: open, onToggle: toggle, onDragStart: startDrag });
  const items: ItemsView = {
    indexes: rows.indexes,
    totalPixels: rows.totalPixels,
    rowPixels,
    columns,
    count,
    propsOf(index) {
      const item = itemAt(index);
      const id = 'file' in item ? item.file.id : undefined;
      const isSelected = id !== undefined && selection.ids.has(id);
      const isOpen = id !== undefined && id === search.file;
      return { index, item, isSelected, isOpen, isActive: index === active, rowPixels, events };
    },
  };
  const isDrawn = active >= first && active < end;
  const gridProps = {
    role: 'grid' as const,
    tabIndex: 0,
    onKeyDown: press,
    'aria-label': listing.directory === '' ? texts.foldersOfPanel : texts.filesOf(listing.directory),
    'aria-activedescendant': isDrawn ? itemId(active) : undefined,
    'aria-multiselectable': true,
  };
  return (
    <>
      <div ref={ref} className={long.scroller} data-testid="file-scroller">
        {view === 'grid' ? (
          <FileGrid items={items} gridProps={gridProps} />
        ) : (
          <FileTable
            items={items}
            gridProps={gridProps}
            search={search}
            total={total}
            selected={selection.ids.size}
            onSort={next => onSearch({ sort: undefined, order: undefined, ...next }, true)}
            onSelectAll={() => (selection.ids.size > 0 ? selection.clear() : void selectAll())}
          />
        )}
      </div>
      <p className={classes.summary}>
        <span>{texts.summary(folders.length, total)}</span>
        <span className={classes.keys}>{texts.keys}</span>
      </p>
    </>
  );
}

/** Functions that never change, and do what the latest ones do. */
function useStableEvents(events: ItemEvents): ItemEvents {
  const latest = useRef(events);
  useLayoutEffect(() => {
    latest.current = events;
  });
  return useMemo(
    () => ({
      onClick: (index, event) => latest.current.onClick(index, event),
      onOpen: index => latest.current.onOpen(index),
      onToggle: index => latest.current.onToggle(index),
      onDragStart: (index, event) => latest.current.onDragStart(index, event),
    }),
    [],
  );
}
