/**
 * The rows that a field shows for its value. They hold what the value can not: which row is which, and names that are
 * empty or given twice until they are mended. PURE.
 */
export interface Row {
  readonly id: number;
}

export interface RowKind<R extends Row, Value = unknown> {
  read(value: Value): readonly R[];
  /** Returns the value that the rows stand for. What rows do not hold stays as it was before. */
  write(rows: readonly R[], before: Value): Value;
}

/** Returns the rows if they stand for the value, and other ones if it was changed elsewhere, for example by undo. */
export function fitRows<R extends Row, Value>(
  rows: readonly R[],
  value: Value,
  { read, write }: RowKind<R, Value>,
): readonly R[] {
  const fresh = read(value);
  return JSON.stringify(write(rows, value)) === JSON.stringify(write(fresh, value)) ? rows : fresh;
}

export function nextId(rows: readonly Row[]): number {
  return Math.max(-1, ...rows.map(({ id }) => id)) + 1;
}

export function changeRow<R extends Row>(rows: readonly R[], id: number, change: (row: R) => Partial<R>): R[] {
  return rows.map(row => (row.id === id ? { ...row, ...change(row) } : row));
}

export function removeRow<R extends Row>(rows: readonly R[], id: number): R[] {
  return rows.filter(row => row.id !== id);
}
