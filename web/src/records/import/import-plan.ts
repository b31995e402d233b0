/** How the rows of a file become records: which column is which field, and of which type. Pure. */

import { isUuid } from '../../look/address.ts';
import { importPlan as texts } from '../../texts/records.ts';
import { type CellType, convertCell, guessType } from '../column-types.ts';
import type { Cell, Encoding, Separator } from '../csv-parser.ts';
import type { JsonItem } from '../json-items.ts';

export interface PlannedColumn {
  /** In the file, from 0. */
  index: number;
  /** In the first line of the file. */
  header: string;
  use: 'field' | 'key' | 'skip';
  field: string;
  type: CellType;
}

export type ImportPlan =
  | { kind: 'csv'; separator: Separator; encoding: Encoding; columns: readonly PlannedColumn[] }
  | { kind: 'json'; encoding: Encoding };

/** A row that was read. Refused rows keep what the file had, for the report. */
export interface PlannedRow {
  /** The number of the row in the file, from 1, without the header. */
  number: number;
  key: string;
  data: Record<string, unknown>;
  source: RowSource;
}

/** The cells of a row of CSV, or the text of an item of JSON. */
export type RowSource = readonly Cell[] | string;

export interface RefusedRow {
  number: number;
  message: string;
  source: RowSource;
}

/** What an export adds to the fields of a record. */
const TIMES = ['created', 'updated'];

/** A first plan, from the first rows: an export of this page is understood as it is. */
export function planColumns(header: readonly Cell[], rows: readonly (readonly Cell[])[]): PlannedColumn[] {
  const hasKeys = header.some((name, index) => name === 'key' && isKeyColumn(rows.map(row => row[index])));
  const names = new Set<string>();
  return header.map((cell, index) => {
    const name = (cell ?? '').trim();
    const cells = rows.map(row => row[index]);
    const isKey = name === 'key' && hasKeys && isKeyColumn(cells);
    const isTime = hasKeys && TIMES.includes(name);
    const isUsable = name !== '' && !names.has(name);
    names.add(name);
    return {
      index,
      header: name,
      use: isKey ? 'key' : isTime || !isUsable ? 'skip' : 'field',
      field: name.replace(/^data\.(?=key$|created$|updated$)/, ''),
      type: guessType(cells),
    };
  });
}

function isKeyColumn(cells: readonly Cell[]): boolean {
  const filled = cells.filter(cell => cell !== undefined);
  return filled.length > 0 && filled.some(isUuid);
}

/** Why a plan can not be carried out, or undefined when it can. */
export function planProblem(columns: readonly PlannedColumn[]): string | undefined {
  const fields = columns.filter(({ use }) => use === 'field').map(({ field }) => field);
  if (columns.filter(({ use }) => use === 'key').length > 1) return texts.oneKey;
  if (fields.length === 0) return texts.noField;
  if (fields.some(field => field.trim() === '')) return texts.unnamed;
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  return twice === undefined ? undefined : texts.twice(twice);
}

type NewKey = () => string;

export function readCsvRow(
  columns: readonly PlannedColumn[],
  cells: readonly Cell[],
  number: number,
  newKey: NewKey,
): PlannedRow | RefusedRow {
  const data = new Map<string, unknown>();
  let key: string | undefined;
  for (const { index, use, field, type } of columns) {
    const cell = cells[index];
    if (use === 'skip' || cell === undefined) continue;
    if (use === 'key') {
      key = cell.trim();
      continue;
    }
    const converted = convertCell(type, cell);
    if ('problem' in converted) return { number, message: texts.cell(field, converted.problem), source: cells };
    data.set(field, converted.value);
  }
  if (cells.length > columns.length) {
    return { number, message: texts.tooManyCells(cells.length, columns.length), source: cells };
  }
  return { number, key: key ?? newKey(), data: Object.fromEntries(data), source: cells };
}

/** An item is a record as the API and an export have it, or the data of a new one. */
export function readJsonItem(item: JsonItem, number: number, newKey: NewKey): PlannedRow | RefusedRow {
  const refuse = (message: string): RefusedRow => ({ number, message, source: item.text });
  if ('problem' in item) return refuse(texts.notJson);
  if (!isObject(item.value)) return refuse(texts.notObject);
  const { key, data } = item.value;
  if (isObject(data) && (typeof key === 'string' || Object.keys(item.value).length === 1)) {
    return { number, key: typeof key === 'string' ? key : newKey(), data, source: item.text };
  }
  return { number, key: newKey(), data: item.value, source: item.text };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Makes keys that sort as they are made (UUIDs of version 7), so that records of one import keep their order. The
 * service knows a row by its key: a batch that is sent again creates nothing twice.
 */
export function createKeys(now: () => number, random: (bytes: number) => Uint8Array): NewKey {
  let last = 0;
  let count = 0;
  return () => {
    const time = now();
    count = time > last ? 0 : count + 1;
    last = Math.max(last, time);
    if (count > 0xfff) {
      last += 1;
      count = 0;
    }
    const hex = Array.from(random(8), byte => byte.toString(16).padStart(2, '0')).join('');
    const variant = ((Number.parseInt(hex.charAt(0), 16) & 0x3) | 0x8).toString(16);
    const stamp = last.toString(16).padStart(12, '0');
    return [
      stamp.slice(0, 8),
      stamp.slice(8),
      `7${count.toString(16).padStart(3, '0')}`,
      `${variant}${hex.slice(1, 4)}`,
      hex.slice(4).padEnd(12, '0'),
    ].join('-');
  };
}
