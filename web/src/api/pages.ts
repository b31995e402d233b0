/** Joins pages that were read one after the other. What moved down meanwhile, because something came before it, is in two of them. */
export function joinPages<Item>(pages: readonly (readonly Item[])[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(pages.flat().map(item => [keyOf(item), item])).values()];
}
