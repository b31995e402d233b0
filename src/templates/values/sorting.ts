import type { Budget } from '../budget.ts';
import { compare } from './comparison.ts';
import type { Value } from './values.ts';

/** Python's `sorted`: stable, also backwards, by nothing but `<` between the keys. */
export function sortValues(
  items: readonly Value[],
  keyOf: (item: Value) => Value,
  reverse: boolean,
  budget: Budget,
): Value[] {
  budget.allocate(items.length * 2);
  const keyed = items.map(item => ({ item, key: keyOf(item) }));
  if (keyed.length === 1) return [...items];
  keyed.sort((left, right) => {
    const order = compare('<', left.key, right.key, budget);
    return reverse ? -order : order;
  });
  return keyed.map(entry => entry.item);
}
