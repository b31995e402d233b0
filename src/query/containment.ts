/**
 * Uses a containment index (GIN, `jsonb_path_ops`) for equality inside JSON, for which there is no index of its own.
 *
 * `a.b == 1` and `c == 2` imply that the column contains `{"a": {"b": 1}, "c": 2}`. Adding this condition to the
 * equalities does not change the result, but lets PostgreSQL find it in the index.
 */
import { type Expression, type SqlBool, sql } from 'kysely';
import { jsonb, toStorableJson } from '../platform/postgres/storable-text.ts';
import type { Field } from './fields.ts';
import type { Operator } from './query-body.ts';

type Condition = Expression<SqlBool>;

interface Filter {
  field: Field;
  operator: Operator;
  value: unknown;
}

/**
 * Each value of a list is a separate search. For more values, PostgreSQL would estimate so many rows that it scans the
 * whole table.
 */
const MAX_SEARCHES = 20;
/** For more lists, PostgreSQL would estimate too few rows. */
const MAX_LISTS = 3;

/**
 * Whether the index can find the rows that match a filter. It can not for arrays and objects: comparing two of them
 * takes the product of their lengths, and empty ones are not in the index.
 */
export function isIndexed({ field, operator, value }: Filter): boolean {
  if (field.type !== 'json' || !field.containmentIndex) return false;
  if (field.path.length === 0 || field.path.some(isArrayIndex)) return false;
  if (operator === '==') return isScalar(value);
  if (operator !== 'in' || !Array.isArray(value)) return false;
  return value.length > 0 && value.length <= MAX_SEARCHES && value.every(isScalar);
}

/**
 * Compiles indexed filters to conditions that use the index.
 *
 * PostgreSQL estimates from its sample of the column how many rows contain a document. About equality inside JSON it
 * knows nothing, and assumes that each filter leaves one row in 200. With that estimate it would search the index, and
 * fetch and sort all matches, even where reading the newest rows fills a page sooner: for a value in a fiftieth of a
 * million rows this took 300 ms instead of 15, and for a hundred filters that most rows match it took a minute.
 * Therefore the equalities are inside `coalesce`, which PostgreSQL assumes to leave half of the rows, and all contained
 * values are in one condition, which it can estimate as a whole.
 */
export function indexedConditions(filters: readonly (Filter & { condition: Condition })[]): Condition[] {
  if (filters.length === 0) return [];
  const equalities = sql.join(
    filters.map(({ condition }) => condition),
    sql` and `,
  );
  return [
    sql`coalesce(${equalities}, false)`,
    ...containedValues(filters),
    ...containedLists(filters).slice(0, MAX_LISTS),
  ];
}

function containedValues(filters: readonly Filter[]): Condition[] {
  const documents = new Map<Expression<unknown>, Document>();
  for (const { field, operator, value } of filters) {
    if (field.type !== 'json' || operator !== '==') continue;
    const document = documents.get(field.column) ?? emptyDocument();
    documents.set(field.column, document);
    insertAt(document, field.path, value);
  }
  return [...documents].map(([column, document]) => contains(column, document));
}

function containedLists(filters: readonly Filter[]): Condition[] {
  return filters.flatMap(({ field, operator, value }) => {
    if (field.type !== 'json' || operator !== 'in' || !Array.isArray(value)) return [];
    const searches = value.map(element => {
      const document = emptyDocument();
      insertAt(document, field.path, element);
      return contains(field.column, document);
    });
    return [sql<SqlBool>`(${sql.join(searches, sql` or `)})`];
  });
}

type Document = { [key: string]: unknown };

/** Without a prototype, `__proto__` in a client's path is a key like any other. */
function emptyDocument(): Document {
  return Object.create(null);
}

/**
 * Leaves the value out when it contradicts one that is there already. The document then implies less than the filters
 * do, but the equalities still reject every row, because a field can not have two values.
 */
function insertAt(document: Document, [key = '', ...path]: readonly string[], value: unknown): void {
  if (path.length === 0) {
    document[key] ??= value;
    return;
  }
  document[key] ??= emptyDocument();
  const inner = document[key];
  if (isDocument(inner)) insertAt(inner, path, value);
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object';
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null;
}

function contains(column: Expression<unknown>, document: Document): Condition {
  return sql`${column} @> ${jsonb(toStorableJson(document))}`;
}

/** Whether PostgreSQL may read a key as the index of an array, whose elements an object never contains. */
function isArrayIndex(key: string): boolean {
  return /^\s*[+-]?\d+$/.test(key);
}
