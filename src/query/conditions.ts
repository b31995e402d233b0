/**
 * Compiles one filter to an SQL condition. A comparison with a value is a plain `column = $1`, so that it can use an
 * index. Input of the client only gets into the SQL as a parameter.
 */
import { type Expression, type SqlBool, sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import type { ApiError } from '../errors.ts';
import { jsonb, toStorableJson } from '../platform/postgres/storable-text.ts';
import { type Field, type FieldType, quoteName, type ScalarType } from './fields.ts';
import type { Operator } from './query-body.ts';
import { type Bound, SCALARS } from './values.ts';

type Condition = Expression<SqlBool>;
type Refuse = (what: string) => ApiError;

const EQUALITY = ['==', '!=', 'in', 'not_in'] as const;
const ORDER = { '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` } as const;
type OrderOperator = keyof typeof ORDER;

const ORDERED: readonly Operator[] = [...EQUALITY, '<', '<=', '>', '>='];
const APPLICABLE: Record<FieldType, readonly Operator[]> = {
  text: [...ORDERED, 'contains', 'regex'],
  uuid: EQUALITY,
  integer: ORDERED,
  number: ORDERED,
  boolean: EQUALITY,
  timestamp: ORDERED,
  'text[]': ['==', '!=', 'contains'],
  json: [...ORDERED, 'contains', 'regex'],
};

/** `refuse` creates an error with the location of the filter. `valueProblem` must have accepted the value before. */
export function compileCondition(field: Field, operator: Operator, value: unknown, refuse: Refuse): Condition {
  if (!APPLICABLE[field.type].includes(operator)) {
    throw refuse(`operator '${operator}' does not apply to field ${quoteName(field.name)}`);
  }
  switch (operator) {
    case '==':
    case '!=':
    case 'in':
    case 'not_in':
      return equality(field, operator, value, refuse);
    case 'contains':
      return containing(field, value, refuse);
    case 'regex':
      return matching(field, readPattern(value, refuse));
    default:
      return field.type === 'json'
        ? jsonOrder(field, operator, value, refuse)
        : scalarOrder(field, operator, value, refuse);
  }
}

function equality(field: Field, operator: (typeof EQUALITY)[number], value: unknown, refuse: Refuse): Condition {
  const { compared, isMissing, isPresent, cast, bind } = operand(field, refuse);
  if (operator === '==') return value === null ? isMissing : sql`${compared} = ${bind(value)}::${cast}`;
  if (operator === '!=') return value === null ? isPresent : sql`${compared} is distinct from ${bind(value)}::${cast}`;

  const list = readList(value, operator, refuse);
  const bound = list.filter(element => element !== null).map(bind);
  const withMissing = bound.length < list.length;
  if (operator === 'in') {
    const any = sql<SqlBool>`${compared} = any(${bound}::${cast}[])`;
    return withMissing ? sql`(${any} or ${isMissing})` : any;
  }
  const none = sql<SqlBool>`${compared} <> all(${bound}::${cast}[])`;
  return withMissing ? sql`(${none} and ${isPresent})` : sql`(${none} or ${isMissing})`;
}

interface Operand {
  compared: Expression<unknown>;
  isMissing: Condition;
  isPresent: Condition;
  cast: Expression<unknown>;
  /** The parameter for a value that is not null. */
  bind(value: unknown): Bound | string[];
}

function operand(field: Field, refuse: Refuse): Operand {
  if (field.type === 'json') {
    // As text, a JSON null and a missing path are both an SQL null.
    const text = jsonText(field);
    return {
      compared: jsonValue(field),
      isMissing: sql`${text} is null`,
      isPresent: sql`${text} is not null`,
      cast: sql`jsonb`,
      bind: value => JSON.stringify(value),
    };
  }
  const { name, type, column } = field;
  return {
    compared: column,
    isMissing: sql`${column} is null`,
    isPresent: sql`${column} is not null`,
    cast: type === 'text[]' ? sql`text[]` : SCALARS[type].cast,
    bind: value => (type === 'text[]' ? readTexts(name, value, refuse) : readScalar(name, type, value, refuse)),
  };
}

function scalarOrder(field: Field, operator: OrderOperator, value: unknown, refuse: Refuse): Condition {
  const { compared, cast, bind } = operand(field, refuse);
  const side = field.type === 'text' ? byCodePoint(compared) : compared;
  return sql`${side} ${ORDER[operator]} ${bind(value)}::${cast}`;
}

/** Values whose type differs from that of the filter's value never match. */
function jsonOrder(field: JsonField, operator: OrderOperator, value: unknown, refuse: Refuse): Condition {
  const json = jsonValue(field);
  if (typeof value === 'number') {
    return sql`(jsonb_typeof(${json}) = 'number' and ${json} ${ORDER[operator]} ${jsonb(toStorableJson(value))})`;
  }
  if (typeof value !== 'string') {
    throw refuse(`operator '${operator}' takes a number or a string for field ${quoteName(field.name)}`);
  }
  return sql`(jsonb_typeof(${json}) = 'string' and ${byCodePoint(jsonText(field))} ${ORDER[operator]} ${value}::text)`;
}

function containing(field: Field, value: unknown, refuse: Refuse): Condition {
  if (field.type === 'json') {
    const json = jsonValue(field);
    const elements = sql`jsonb_array_elements(case jsonb_typeof(${json}) when 'array' then ${json} else '[]' end)`;
    const element = sql<SqlBool>`exists (select from ${elements} as element where element = ${jsonb(toStorableJson(value))})`;
    if (typeof value !== 'string') return element;
    return sql`(jsonb_typeof(${json}) = 'string' and strpos(${jsonText(field)}, ${value}::text) > 0 or ${element})`;
  }
  const text = readScalar(field.name, 'text', value, refuse);
  return field.type === 'text[]'
    ? sql`${field.column} @> ${[text]}::text[]`
    : sql`strpos(${field.column}, ${text}::text) > 0`;
}

function matching(field: Field, pattern: string): Condition {
  const text = field.type === 'json' ? jsonText(field) : field.column;
  // Unlike the "C" collation, that of the database knows upper and lower case beyond ASCII.
  const matches = sql<SqlBool>`${text} collate "default" ~ ${pattern}::text`;
  return field.type === 'json' ? sql`(jsonb_typeof(${jsonValue(field)}) = 'string' and ${matches})` : matches;
}

const EMBEDDED_OPTIONS = /^\(\?([a-z]+)\)/i;

/** Only PostgreSQL can tell whether it can compile the pattern, when the query runs. */
function readPattern(value: unknown, refuse: Refuse): string {
  if (typeof value !== 'string') throw refuse("operator 'regex' takes a string");
  const most = fixedLimits.query.patternCharacters;
  if (value.length > most) throw refuse(`pattern ${quoteName(value)} is longer than ${most} characters`);
  const options = EMBEDDED_OPTIONS.exec(value)?.[1];
  // Other options and prefixes would switch the rest of the pattern to another syntax.
  if (value.startsWith('***') || (options !== undefined && options !== 'i')) {
    throw refuse(`pattern ${quoteName(value)} is invalid: of embedded options, only a leading (?i) is allowed`);
  }
  return value;
}

function readList(value: unknown, operator: Operator, refuse: Refuse): unknown[] {
  if (!Array.isArray(value)) throw refuse(`operator '${operator}' takes an array`);
  const most = fixedLimits.query.listValues;
  if (value.length > most) throw refuse(`operator '${operator}' takes at most ${most} values`);
  return value;
}

function readScalar(name: string, type: ScalarType, value: unknown, refuse: Refuse): Bound {
  const { bind, expected } = SCALARS[type];
  const bound = bind(value);
  if (bound === undefined) throw refuse(`field ${quoteName(name)} takes ${expected}`);
  return bound;
}

function readTexts(name: string, value: unknown, refuse: Refuse): string[] {
  if (!Array.isArray(value) || !value.every(element => typeof element === 'string')) {
    throw refuse(`field ${quoteName(name)} takes an array of strings`);
  }
  return value;
}

type JsonField = Extract<Field, { type: 'json' }>;

export function jsonValue({ column, path }: JsonField): Expression<unknown> {
  return path.length === 0 ? column : sql`(${column} #> ${path}::text[])`;
}

export function jsonText({ column, path }: JsonField): Expression<unknown> {
  return sql`(${column} #>> ${path}::text[])`;
}

/** Gives the same order on every server, whatever the locale of its database. */
export function byCodePoint(text: Expression<unknown>): Expression<unknown> {
  return sql`${text} collate "C"`;
}
