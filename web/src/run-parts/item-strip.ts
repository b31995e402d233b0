/** The items of a loop as a short row of squares. PURE. */
import type { ItemState, LoopItem } from './loop-items.ts';

const MOST_SQUARES = 20;
/** Of several items in one square, the state that somebody must know of first. */
const WORST_FIRST: readonly ItemState[] = ['failed', 'running', 'waiting', 'pending', 'success', 'skipped'];

/** Returns one state for each item, or, of many items, the worst among neighbours. */
export function itemStrip(items: readonly Pick<LoopItem, 'state'>[]): ItemState[] {
  const length = Math.min(items.length, MOST_SQUARES);
  return Array.from({ length }, (_, square) => {
    const from = Math.floor((square * items.length) / length);
    const to = Math.floor(((square + 1) * items.length) / length);
    const states = new Set(items.slice(from, to).map(({ state }) => state));
    return WORST_FIRST.find(state => states.has(state)) ?? 'pending';
  });
}
