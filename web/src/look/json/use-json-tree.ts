/** Asks for the rows of a tree: at once where the page holds them, by messages where a worker does. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { JsonPath, JsonRow } from './json-rows.ts';
import {
  IN_PAGE_CHARACTERS,
  type TreeOptions,
  type TreeReply,
  type TreeRequest,
  TreeSession,
  type TreeState,
} from './json-tree-model.ts';

export interface TreeSource {
  /** JSON, or any other text. */
  readonly text?: string;
  /** A value that is there already. It is used when there is no text. */
  readonly value?: unknown;
  readonly isFilter?: boolean;
  readonly openLevels?: number;
  readonly isRootHidden?: boolean;
}

export interface JsonTreeHandle {
  readonly state: TreeState;
  readonly isLoading: boolean;
  /** The row with a number, or undefined while it is on its way. */
  row(index: number): JsonRow | undefined;
  toggle(path: JsonPath, options?: { isOpen?: boolean; isDeep?: boolean }): void;
  search(query: string): void;
  /** Resolves to the number of the row of a match. */
  findMatch(number: number): Promise<number>;
  /** Resolves to a value as JSON, or to a text as it is. */
  readText(path: JsonPath): Promise<string>;
}

interface Answering {
  ask(request: TreeRequest): Promise<TreeReply> | TreeReply;
  close(): void;
}

const NOTHING: TreeState = { length: 0, matches: 0, isCut: false, isText: false };
/** Rows are asked for in pages of this size. */
const PAGE_ROWS = 200;

export function useJsonTree({
  text,
  value,
  isFilter = false,
  openLevels = 2,
  isRootHidden = false,
}: TreeSource): JsonTreeHandle {
  const [state, setState] = useState<TreeState>(NOTHING);
  const [isLoading, setLoading] = useState(true);
  const [, setVersion] = useState(0);
  const pages = useRef(new Map<number, readonly JsonRow[]>());
  const answering = useRef<Answering>(undefined);
  const session = useRef(new TreeSession());

  const show = useCallback((reply: TreeReply) => {
    pages.current.clear();
    setState(reply.state);
    setVersion(version => version + 1);
  }, []);

  useEffect(() => {
    const isLarge = text !== undefined && text.length > IN_PAGE_CHARACTERS;
    const created = isLarge ? answerByWorker() : answerInPage(session.current);
    answering.current = created;
    let isCurrent = true;
    const loaded = (reply: TreeReply) => {
      if (!isCurrent) return;
      show(reply);
      setLoading(false);
    };
    setLoading(isLarge);
    if (text !== undefined)
      void settle(created.ask({ type: 'load', text, isFilter, openLevels, isRootHidden }), loaded);
    else loaded(created.show(value, { isFilter, openLevels, isRootHidden }));
    return () => {
      isCurrent = false;
      created.close();
    };
  }, [text, value, isFilter, openLevels, isRootHidden, show]);

  return useMemo(() => {
    const ask = (request: TreeRequest) => answering.current?.ask(request) ?? { state: NOTHING };
    return {
      state,
      isLoading,
      row(index) {
        const page = Math.floor(index / PAGE_ROWS);
        const known = pages.current.get(page);
        if (known) return known[index % PAGE_ROWS];
        pages.current.set(page, []);
        const from = page * PAGE_ROWS;
        const reply = ask({ type: 'rows', from, to: from + PAGE_ROWS });
        if (reply instanceof Promise) {
          const asked = pages.current;
          void reply.then(({ rows = [] }) => {
            asked.set(page, rows);
            setVersion(version => version + 1);
          });
          return undefined;
        }
        pages.current.set(page, reply.rows ?? []);
        return reply.rows?.[index % PAGE_ROWS];
      },
      toggle: (path, options = {}) => void settle(ask({ type: 'toggle', path, ...options }), show),
      search: query => void settle(ask({ type: 'search', query }), show),
      async findMatch(number) {
        const reply = await ask({ type: 'match', number });
        show(reply);
        return reply.row ?? -1;
      },
      readText: async path => (await ask({ type: 'value', path })).text ?? '',
    };
  }, [state, isLoading, show]);
}

async function settle(reply: Promise<TreeReply> | TreeReply, use: (reply: TreeReply) => void): Promise<void> {
  if (reply instanceof Promise) use(await reply);
  else use(reply);
}

function answerInPage(session: TreeSession) {
  return {
    ask: (request: TreeRequest) => session.answer(request),
    show(value: unknown, options: TreeOptions): TreeReply {
      session.show(value, options);
      return { state: session.state };
    },
    close: () => {},
  };
}

function answerByWorker() {
  const worker = new Worker(new URL('./json-tree-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (reply: TreeReply) => void>();
  let lastId = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; reply: TreeReply }>) => {
    waiting.get(data.id)?.(data.reply);
    waiting.delete(data.id);
  });
  return {
    ask(request: TreeRequest): Promise<TreeReply> {
      const id = ++lastId;
      worker.postMessage({ id, request });
      return new Promise(resolve => waiting.set(id, resolve));
    },
    show: (): TreeReply => ({ state: NOTHING }),
    close: () => worker.terminate(),
  };
}
