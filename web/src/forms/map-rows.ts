/** The rows of a map while it is edited. Names that are empty or given twice are kept until they are mended. */
import * as texts from '../texts/forms.ts';
import { isRecord } from './json-schema.ts';
import { nextId, type Row, type RowKind } from './rows.ts';

export interface MapRow extends Row {
  readonly name: string;
  readonly value: unknown;
}

export function toRows(value: unknown): MapRow[] {
  return isRecord(value) ? Object.entries(value).map(([name, inner], id) => ({ id, name, value: inner })) : [];
}

/** Rows without a name are left out, and of rows with the same name the last one counts. */
export function fromRows(rows: readonly MapRow[]): Record<string, unknown> | undefined {
  const named = rows.filter(({ name }) => name !== '');
  return named.length === 0 ? undefined : Object.fromEntries(named.map(({ name, value }) => [name, value]));
}

export const MAP_ROWS: RowKind<MapRow> = { read: toRows, write: fromRows };

export function addRow(
  rows: readonly MapRow[],
  row: { name: string; value: unknown } = { name: '', value: '' },
): MapRow[] {
  return [...rows, { id: nextId(rows), ...row }];
}

/** What is wrong with the name of a row, if anything. */
export function nameProblem(rows: readonly MapRow[], { id, name, value }: MapRow): string | undefined {
  if (name === '') return value === '' || value === undefined ? undefined : texts.nameNeeded;
  return rows.some(row => row.id !== id && row.name === name) ? texts.nameThereTwice : undefined;
}
