/** What of a resource can be filtered and sorted by. Columns come from here alone, never from a client. */
import { type Expression, sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import { validationError } from '../errors.ts';
import { textProblem } from '../http/json-body.ts';

export type ScalarType = 'text' | 'uuid' | 'integer' | 'number' | 'boolean' | 'timestamp';
export type FieldType = ScalarType | 'text[]' | 'json';

/** A column as `table.column`, or an SQL expression. */
export type Column = string | Expression<unknown>;

export interface FieldDeclaration {
  /**
   * `timestamp`: integer milliseconds in the API, `timestamptz(3)` in the database. `json`: a `jsonb` column, whole
   * under a plain name; under a name that ends in `.*`, every dotted path inside it.
   */
  type: FieldType;
  column: Column;
  /** Of a `json` column: that it has a GIN index of `jsonb_path_ops`, which then finds single values at any path. */
  containmentIndex?: boolean;
}

export interface FieldsOptions {
  /** The columns of the time of creation and of the unique id. An index on both serves `find` without a `sort_key`. */
  newest: readonly [createdAt: Column, id: Column];
  /** Items without a `limit_to`. */
  defaultItems?: number;
  /** Items that may be asked for at once. */
  maxItems?: number;
}

/** The fields of one resource, ready for `compileQuery`. */
export interface Fields {
  exact: ReadonlyMap<string, Field>;
  /** By the name before the `*`. */
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

/** What a name in a query stands for. */
export type Field =
  | { name: string; type: Exclude<FieldType, 'json'>; column: Expression<unknown>; isId: boolean }
  | ({ name: string; type: 'json'; path: string[]; isId: false } & JsonColumn);

const ANY_PATH = '.*';

export function defineFields(declarations: Record<string, FieldDeclaration>, options: FieldsOptions): Fields {
  const exact = new Map<string, Field>();
  const inside = new Map<string, JsonColumn>();
  for (const [name, { type, containmentIndex = false, ...declared }] of Object.entries(declarations)) {
    const column = expressionOf(declared.column);
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
  return { exact, inside, createdAt: expressionOf(createdAt), id: expressionOf(id), defaultItems, maxItems };
}

/** The field that a client names. `where` is the place of the name in the query. */
export function fieldNamed({ exact, inside }: Fields, name: string, where: string): Field {
  const field = exact.get(name);
  if (field) return field;
  const problem = textProblem(name);
  if (problem) throw validationError(where, problem);
  for (const [prefix, json] of inside) {
    const path = name.startsWith(prefix) && pathOf(name.slice(prefix.length));
    if (path) return { name, type: 'json', ...json, path, isId: false };
  }
  throw validationError(where, `unknown field ${quoted(name)}`);
}

/** A text of the client inside a message, which must stay readable. */
export function quoted(text: string): string {
  const characters = Array.from(text.slice(0, 200));
  return `'${characters.slice(0, 80).join('')}${characters.length > 80 ? '…' : ''}'`;
}

function pathOf(dotted: string): string[] | undefined {
  const path = dotted.split('.', fixedLimits.bodyDepth + 1);
  // No stored JSON is deeper, and PostgreSQL would take every step of the path anew for every row.
  return path.includes('') || path.length > fixedLimits.bodyDepth ? undefined : path;
}

function expressionOf(column: Column): Expression<unknown> {
  return typeof column === 'string' ? sql.ref(column) : sql`(${column})`;
}
