/**
 * Reads the items of a loop page by page from something that may change meanwhile. They are in the order of a key, and each
 * page begins behind the key of the item before it: what is added or deleted neither repeats another item nor skips it.
 */

import { fixedLimits } from '../../../configuration/limits.ts';
import { ApiError } from '../../../errors.ts';
import { ResultTooLarge, StepError } from '../../../nodes/step.ts';
import type { ItemCursor, ItemPosition, ItemWindow } from './item-cursor.ts';

export interface KeyedItem {
  item: unknown;
  key: string;
}

/** Returns at most so many items behind a key, or the first ones. Throws when they are too large together. */
export type ReadPage = (after: string | null, most: number) => Promise<KeyedItem[]>;

export function keyedItems(readPage: ReadPage): ItemCursor {
  /** So many large items fit into a window, perhaps. */
  let fitting = Number.POSITIVE_INFINITY;

  async function readFitting(after: string | null, most: number): Promise<KeyedItem[]> {
    for (;;) {
      const asked = Math.min(most, fitting);
      try {
        return await readPage(after, asked);
      } catch (error) {
        if (asked === 1 || !isTooLarge(error)) throw error;
        fitting = Math.floor(asked / 2);
      }
    }
  }

  async function read(position: ItemPosition | null, most: number): Promise<ItemWindow> {
    const after = position && 'after' in position ? position.after : null;
    const page = await readFitting(after, most);
    const window: ItemWindow = { items: [], places: [], next: position };
    let characters = 0;
    for (const { item, key } of page) {
      if (characters >= fixedLimits.itemSource.window.bytes) break;
      characters += JSON.stringify(item).length;
      window.items.push(item);
      window.places.push({ key });
      window.next = { after: key };
    }
    fitting = window.items.length < page.length ? window.items.length + 1 : 2 * fitting;
    return window;
  }
  return { changes: true, read };
}

function isTooLarge(error: unknown): boolean {
  if (!(error instanceof StepError)) return false;
  const { cause } = error;
  return error instanceof ResultTooLarge || (cause instanceof ApiError && cause.code === 'records_too_large');
}
