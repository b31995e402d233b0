/** Compiles the body of a `find` or `count` to what `findRows` and `countRows` add to a query. */
import { type Expression, type SqlBool, sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import { validationError } from '../errors.ts';
import { byCodePoint, compileCondition, jsonText, jsonValue } from './conditions.ts';
import { indexedConditions, isIndexed } from './containment.ts';
import { type Field, type Fields, findField, quoteName } from './fields.ts';
import { OPERATORS, type Operator, type QueryBody } from './query-body.ts';
import { valueProblem } from './values.ts';

/** The filters, the order and the page of a query. */
export interface Selection {
  conditions: readonly Expression<SqlBool>[];
  /** A column that is unique among the visible rows. */
  id: Expression<unknown>;
  /** Ends with the id, so that pages never repeat or miss an item. */
  order: readonly Expression<unknown>[];
  direction: 'asc' | 'desc';
  offset: number;
  limit: number;
  /** The patterns in the conditions, which only PostgreSQL can validate. */
  patterns: readonly Pattern[];
  /** Whether the database may have to read more rows than those of the page. */
  canBeSlow: boolean;
}

export interface Pattern {
  /** Its location in the query, such as `filters[2]`. */
  where: string;
  pattern: string;
}

/** Validates a body against the fields of a resource, and throws a validation error for the first problem. */
export function compileQuery(fields: Fields, body: QueryBody = {}): Selection {
  const { isById, ...filters } = compileFilters(fields, body.filters);
  const page = compilePage(fields, body);
  const isNewest = filters.conditions.length === 0 && body.sort_key === undefined && page.offset <= fields.maxItems;
  return {
    ...filters,
    ...compileSort(fields, body),
    ...page,
    canBeSlow: filters.patterns.length > 0 || !(isById || isNewest),
  };
}

interface CompiledFilters extends Pick<Selection, 'conditions' | 'patterns'> {
  /** Whether the query asks for rows by their ids. */
  isById: boolean;
}

function compileFilters(fields: Fields, filters: unknown = []): CompiledFilters {
  if (!Array.isArray(filters)) throw validationError('filters', 'must be an array of [field, operator, value]');
  const most = fixedLimits.query.filters;
  if (filters.length > most) throw validationError('filters', `at most ${most} filters are allowed`);
  const read = filters.map((filter: unknown, index) => readFilter(fields, filter, `filters[${index}]`));
  const [indexed, others] = [read.filter(isIndexed), read.filter(each => !isIndexed(each))];
  return {
    conditions: [...others.map(({ condition }) => condition), ...indexedConditions(indexed)],
    patterns: read.flatMap(({ where, operator, value }) =>
      operator === 'regex' && typeof value === 'string' ? [{ where, pattern: value }] : [],
    ),
    isById: read.some(({ field, operator }) => field.isId && (operator === '==' || operator === 'in')),
  };
}

function readFilter(fields: Fields, filter: unknown, where: string) {
  if (!Array.isArray(filter) || filter.length !== 3) throw validationError(where, 'must be [field, operator, value]');
  const [name, operator, value]: unknown[] = filter;
  if (typeof name !== 'string') throw validationError(where, 'the field must be a string');
  const field = findField(fields, name, where);
  if (!isOperator(operator)) {
    const named = typeof operator === 'string' ? `unknown operator ${quoteName(operator)}` : 'unknown operator';
    throw validationError(where, `${named}: must be one of ${OPERATORS.join(', ')}`);
  }
  const problem = valueProblem(value);
  if (problem) throw validationError(where, problem);
  const condition = compileCondition(field, operator, value, what => validationError(where, what));
  return { where, field, operator, value, condition };
}

function isOperator(value: unknown): value is Operator {
  return OPERATORS.some(operator => operator === value);
}

function compileSort(fields: Fields, body: QueryBody): Pick<Selection, 'id' | 'order' | 'direction'> {
  const { sort_key, sort_order = sort_key === undefined ? -1 : 1 } = body;
  if (sort_order !== 1 && sort_order !== -1) throw validationError('sort_order', 'must be 1 or -1');
  const keys = sort_key === undefined ? [fields.createdAt] : sortKeys(sortField(fields, sort_key));
  return { id: fields.id, order: [...keys, fields.id], direction: sort_order === 1 ? 'asc' : 'desc' };
}

function sortField(fields: Fields, name: unknown): Field {
  if (typeof name !== 'string') throw validationError('sort_key', 'must be a string');
  const field = findField(fields, name, 'sort_key');
  if (field.type === 'text[]') throw validationError('sort_key', `field ${quoteName(name)} can not be sorted by`);
  return field;
}

function sortKeys(field: Field): Expression<unknown>[] {
  if (field.type === 'text') return [byCodePoint(field.column)];
  if (field.type !== 'json') return [field.column];
  // PostgreSQL's own order of jsonb depends on the locale for texts, and is of little use for arrays and objects.
  const type = sql`jsonb_typeof(${jsonValue(field)})`;
  return [
    sql`array_position(array['string', 'number', 'boolean', 'array', 'object'], ${type})`,
    byCodePoint(sql`case ${type} when 'string' then ${jsonText(field)} end`),
    sql`case when ${type} in ('number', 'boolean') then ${jsonValue(field)} end`,
  ];
}

function compilePage(fields: Fields, { limit_from = 0, limit_to }: QueryBody): Pick<Selection, 'offset' | 'limit'> {
  if (!Number.isSafeInteger(limit_from) || limit_from < 0) {
    throw validationError('limit_from', 'must be an integer not below 0');
  }
  if (limit_to === undefined) return { offset: limit_from, limit: fields.defaultItems };
  if (!Number.isSafeInteger(limit_to) || limit_to < limit_from) {
    throw validationError('limit_to', 'must be an integer not below limit_from');
  }
  const limit = limit_to - limit_from;
  if (limit > fields.maxItems) throw validationError('limit_to', `at most ${fields.maxItems} items are given at once`);
  return { offset: limit_from, limit };
}
