/** What the list and the grid draw, and what a row or a cell needs, so that scrolling draws again only what has changed. */
import type { DragEvent, KeyboardEvent, MouseEvent } from 'react';
import type { Item } from './use-file-list.ts';

/** These stay the same functions as long as the list is shown. */
export interface ItemEvents {
  onClick(index: number, event: MouseEvent): void;
  onOpen(index: number): void;
  onToggle(index: number): void;
  onDragStart(index: number, event: DragEvent): void;
}

export interface ItemProps {
  index: number;
  item: Item;
  isSelected: boolean;
  /** Whether its details are shown. */
  isOpen: boolean;
  /** Whether it is the one that keys act on. */
  isActive: boolean;
  rowPixels: number;
  events: ItemEvents;
}

export interface ItemsView {
  propsOf(index: number): ItemProps;
  indexes: readonly number[];
  totalPixels: number;
  rowPixels: number;
  columns: number;
  count: number;
}

/** Rows and cells are chosen with keys, which makes the table a grid. */
export interface GridProps {
  role: 'grid';
  tabIndex: number;
  onKeyDown(event: KeyboardEvent): void;
  'aria-label': string;
  'aria-activedescendant': string | undefined;
  'aria-multiselectable': boolean;
}

export function isSameItem(before: ItemProps, after: ItemProps): boolean {
  return (
    before.index === after.index &&
    contentOf(before.item) === contentOf(after.item) &&
    before.isSelected === after.isSelected &&
    before.isOpen === after.isOpen &&
    before.isActive === after.isActive &&
    before.rowPixels === after.rowPixels &&
    before.events === after.events
  );
}

function contentOf(item: Item): unknown {
  if ('file' in item) return item.file;
  return 'folder' in item ? item.folder : undefined;
}

export function itemId(index: number): string {
  return `file-item-${index}`;
}

/** For the element of the item. Its keys are those of the grid. */
export function elementProps({ index, item, isSelected, isOpen, isActive, events }: ItemProps) {
  return {
    id: itemId(index),
    'aria-selected': isSelected,
    'data-selected': isSelected || undefined,
    'data-open': isOpen || undefined,
    'data-active': isActive || undefined,
    draggable: 'file' in item,
    onClick: (event: MouseEvent) => events.onClick(index, event),
    onDoubleClick: () => events.onOpen(index),
    onDragStart: (event: DragEvent) => events.onDragStart(index, event),
  };
}
