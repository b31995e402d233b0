/** Converts tables between cells and JSON. */
import { BadInput } from '../contract/bad-input.ts';
import { toolLimits } from '../contract/tool-limits.ts';

export type TableRow = Record<string, unknown> | unknown[];

export interface ReadTable {
  rows: TableRow[];
  count: number;
  columns: string[];
}

export interface TableSlice {
  header: boolean;
  offset: number;
  /** Without a limit, all rows are read, and too many are an error. */
  limit: number | undefined;
}

/** Returns how many lines to read: one more than requested, to find out whether there are more. */
export function linesToRead({ header, offset, limit = toolLimits.rows }: TableSlice): number {
  return (header ? 1 : 0) + offset + limit + 1;
}

export function toTable(lines: readonly (readonly unknown[])[], slice: TableSlice): ReadTable {
  const { header, offset, limit } = slice;
  const body = lines.slice((header ? 1 : 0) + offset, limit === undefined ? undefined : linesToRead(slice) - 1);
  if (body.length > toolLimits.rows) throw tooManyRows();
  const width = lines.reduce((max, line) => Math.max(max, line.length), 0);
  if (width > toolLimits.columns) throw tooManyColumns();
  if (!header) return { rows: body.map(line => [...line]), count: body.length, columns: [] };
  const columns = columnNames(lines[0] ?? [], width);
  const rows = body.map(line => Object.fromEntries(columns.map((name, at) => [name, line[at] ?? null])));
  return { rows, count: rows.length, columns };
}

/** Gives each column a unique name. */
export function columnNames(header: readonly unknown[], width: number): string[] {
  const used = new Set<string>();
  return Array.from({ length: width }, (_, at) => {
    const title = String(header[at] ?? '').trim();
    const base = title === '' ? `column_${at + 1}` : title;
    let name = base;
    for (let number = 2; used.has(name); number++) name = `${base}_${number}`;
    used.add(name);
    return name;
  });
}

/** Returns the cells of rows, which are objects or lists, and the names of their columns. */
export function toCells(rows: readonly TableRow[], columns: readonly string[] | undefined) {
  const names = columns ?? collectKeys(rows);
  if (names.length > toolLimits.columns) throw tooManyColumns();
  const lines = rows.map(row =>
    Array.isArray(row) ? row : names.map(name => (Object.hasOwn(row, name) ? row[name] : null)),
  );
  return { names, lines };
}

function collectKeys(rows: readonly TableRow[]): string[] {
  const keys = new Set<string>();
  for (const row of rows) {
    if (!Array.isArray(row)) for (const key of Object.keys(row)) keys.add(key);
    if (keys.size > toolLimits.columns) break;
  }
  return [...keys];
}

/** A cell of a file can hold a text, a number or a boolean. Other values become JSON. */
export function toPlainCell(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}

function tooManyColumns(): BadInput {
  return new BadInput(`A table can have at most ${toolLimits.columns} columns`);
}

function tooManyRows(): BadInput {
  const max = toolLimits.rows.toLocaleString('en');
  return new BadInput(`The table has more than ${max} rows: read it in parts, with 'offset' and 'limit'`);
}
