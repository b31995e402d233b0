/** What a loop reads its items from, one window after the other, instead of taking a list. */

export interface ItemCursor {
  /**
   * Reads the items from a position on: at most so many, and fewer when they are large. There is always one, unless the
   * source is at its end. Throws a StepError when the first one can not be read; before any other, the window ends.
   */
  read(position: ItemPosition, most: number): Promise<ItemWindow>;
}

/** Where the next item is. */
export interface ItemPosition {
  /** In bytes. */
  offset: number;
  /** Counts from 1. */
  line: number;
}

export const BEGINNING: ItemPosition = { offset: 0, line: 1 };

export interface ItemWindow {
  items: unknown[];
  /** The line of each item. */
  lines: number[];
  /** Where the item after the last one is. */
  next: ItemPosition;
}
