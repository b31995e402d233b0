/**
 * The visible rows of a tree of JSON. Only what is open is walked, so that a huge value costs no more than what is
 * shown of it. A worker holds the rows of large values, the page those of small ones.
 */

export type JsonPath = readonly (string | number)[];

export interface JsonRow {
  readonly path: JsonPath;
  readonly depth: number;
  /** The name of the property or the number of the entry. Undefined for the root. */
  readonly key: string | number | undefined;
  readonly type: 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array';
  /** A text without its quotes, cut; a number as it is written; empty for containers. */
  readonly text: string;
  /** The characters of a whole text, or the entries of a container. */
  readonly size: number;
  readonly isOpen: boolean;
  /** Whether the row itself is among what was searched for. */
  readonly isMatch: boolean;
}

/** Longer texts are cut in their row. */
export const ROW_CHARACTERS = 500;
/** A search looks at so many values at most, so that it ends. */
const SEARCHED_VALUES = 2_000_000;
const OPEN_AT_FIRST = 200;

interface Options {
  /** What is open at the beginning: so many levels, as long as there are few rows. */
  readonly openLevels?: number;
  /** Whether only matches and what leads to them is shown. */
  readonly isFilter?: boolean;
  /** Whether the root has no row of its own, because its entries are what matters. */
  readonly isRootHidden?: boolean;
  /** Rows of an earlier value. What was open there stays open. */
  readonly earlier?: JsonRows | undefined;
}

export class JsonRows {
  readonly #value: unknown;
  readonly #isFilter: boolean;
  readonly #isRootHidden: boolean;
  /** The keys of open containers. */
  readonly #open = new Set<string>();
  #rows: JsonRow[] | undefined;
  #query = '';
  #matches: JsonPath[] = [];
  #matchKeys = new Set<string>();
  /** The containers that lead to a match. */
  #onTheWay = new Set<string>();

  constructor(value: unknown, { openLevels = 2, isFilter = false, isRootHidden = false, earlier }: Options = {}) {
    this.#value = value;
    this.#isFilter = isFilter;
    this.#isRootHidden = isRootHidden;
    this.#openFirst(openLevels);
    if (earlier) this.#openAs(earlier);
  }

  get length(): number {
    return this.#visible().length;
  }

  get matches(): number {
    return this.#matches.length;
  }

  slice(from: number, to: number): JsonRow[] {
    return this.#visible().slice(from, to);
  }

  /** Opens or closes a container. */
  toggle(path: JsonPath, isOpen?: boolean): void {
    const key = pathKey(path);
    if (isOpen ?? !this.#open.has(key)) this.#open.add(key);
    else this.#open.delete(key);
    this.#rows = undefined;
  }

  /** Opens or closes a container with everything in it. */
  toggleAll(path: JsonPath, isOpen: boolean): void {
    let left = OPEN_AT_ONCE;
    const visit = (value: unknown, at: JsonPath) => {
      if (!isContainer(value) || left-- <= 0) return;
      if (isOpen) this.#open.add(pathKey(at));
      else this.#open.delete(pathKey(at));
      for (const [key, inner] of entriesOf(value)) visit(inner, [...at, key]);
    };
    visit(this.valueAt(path), path);
    this.#rows = undefined;
  }

  /** Finds keys and values that contain a text. What leads to the first ones is opened. */
  search(query: string): void {
    this.#query = query.trim().toLowerCase();
    this.#matches = [];
    this.#onTheWay = new Set();
    this.#rows = undefined;
    if (this.#query !== '') this.#findMatches();
    this.#matchKeys = new Set(this.#matches.map(pathKey));
    if (this.#matches.length > 0) {
      for (const match of this.#matches.slice(0, OPENED_MATCHES)) this.#openTo(match);
    }
  }

  /** The row of a match, by its number from 0 on. It is opened when it is not visible. */
  rowOfMatch(number: number): number {
    const match = this.#matches[number];
    if (!match) return -1;
    this.#openTo(match);
    return this.rowOf(match);
  }

  /** The number of the visible row with a path, or -1. */
  rowOf(path: JsonPath): number {
    const key = pathKey(path);
    return this.#visible().findIndex(row => row.path.length === path.length && pathKey(row.path) === key);
  }

  valueAt(path: JsonPath): unknown {
    return path.reduce<unknown>(
      (value, part) => (isContainer(value) ? Reflect.get(value, part) : undefined),
      this.#value,
    );
  }

  #openFirst(levels: number): void {
    let left = OPEN_AT_FIRST;
    let level: [unknown, JsonPath][] = [[this.#value, []]];
    for (let depth = 0; depth < levels && left > 0; depth++) {
      const next: [unknown, JsonPath][] = [];
      for (const [value, path] of level) {
        if (!isContainer(value)) continue;
        const size = sizeOf(value);
        // The root is always open; below it only what is short.
        if (depth > 0 && size > left) continue;
        left -= size;
        this.#open.add(pathKey(path));
        if (size <= OPEN_AT_FIRST) for (const [key, inner] of entriesOf(value)) next.push([inner, [...path, key]]);
      }
      level = next;
    }
  }

  /** What was there before is open as it was. What is new stays open as at the beginning. */
  #openAs(earlier: JsonRows): void {
    for (const key of this.#open) {
      const path: JsonPath = JSON.parse(key);
      if (isContainer(earlier.valueAt(path)) && !earlier.#open.has(key)) this.#open.delete(key);
    }
    for (const key of earlier.#open) this.#open.add(key);
  }

  #openTo(path: JsonPath): void {
    for (let length = 0; length < path.length; length++) this.#open.add(pathKey(path.slice(0, length)));
    this.#rows = undefined;
  }

  #findMatches(): void {
    let left = SEARCHED_VALUES;
    const visit = (value: unknown, key: string | number | undefined, path: JsonPath): boolean => {
      if (left-- <= 0 || this.#matches.length >= MOST_MATCHES) return false;
      const isMatch = this.#isMatch(key, value);
      if (isMatch) this.#matches.push(path);
      let isAny = isMatch;
      if (isContainer(value)) {
        for (const [inner, child] of entriesOf(value)) if (visit(child, inner, [...path, inner])) isAny = true;
        if (isAny) this.#onTheWay.add(pathKey(path));
      }
      return isAny;
    };
    visit(this.#value, undefined, []);
  }

  #isMatch(key: string | number | undefined, value: unknown): boolean {
    if (typeof key === 'string' && key.toLowerCase().includes(this.#query)) return true;
    if (isContainer(value)) return false;
    return String(value).toLowerCase().includes(this.#query);
  }

  #visible(): JsonRow[] {
    this.#rows ??= this.#collect();
    return this.#rows;
  }

  #collect(): JsonRow[] {
    const rows: JsonRow[] = [];
    const isFiltering = this.#isFilter && this.#query !== '';
    const hasMatches = this.#matches.length > 0;
    const top = this.#isRootHidden ? 1 : 0;
    const visit = (value: unknown, key: string | number | undefined, path: JsonPath, isInMatch: boolean) => {
      // Writing the key of every value of a long list takes longer than all the rest.
      const id = hasMatches || isContainer(value) ? pathKey(path) : '';
      const isMatch = hasMatches && this.#matchKeys.has(id);
      const shows = isInMatch || isMatch || this.#onTheWay.has(id);
      if (isFiltering && path.length > 0 && !shows) return;
      const isOpen = isContainer(value) && this.#open.has(id);
      const isHidden = this.#isRootHidden && path.length === 0;
      if (!isHidden) rows.push(toRow(value, key, path, isOpen, isMatch, path.length - top));
      if (!isOpen) return;
      for (const [inner, child] of entriesOf(value)) visit(child, inner, [...path, inner], isInMatch || isMatch);
    };
    visit(this.#value, undefined, [], false);
    return rows;
  }
}

const MOST_MATCHES = 10_000;
const OPENED_MATCHES = 100;
const OPEN_AT_ONCE = 20_000;

export function pathKey(path: JsonPath): string {
  return JSON.stringify(path);
}

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function sizeOf(value: Container): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function entriesOf(value: Container): Iterable<readonly [string | number, unknown]> {
  return Array.isArray(value) ? value.entries() : Object.entries(value);
}

function toRow(
  value: unknown,
  key: string | number | undefined,
  path: JsonPath,
  isOpen: boolean,
  isMatch: boolean,
  depth: number,
): JsonRow {
  const base = { path, depth, key, isOpen, isMatch };
  if (isContainer(value)) {
    return { ...base, type: Array.isArray(value) ? 'array' : 'object', text: '', size: sizeOf(value) };
  }
  if (typeof value === 'string') {
    return { ...base, type: 'string', text: value.slice(0, ROW_CHARACTERS), size: value.length };
  }
  const type = typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'null';
  return { ...base, type: type as 'number' | 'boolean' | 'null', text: String(value ?? null), size: 0 };
}
