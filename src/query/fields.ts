/** The fields by which a resource can be filtered and sorted. Columns only come from here, never from a client. */
import { type Expression, sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import { validationError } from '../errors.ts';
import { textProblem } from '../http/json-body.ts';

export type ScalarType = 'text' | 'uuid' | 'integer' | 'number' | 'boolean' | 'timestamp';
export type FieldType = ScalarType | 'text[]' | 'json';

/** A column as `table.column`, or an SQL expression. */
type Column = string | Expression<unknown>;

interface FieldDeclaration {
  /**
   * A `timestamp` is an integer number of milliseconds in the API, and `timestamptz(3)` in the database. A `json` field
   * is a `jsonb` column: the whole column under a plain name, or every path inside it under a name that ends in `.*`.
   */
  type: FieldType;
  column: Column;
  /** Whether a `json` column has a GIN index with `jsonb_path_ops`, which finds single values at any path. */
  containmentIndex?: boolean;
}

interface FieldsOptions {
  /** The columns of the time of creation and of the unique id. An index on both serves `find` without a `sort_key`. */
  newest: readonly [createdAt: Column, id: Column];
  /** The number of items of a page when the query has no `limit_to`. */
  defaultItems?: number;
  /** The largest number of items of a page. */
  maxItems?: number;
}

/** The fields of one resource, ready for `compileQuery`. */
export interface Fields {
  exact: ReadonlyMap<string, Field>;
  /** Maps the name before the `*` to the column. */
  inside: ReadonlyMap<string, JsonColumn>;
  createdAt: Expression<unknown>;
  id: Expression<unknown>;
  defaultItems: number;
  maxItems: number;
}

interface JsonColumn {
  column: Expression<unknown>;
  containmentIndex: boolean;
}

/** The field that a name in a query refers to. */
export type Field =
  | { name: string; type: Exclude<FieldType, 'json'>; column: Expression<unknown>; isId: boolean }
  | ({ name: string; type: 'json'; path: string[]; isId: false } & JsonColumn);

const ANY_PATH = '.*';

export function defineFields(declarations: Record<string, FieldDeclaration>, options: FieldsOptions): Fields {
  const exact = new Map<string, Field>();
  const inside = new Map<string, JsonColumn>();
  for (const [name, { type, containmentIndex = false, ...declared }] of Object.entries(declarations)) {
    const column = toExpression(declared.column);
    const hasPaths = name.endsWith(ANY_PATH);
    if (type !== 'json') {
      if (hasPaths || containmentIndex) throw new Error(`field '${name}': only json has paths and what is in them`);
      exact.set(name, { name, type, column, isId: declared.column === options.newest[1] });
    } else if (hasPaths) {
      inside.set(name.slice(0, -1), { column, containmentIndex });
    } else {
      exact.set(name, { name, type, column, containmentIndex, path: [], isId: false });
    }
  }
  const { newest, maxItems = fixedLimits.query.items, defaultItems = maxItems } = options;
  const [createdAt, id] = newest;
  return { exact, inside, createdAt: toExpression(createdAt), id: toExpression(id), defaultItems, maxItems };
}

/** Finds a field by the name that a client sent. `where` is the location of the name in the query. */
export function findField({ exact, inside }: Fields, name: string, where: string): Field {
  const field = exact.get(name);
  if (field) return field;
  const problem = textProblem(name);
  if (problem) throw validationError(where, problem);
  for (const [prefix, json] of inside) {
    const path = name.startsWith(prefix) && parsePath(name.slice(prefix.length));
    if (path) return { name, type: 'json', ...json, path, isId: false };
  }
  throw validationError(where, `unknown field ${quoteName(name)}`);
}

/** Quotes a text of the client in an error message, which has to stay readable. */
export function quoteName(text: string): string {
  const characters = Array.from(text.slice(0, 200));
  return `'${characters.slice(0, 80).join('')}${characters.length > 80 ? '…' : ''}'`;
}

function parsePath(dotted: string): string[] | undefined {
  const path = dotted.split('.', fixedLimits.bodyDepth + 1);
  // No stored JSON is deeper, and PostgreSQL would follow every step of the path for every row.
  return path.includes('') || path.length > fixedLimits.bodyDepth ? undefined : path;
}

function toExpression(column: Column): Expression<unknown> {
  return typeof column === 'string' ? sql.ref(column) : sql`(${column})`;
}
