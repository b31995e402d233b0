/** The entries of a list while it is edited. PURE. */
import type { Row, RowKind } from './rows.ts';

export interface Entry extends Row {
  readonly value: unknown;
}

export const ENTRIES: RowKind<Entry> = {
  read: value => (Array.isArray(value) ? value.map((each, id) => ({ id, value: each })) : []),
  write: entries => (entries.length === 0 ? undefined : entries.map(({ value }) => value)),
};

/** Exchanges an entry with the one after it, or with the one before it. */
export function moveEntry(entries: readonly Entry[], id: number, by: 1 | -1): readonly Entry[] {
  const from = entries.findIndex(entry => entry.id === id);
  const [moved, other] = [entries[from], entries[from + by]];
  return moved && other ? entries.with(from, other).with(from + by, moved) : entries;
}
