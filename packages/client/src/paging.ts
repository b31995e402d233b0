/** Goes through long lists page by page. */

const PAGE_ITEMS = 100;

interface Page {
  limit_from: number;
  limit_to: number;
}

/** The same page for the calls that take the number of items instead of the end. */
export function toSkip({ limit_from, limit_to }: Page): { skip: number; limit: number } {
  return { skip: limit_from, limit: limit_to - limit_from };
}

/**
 * Yields all items. Pages are asked for as they are needed, so leaving the loop early saves the rest. When something new
 * comes in at the top meanwhile, the items move on by one place: those that the page before has had are left out.
 */
export async function* eachItem<Item>(
  readPage: (page: Page) => Promise<readonly Item[]>,
  idOf: (item: Item) => string,
  pageItems: number = PAGE_ITEMS,
): AsyncGenerator<Item, void, void> {
  let before = new Set<string>();
  for (let from = 0; ; from += pageItems) {
    const items = await readPage({ limit_from: from, limit_to: from + pageItems });
    for (const item of items) if (!before.has(idOf(item))) yield item;
    if (items.length < pageItems) return;
    before = new Set(items.map(idOf));
  }
}
