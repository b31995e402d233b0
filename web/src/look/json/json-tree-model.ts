/**
 * One way to ask for the rows of a tree, whether the page or a worker holds them. Texts beyond `IN_PAGE_CHARACTERS` are
 * parsed and held by a worker, so that neither parsing nor searching ever stops the page.
 */
import { type JsonPath, type JsonRow, JsonRows } from './json-rows.ts';
import { parsePartialJson } from './partial-json.ts';

export const IN_PAGE_CHARACTERS = 200_000;

export interface TreeState {
  readonly length: number;
  readonly matches: number;
  /** Whether the end of the value is missing. */
  readonly isCut: boolean;
  /** Whether the text is not JSON. */
  readonly isText: boolean;
}

export interface TreeOptions {
  readonly isFilter: boolean;
  readonly openLevels: number;
  readonly isRootHidden?: boolean;
}

/** Requests to a tree. Each is answered by the state after it and by what it asked for. */
export type TreeRequest =
  | ({ readonly type: 'load'; readonly text: string } & TreeOptions)
  | { readonly type: 'rows'; readonly from: number; readonly to: number }
  | { readonly type: 'toggle'; readonly path: JsonPath; readonly isOpen?: boolean; readonly isDeep?: boolean }
  | { readonly type: 'search'; readonly query: string }
  | { readonly type: 'match'; readonly number: number }
  | { readonly type: 'value'; readonly path: JsonPath };

export interface TreeReply {
  readonly state: TreeState;
  readonly rows?: readonly JsonRow[];
  /** The number of the row that was asked for. */
  readonly row?: number;
  /** The value that was asked for, as JSON, or a text as it is. */
  readonly text?: string;
}

const EMPTY: TreeState = { length: 0, matches: 0, isCut: false, isText: false };

/** Answers the requests for one tree. */
export class TreeSession {
  #rows: JsonRows | undefined;
  #isCut = false;
  #isText = false;
  #query = '';

  /** Shows a value that is there already. What was open before stays open, and what was searched is searched again. */
  show(value: unknown, options: TreeOptions): void {
    this.#rows = new JsonRows(value, { ...options, earlier: this.#rows });
    this.#rows.search(this.#query);
  }

  answer(request: TreeRequest): TreeReply {
    switch (request.type) {
      case 'load':
        this.#load(request);
        return this.#reply();
      case 'rows':
        return this.#reply({ rows: this.#rows?.slice(request.from, request.to) ?? [] });
      case 'toggle':
        if (request.isDeep) this.#rows?.toggleAll(request.path, request.isOpen ?? true);
        else this.#rows?.toggle(request.path, request.isOpen);
        return this.#reply({ row: this.#rows?.rowOf(request.path) ?? -1 });
      case 'search':
        this.#query = request.query;
        this.#rows?.search(request.query);
        return this.#reply();
      case 'match':
        return this.#reply({ row: this.#rows?.rowOfMatch(request.number) ?? -1 });
      case 'value':
        return this.#reply({ text: this.#textAt(request.path) });
    }
  }

  get state(): TreeState {
    if (!this.#rows) return EMPTY;
    const { length, matches } = this.#rows;
    return { length, matches, isCut: this.#isCut, isText: this.#isText };
  }

  #load({ text, ...options }: Extract<TreeRequest, { type: 'load' }>): void {
    const parsed = parsePartialJson(text);
    this.#isCut = parsed?.isCut ?? false;
    this.#isText = parsed === undefined;
    this.#rows = new JsonRows(parsed ? parsed.value : text, options);
  }

  #reply(more: Omit<TreeReply, 'state'> = {}): TreeReply {
    return { state: this.state, ...more };
  }

  #textAt(path: JsonPath): string {
    const value = this.#rows?.valueAt(path);
    return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
  }
}
