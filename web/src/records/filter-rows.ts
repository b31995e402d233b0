/** The rows of the filter builder, and the filters of the API that they write. Pure. */

import type { Operator } from '../../../src/query/query-body.ts';
import { isUuid } from '../look/address.ts';
import * as words from '../texts/common.ts';
import { filterRows as texts } from '../texts/records.ts';
import type { Column } from './columns.ts';
import { type Filter, isFilter, OPERATORS } from './search.ts';

export const VALUE_TYPES = ['text', 'number', 'boolean', 'empty', 'json', 'time', 'key'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

export interface FilterRow {
  field: string;
  operator: Operator;
  type: ValueType;
  /** As it was typed. The values of a list stand in one line each. */
  text: string;
}

const EQUALITY: readonly Operator[] = ['==', '!=', 'in', 'not_in'];
const ORDERED: readonly Operator[] = [...EQUALITY, '<', '<=', '>', '>='];

/** The operators that the API has for a field. */
export function operatorsOf(field: string): readonly Operator[] {
  if (field === 'key') return EQUALITY;
  return isTime(field) ? ORDERED : OPERATORS;
}

/** The types of values that make sense for a field and an operator. */
export function typesOf(field: string, operator: Operator): readonly ValueType[] {
  if (field === 'key') return ['key'];
  if (isTime(field)) return ['time'];
  if (operator === 'regex') return ['text'];
  if (['<', '<=', '>', '>='].includes(operator)) return ['text', 'number'];
  if (isList(operator) || operator === 'contains') return ['text', 'number', 'boolean', 'json'];
  return ['text', 'number', 'boolean', 'empty', 'json'];
}

export function isList(operator: Operator): boolean {
  return operator === 'in' || operator === 'not_in';
}

export function isTime(field: string): boolean {
  return field === 'created' || field === 'updated';
}

/** A row for a field, with the type of the values that are in its column. */
export function newRow(field: string, columns: readonly Column[]): FilterRow {
  return fitRow({ field, operator: isTime(field) ? '>=' : '==', type: typeOfField(field, columns), text: '' });
}

/** Another field may have other operators and values. */
export function changeField(row: FilterRow, field: string, columns: readonly Column[]): FilterRow {
  return fitRow({ ...row, field, type: typeOfField(field, columns) });
}

/** Takes the nearest operator and type where those of the row do not apply. */
export function fitRow(row: FilterRow): FilterRow {
  const operators = operatorsOf(row.field);
  const operator = operators.includes(row.operator) ? row.operator : '==';
  const types = typesOf(row.field, operator);
  return { ...row, operator, type: types.includes(row.type) ? row.type : (types[0] ?? 'text') };
}

function typeOfField(field: string, columns: readonly Column[]): ValueType {
  if (field === 'key') return 'key';
  if (isTime(field)) return 'time';
  const kind = columns.find(({ name }) => `data.${name}` === field)?.kind;
  return kind === 'number' || kind === 'boolean' || kind === 'json' ? kind : 'text';
}

export function toRow([field, operator, value]: Filter): FilterRow {
  if (isList(operator) && Array.isArray(value)) {
    const types = new Set(value.map(each => typeOfValue(field, each)));
    const [type = typeOfValue(field, '')] = types;
    const isMixed = types.size > 1 || type === 'empty' || type === 'json' || value.some(hasLineBreak);
    if (isMixed) return { field, operator, type: 'json', text: value.map(each => JSON.stringify(each)).join('\n') };
    return { field, operator, type, text: value.map(each => writeValue(type, each)).join('\n') };
  }
  const type = typeOfValue(field, value);
  return { field, operator, type, text: writeValue(type, value) };
}

function hasLineBreak(value: unknown): boolean {
  return typeof value === 'string' && /[\r\n]/.test(value);
}

function typeOfValue(field: string, value: unknown): ValueType {
  if (field === 'key' && isUuid(value)) return 'key';
  if (isTime(field) && typeof value === 'number') return 'time';
  if (value === null) return 'empty';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'json';
}

function writeValue(type: ValueType, value: unknown): string {
  if (type === 'empty') return '';
  if (type === 'time') return toLocalTime(Number(value));
  return type === 'json' ? JSON.stringify(value) : String(value);
}

export type Read<Value> = { value: Value } | { problem: string };

export function readRow({ field, operator, type, text }: FilterRow): Read<Filter> {
  if (!isFilter([field, operator, null])) return { problem: texts.field };
  if (!isList(operator)) {
    const read = readValue(type, text);
    return 'problem' in read ? read : { value: [field, operator, read.value] };
  }
  const lines = text.split(/\r?\n/).filter(line => line.trim() !== '');
  const values: unknown[] = [];
  for (const line of lines) {
    const read = readValue(type, line);
    if ('problem' in read) return read;
    values.push(read.value);
  }
  return values.length === 0 ? { problem: texts.list } : { value: [field, operator, values] };
}

function readValue(type: ValueType, text: string): Read<unknown> {
  switch (type) {
    case 'text':
      return { value: text };
    case 'empty':
      return { value: null };
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text))
        ? { value: Number(text) }
        : { problem: words.enterANumber };
    case 'boolean':
      return text === 'true' || text === 'false' ? { value: text === 'true' } : { problem: texts.boolean };
    case 'time': {
      const time = readLocalTime(text);
      return time === undefined ? { problem: texts.time } : { value: time };
    }
    case 'key':
      return isUuid(text.trim()) ? { value: text.trim() } : { problem: texts.key };
    case 'json':
      try {
        return { value: JSON.parse(text) };
      } catch {
        return { problem: words.notJson };
      }
  }
}

export function readRows(rows: readonly FilterRow[]): { filters: Filter[]; problems: (string | undefined)[] } {
  const read = rows.map(readRow);
  return {
    filters: read.flatMap(each => ('value' in each ? [each.value] : [])),
    problems: read.map(each => ('problem' in each ? each.problem : undefined)),
  };
}

/** As the browser's field for dates and times has it, in the time zone of the browser. */
export function toLocalTime(time: number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(time - date.getTimezoneOffset() * 60_000);
  return local
    .toISOString()
    .slice(0, 23)
    .replace(/\.000$/, '')
    .replace(/:00$/, '');
}

function readLocalTime(text: string): number | undefined {
  const time = text.trim() === '' ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(time) ? undefined : time;
}
