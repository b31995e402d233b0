/** What the address of the page of records says: the collection, the filters, the order, and the open record. Pure. */

import type { Operator } from '../../../src/query/query-body.ts';
import { isUuid, readText } from '../look/address.ts';

/** As the API has it: `[field, operator, value]`. */
export type Filter = readonly [field: string, operator: Operator, value: unknown];

export interface RecordsSearch {
  collection?: string;
  /** All of them must match. */
  filters?: readonly Filter[];
  /** A field of the API: `created`, `updated`, `key` or `data.<path>`. Without it, the newest come first. */
  sort?: string;
  order?: 'descending';
  /** The key of the record that is open, or `new`. */
  record?: string;
}

export const NEW_RECORD = 'new';
export const OPERATORS = ['==', '!=', '<', '<=', '>', '>=', 'in', 'not_in', 'contains', 'regex'] as const;
export const MOST_FILTERS = 100;
const COLLECTION_CHARACTERS = 100;
const FIELD_CHARACTERS = 500;

/** Reads an address that anybody may have typed: what it does not know is left out. */
export function readRecordsSearch(raw: Record<string, unknown>): RecordsSearch {
  const collection = readText(raw.collection, COLLECTION_CHARACTERS);
  const filters = Array.isArray(raw.filters) ? raw.filters.filter(isFilter).slice(0, MOST_FILTERS) : [];
  const sort = isField(raw.sort) ? raw.sort : undefined;
  const record = readText(raw.record);
  return {
    ...(collection !== '' && { collection }),
    ...(filters.length > 0 && { filters }),
    ...(sort !== undefined && { sort }),
    ...(sort !== undefined && raw.order === 'descending' && { order: 'descending' as const }),
    ...((record === NEW_RECORD || isUuid(record)) && { record }),
  };
}

export type SearchChanges = { [Key in keyof RecordsSearch]?: RecordsSearch[Key] | undefined };

/** Applies changes, of which undefined takes something away. */
export function changeSearch(search: RecordsSearch, changes: SearchChanges): RecordsSearch {
  return readRecordsSearch({ ...search, ...changes });
}

/** Another collection has other fields, so only the collection itself stays in the address. */
export function openCollection(collection: string): RecordsSearch {
  return readRecordsSearch({ collection });
}

/** A click on a head sorts upwards, the next one downwards, and the third restores the usual order. */
export function toggleSort(search: RecordsSearch, field: string): RecordsSearch {
  if (search.sort !== field) return changeSearch(search, { sort: field, order: undefined });
  if (search.order !== 'descending') return changeSearch(search, { order: 'descending' });
  return changeSearch(search, { sort: undefined, order: undefined });
}

export interface RecordParams {
  filters?: Filter[];
  sort_key?: string;
  sort_order?: 1 | -1;
}

/** The `params` of the API. */
export function toParams({ filters, sort, order }: RecordsSearch): RecordParams {
  return {
    ...(filters && { filters: [...filters] }),
    ...(sort !== undefined && { sort_key: sort, sort_order: order === 'descending' ? -1 : 1 }),
  };
}

export function isFilter(value: unknown): value is Filter {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [field, operator] = value;
  return isField(field) && OPERATORS.some(each => each === operator);
}

function isField(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= FIELD_CHARACTERS &&
    (['key', 'created', 'updated', 'data'].includes(value) || /^data(\.[^.]+)+$/s.test(value))
  );
}
