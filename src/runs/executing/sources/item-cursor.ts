/** What a loop reads its items from, one window after the other, instead of taking a list. */

export interface ItemCursor {
  /** Whether the source may have other items when it is read again. Then those of a window are saved before they begin. */
  readonly changes: boolean;
  /**
   * Reads the items from a position on, or from the beginning: at most so many, and fewer when they are large. There is
   * always one, unless the source is at its end. Throws a StepError when the first one can not be read; before any other,
   * the window ends.
   */
  read(position: ItemPosition | null, most: number): Promise<ItemWindow>;
}

/** Where the next item is. */
export type ItemPosition = FilePosition | KeyPosition;

export interface FilePosition {
  /** In bytes. */
  offset: number;
  /** Counts from 1. */
  line: number;
}

export interface KeyPosition {
  /** The key of the item before. */
  after: string;
}

/** What tells people which item it is. */
export type ItemPlace = { line: number } | { key: string };

export interface ItemWindow {
  items: unknown[];
  /** The place of each item. */
  places: ItemPlace[];
  /** Where the item after the last one is. */
  next: ItemPosition | null;
}
