/** The columns of the table of records, found in their data, and what a cell shows. Pure. */

export type ValueKind = 'text' | 'number' | 'boolean' | 'null' | 'json';

export interface Column {
  /** A top-level field of the data. */
  name: string;
  /** The kind of the first value that is not null. */
  kind: ValueKind;
}

interface WithData {
  data: Readonly<Record<string, unknown>>;
}

/** Records may have any fields. More than so many columns help nobody. */
const MOST_COLUMNS = 300;

/**
 * In the order in which they are found, so that columns stay in their place while more records are read; lists and
 * objects, of which a cell shows little, come last.
 */
export function findColumns(records: readonly WithData[]): Column[] {
  const kinds = new Map<string, ValueKind>();
  for (const { data } of records) {
    for (const [name, value] of Object.entries(data)) {
      const known = kinds.get(name);
      if (known === undefined && kinds.size >= MOST_COLUMNS) continue;
      if (known === undefined || known === 'null') kinds.set(name, kindOf(value));
    }
  }
  const columns = [...kinds].map(([name, kind]) => ({ name, kind }));
  return [...columns.filter(({ kind }) => kind !== 'json'), ...columns.filter(({ kind }) => kind === 'json')];
}

/** Columns that a file had come first, in the order of the file. The service keeps no order of fields. */
export function orderColumns(columns: readonly Column[], order: readonly string[]): Column[] {
  const byName = new Map(columns.map(column => [column.name, column]));
  const named = new Set(order);
  return [...order.flatMap(name => byName.get(name) ?? []), ...columns.filter(({ name }) => !named.has(name))];
}

export function kindOf(value: unknown): ValueKind {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'json';
}

/** Which columns somebody wants to see, of one collection. */
export interface ColumnChoice {
  shown: readonly string[];
  hidden: readonly string[];
}

export const NO_CHOICE: ColumnChoice = { shown: [], hidden: [] };
const SHOWN_BY_ITSELF = 8;

/** The first columns, unless they were hidden, and those that were chosen. */
export function visibleColumns(columns: readonly Column[], { shown, hidden }: ColumnChoice): Column[] {
  const byItself = new Set(columns.slice(0, SHOWN_BY_ITSELF).map(({ name }) => name));
  return columns.filter(({ name }) => shown.includes(name) || (byItself.has(name) && !hidden.includes(name)));
}

export function chooseColumn({ shown, hidden }: ColumnChoice, name: string, isShown: boolean): ColumnChoice {
  const without = (names: readonly string[]) => names.filter(each => each !== name);
  return isShown
    ? { shown: [...without(shown), name], hidden: without(hidden) }
    : { shown: without(shown), hidden: [...without(hidden), name] };
}

/** What this browser kept may be from an older version, or changed by somebody. */
export function readChoice(stored: unknown): ColumnChoice {
  if (typeof stored !== 'object' || stored === null) return NO_CHOICE;
  const read = (value: unknown) => (Array.isArray(value) ? value.filter(each => typeof each === 'string') : []);
  return { shown: read('shown' in stored && stored.shown), hidden: read('hidden' in stored && stored.hidden) };
}

const CELL_CHARACTERS = 160;
const NESTED_CHARACTERS = 60;

/** One short line for a value of any size. Nothing stands for a field that is missing. */
export function shortValue(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return cut(value, CELL_CHARACTERS);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return shortList(value);
  return cut(shortObject(value), NESTED_CHARACTERS);
}

function shortList(list: readonly unknown[]): string {
  const some = list.slice(0, 5).map(shortElement).join(', ');
  return `[${cut(some, NESTED_CHARACTERS)}${list.length > 5 ? ', …' : ''}]`;
}

function shortObject(object: object): string {
  const entries = Object.entries(object);
  const some = entries.slice(0, 5).map(([name, value]) => `${name}: ${shortElement(value)}`);
  return `{${some.join(', ')}${entries.length > 5 ? ', …' : ''}}`;
}

function shortElement(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  return cut(String(value), 30);
}

function cut(text: string, most: number): string {
  const line = text.slice(0, most + 1).replace(/\s+/g, ' ');
  return text.length > most ? `${line.slice(0, most)}…` : line;
}
