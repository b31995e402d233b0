/**
 * What a containment index (GIN, `jsonb_path_ops`) can do for equality inside JSON, which no index serves by itself.
 *
 * From `a.b == 1` and `c == 2` follows that the column contains `{"a": {"b": 1}, "c": 2}`. Asked for beside the
 * equalities, this finds nothing more and nothing less, but finds it in the index.
 */
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Field } from './fields.ts';
import type { Operator } from './query-body.ts';

type Condition = Expression<SqlBool>;

export interface Filter {
  field: Field;
  operator: Operator;
  value: unknown;
}

/** Each value of a list is a search by itself. Of more, PostgreSQL expects so many rows that it goes through all. */
const SEARCHES = 20;
/** Of several lists it would expect too few. */
const LISTS = 3;

/**
 * Whether the index can tell where a filter holds: which of these values is there. Not so of arrays and objects: to
 * see whether one contains the other takes the product of their lengths, and empty ones are not in the index.
 */
export function isIndexed({ field, operator, value }: Filter): boolean {
  if (field.type !== 'json' || !field.containmentIndex) return false;
  if (field.path.length === 0 || field.path.some(isArrayIndex)) return false;
  if (operator === '==') return isScalar(value);
  if (operator !== 'in' || !Array.isArray(value)) return false;
  return value.length > 0 && value.length <= SEARCHES && value.every(isScalar);
}

/**
 * Filters of which that is true, as conditions that make use of it.
 *
 * How many rows contain something PostgreSQL sees in its sample of the column; of equality inside JSON it knows
 * nothing, and takes each to leave one row of 200. Taken by its word it would search the index, fetch and sort all
 * that is found where a page of the newest is soon full: for a value in a fiftieth of a million rows, 300 ms instead
 * of 15, and a minute for a hundred filters that most rows meet. So the equalities are behind `coalesce`, which it
 * takes to leave one half, and all that is to be contained is one condition, which it can look at as a whole.
 */
export function indexedConditions(filters: readonly (Filter & { condition: Condition })[]): Condition[] {
  if (filters.length === 0) return [];
  const equalities = sql.join(
    filters.map(({ condition }) => condition),
    sql` and `,
  );
  return [sql`coalesce(${equalities}, false)`, ...containedValues(filters), ...containedLists(filters).slice(0, LISTS)];
}

function containedValues(filters: readonly Filter[]): Condition[] {
  const documents = new Map<Expression<unknown>, Document>();
  for (const { field, operator, value } of filters) {
    if (field.type !== 'json' || operator !== '==') continue;
    const document = documents.get(field.column) ?? emptyDocument();
    documents.set(field.column, document);
    place(document, field.path, value);
  }
  return [...documents].map(([column, document]) => contains(column, document));
}

function containedLists(filters: readonly Filter[]): Condition[] {
  return filters.flatMap(({ field, operator, value }) => {
    if (field.type !== 'json' || operator !== 'in' || !Array.isArray(value)) return [];
    const searches = value.map(element => {
      const document = emptyDocument();
      place(document, field.path, element);
      return contains(field.column, document);
    });
    return [sql<SqlBool>`(${sql.join(searches, sql` or `)})`];
  });
}

type Document = { [key: string]: unknown };

/** Without a prototype, every key of a client's path is a key like others. */
function emptyDocument(): Document {
  return Object.create(null);
}

/** Where something stands in the way, this says less than it could, which is as true: a field can not be both. */
function place(document: Document, [key = '', ...path]: readonly string[], value: unknown): void {
  if (path.length === 0) {
    document[key] ??= value;
    return;
  }
  document[key] ??= emptyDocument();
  const inner = document[key];
  if (isDocument(inner)) place(inner, path, value);
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object';
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null;
}

function contains(column: Expression<unknown>, document: Document): Condition {
  return sql`${column} @> ${JSON.stringify(document)}::jsonb`;
}

/** As PostgreSQL reads one, or more generously: what stands in an array is not contained in an object. */
function isArrayIndex(key: string): boolean {
  return /^\s*[+-]?\d+$/.test(key);
}
