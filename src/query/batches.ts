/**
 * Reads one page of rows that may be large. The first query reads their ids and sizes, and the rows that are small; the
 * large rows follow in batches of a bounded size. No connection is in use between two batches, so the reader may be
 * slow. A row that is deleted in between is missing from the page.
 */
import { type Kysely, type Simplify, type SqlBool, sql } from 'kysely';
import type { ResponseChunk } from '../http/large-response.ts';
import type { Selection } from './compile.ts';
import { type SelectVisible, selectPage } from './execute.ts';
import { type RowSize, SMALL_ROW_BYTES } from './row-size.ts';
import { withQuerySlot } from './slow-queries.ts';

export interface RowBatch<Row> {
  /** The total length of the texts of the rows. */
  bytes: number;
  read(): Promise<Row[]>;
}

const BATCH_BYTES = 2 * 2 ** 20;
const BATCH_ROWS = 500;
/** The number of rows that one query measures exactly. */
const MEASURED_ROWS = 64;
/** Most pages have fewer rows, all of them small, so that one query reads them. */
const FIRST_ROWS = 100;

/** A row that is to be read, and the length of its text. */
interface Entry {
  id: string;
  /** Null when the row has to be measured. */
  bytes: number | null;
}

export interface LargeRows<Schema, Joined, Tables extends keyof Joined, Row> {
  visible: SelectVisible<Schema, Joined, Tables, Row>;
  /** Selects the same rows, but large ones without their large columns (`whenSmall`). It saves small pages a query. */
  small?: SelectVisible<Schema, Joined, Tables, Row>;
  size: RowSize;
}

export async function* findBatches<Schema, Joined, Tables extends keyof Joined, Row>(
  db: Kysely<Schema>,
  selection: Selection,
  { visible, small, size }: LargeRows<Schema, Joined, Tables, Row>,
): AsyncGenerator<RowBatch<Simplify<Row>>> {
  const { id, limit } = selection;
  const selectByIds = (ids: readonly string[]) => visible(db).where(sql<SqlBool>`${id} = any(${ids}::uuid[])`);
  const selectEntries = (query: ReturnType<typeof visible>, bytes: RowSize['known']) =>
    query
      .clearSelect()
      .select([sql<string>`${id}`.as(PAGE_ID), sql<number | null>`${bytes}`.as(PAGE_BYTES)])
      .$castTo<OnPage>();

  async function read(ids: readonly string[]): Promise<Simplify<Row>[]> {
    const missing = ids.filter(each => !known.has(each));
    const rows = missing.length === 0 ? [] : await withId(selectByIds(missing)).execute();
    const byId = new Map(rows.map(row => [row[PAGE_ID], row]));
    return ids.flatMap(each => known.get(each) ?? byId.get(each) ?? []);
  }

  function withId(query: ReturnType<typeof visible>) {
    return query
      .select([sql<string>`${id}`.as(PAGE_ID), sql<number | null>`${size.known}`.as(PAGE_BYTES)])
      .$castTo<Simplify<Row> & OnPage>();
  }

  async function measure(ids: readonly string[]): Promise<Map<string, number>> {
    const entries = await selectEntries(selectByIds(ids), size.exact).execute();
    return new Map(entries.map(entry => [entry[PAGE_ID], entry[PAGE_BYTES] ?? 0]));
  }

  const first = { ...selection, limit: Math.min(limit, FIRST_ROWS) };
  const rows = small ? await withQuerySlot(db, first, db => selectPage(withId(small(db)), first).execute()) : [];
  const known = new Map(rows.filter(isSmall).map(row => [row[PAGE_ID], row]));
  const isWhole = small && (rows.length < FIRST_ROWS || limit === FIRST_ROWS);
  const page: OnPage[] = isWhole
    ? rows
    : await withQuerySlot(db, selection, db => selectPage(selectEntries(visible(db), size.known), selection).execute());
  yield* readInBatches(
    page.map(({ [PAGE_ID]: id, [PAGE_BYTES]: bytes }) => ({ id, bytes })),
    read,
    measure,
  );
}

/** Names that no column has. */
const PAGE_ID = 'id on the page';
const PAGE_BYTES = 'bytes on the page';

interface OnPage {
  [PAGE_ID]: string;
  [PAGE_BYTES]: number | null;
}

function isSmall({ [PAGE_BYTES]: bytes }: OnPage): boolean {
  return bytes !== null && bytes <= SMALL_ROW_BYTES;
}

/** Reads these rows in batches, in their order. */
export async function* readInBatches<Row>(
  page: readonly Entry[],
  read: (ids: readonly string[]) => Promise<Row[]>,
  measure: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>> = async () => new Map(),
): AsyncGenerator<RowBatch<Row>> {
  let measured: ReadonlyMap<string, number> = new Map();
  const toBatch = (ids: readonly string[], bytes: number): RowBatch<Row> => ({ bytes, read: () => read(ids) });
  let ids: string[] = [];
  let total = 0;
  for (const [index, { id, bytes }] of page.entries()) {
    if (bytes === null && !measured.has(id)) {
      measured = await measure(unknownFrom(page, index));
    }
    // A row that was deleted meanwhile has no length.
    const own = bytes ?? measured.get(id) ?? 0;
    if (ids.length > 0 && (total + own > BATCH_BYTES || ids.length === BATCH_ROWS)) {
      yield toBatch(ids, total);
      ids = [];
      total = 0;
    }
    ids.push(id);
    total += own;
  }
  if (ids.length > 0) yield toBatch(ids, total);
}

function unknownFrom(page: readonly Entry[], index: number): string[] {
  return page
    .slice(index)
    .filter(({ bytes }) => bytes === null)
    .slice(0, MEASURED_ROWS)
    .map(({ id }) => id);
}

/** Builds a JSON array from the rows of a page, batch by batch. `toTexts` returns the JSON of each row, or its pieces. */
export async function* jsonArray<Row>(
  batches: AsyncIterable<RowBatch<Row>>,
  toTexts: (rows: Row[]) => Promise<readonly (string | readonly string[])[]>,
): AsyncGenerator<ResponseChunk> {
  let separator = '[';
  for await (const { bytes, read } of batches) {
    yield {
      bytes,
      async text() {
        const texts = await toTexts(await read());
        if (texts.length === 0) return '';
        return texts.flatMap(text => {
          const pieces = [separator, text].flat();
          separator = ',';
          return pieces;
        });
      },
    };
  }
  yield { bytes: 2, text: async () => (separator === '[' ? '[]' : ']') };
}
