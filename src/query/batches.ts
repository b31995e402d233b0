/**
 * One page of rows that may be large: first which they are and how large, with what is small about them; then the large
 * ones, in batches of a bounded size. No connection is held between two batches, so whoever reads may take as long as it
 * takes. A row that is deleted meanwhile is missing.
 */
import { type Kysely, type Simplify, type SqlBool, sql } from 'kysely';
import type { ResponseChunk } from '../http/large-response.ts';
import type { Selection } from './compile.ts';
import { type RowSize, SMALL_ROW_BYTES } from './row-size.ts';
import { onPage, type Visible } from './run.ts';
import { inTurn } from './slow-queries.ts';

export interface Batch<Row> {
  /** How long the texts of the rows are, together. */
  bytes: number;
  read(): Promise<Row[]>;
}

const BATCH_BYTES = 2 * 2 ** 20;
const BATCH_ROWS = 500;
/** How many rows are looked at closely at a time. */
const MEASURED_ROWS = 64;
/** Most pages have fewer rows, all of them small: one query reads them. */
const FIRST_ROWS = 100;

/** A row that is to be read, and how long its text is. */
export interface Entry {
  id: string;
  /** Null: it is to be measured. */
  bytes: number | null;
}

export interface LargeRows<Schema, Joined, Tables extends keyof Joined, Row> {
  visible: Visible<Schema, Joined, Tables, Row>;
  /** The same rows; of those that are not small, without what makes them large (`whenSmall`). Saves small pages a query. */
  small?: Visible<Schema, Joined, Tables, Row>;
  size: RowSize;
}

export async function* findBatches<Schema, Joined, Tables extends keyof Joined, Row>(
  db: Kysely<Schema>,
  selection: Selection,
  { visible, small, size }: LargeRows<Schema, Joined, Tables, Row>,
): AsyncGenerator<Batch<Simplify<Row>>> {
  const { id, limit } = selection;
  const named = (ids: readonly string[]) => visible(db).where(sql<SqlBool>`${id} = any(${ids}::uuid[])`);
  const entriesOf = (query: ReturnType<typeof visible>, bytes: RowSize['known']) =>
    query
      .clearSelect()
      .select([sql<string>`${id}`.as(PAGE_ID), sql<number | null>`${bytes}`.as(PAGE_BYTES)])
      .$castTo<OnPage>();

  async function read(ids: readonly string[]): Promise<Simplify<Row>[]> {
    const missing = ids.filter(each => !known.has(each));
    const rows = missing.length === 0 ? [] : await withId(named(missing)).execute();
    const byId = new Map(rows.map(row => [row[PAGE_ID], row]));
    return ids.flatMap(each => known.get(each) ?? byId.get(each) ?? []);
  }

  function withId(query: ReturnType<typeof visible>) {
    return query
      .select([sql<string>`${id}`.as(PAGE_ID), sql<number | null>`${size.known}`.as(PAGE_BYTES)])
      .$castTo<Simplify<Row> & OnPage>();
  }

  async function measure(ids: readonly string[]): Promise<Map<string, number>> {
    const entries = await entriesOf(named(ids), size.exact).execute();
    return new Map(entries.map(entry => [entry[PAGE_ID], entry[PAGE_BYTES] ?? 0]));
  }

  const first = { ...selection, limit: Math.min(limit, FIRST_ROWS) };
  const rows = small ? await inTurn(db, first, db => onPage(withId(small(db)), first).execute()) : [];
  const known = new Map(rows.filter(isSmall).map(row => [row[PAGE_ID], row]));
  const isWhole = small && (rows.length < FIRST_ROWS || limit === FIRST_ROWS);
  const page: OnPage[] = isWhole
    ? rows
    : await inTurn(db, selection, db => onPage(entriesOf(visible(db), size.known), selection).execute());
  yield* readInBatches(
    page.map(({ [PAGE_ID]: id, [PAGE_BYTES]: bytes }) => ({ id, bytes })),
    read,
    measure,
  );
}

/** No column has these names. */
const PAGE_ID = 'id on the page';
const PAGE_BYTES = 'bytes on the page';

interface OnPage {
  [PAGE_ID]: string;
  [PAGE_BYTES]: number | null;
}

function isSmall({ [PAGE_BYTES]: bytes }: OnPage): boolean {
  return bytes !== null && bytes <= SMALL_ROW_BYTES;
}

/** Reads these rows, in their order. */
export async function* readInBatches<Row>(
  page: readonly Entry[],
  read: (ids: readonly string[]) => Promise<Row[]>,
  measure: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>> = async () => new Map(),
): AsyncGenerator<Batch<Row>> {
  let measured: ReadonlyMap<string, number> = new Map();
  const batchOf = (ids: readonly string[], bytes: number): Batch<Row> => ({ bytes, read: () => read(ids) });
  let ids: string[] = [];
  let total = 0;
  for (const [index, { id, bytes }] of page.entries()) {
    if (bytes === null && !measured.has(id)) {
      measured = await measure(unknownFrom(page, index));
    }
    // One that is gone by now has no length.
    const own = bytes ?? measured.get(id) ?? 0;
    if (ids.length > 0 && (total + own > BATCH_BYTES || ids.length === BATCH_ROWS)) {
      yield batchOf(ids, total);
      ids = [];
      total = 0;
    }
    ids.push(id);
    total += own;
  }
  if (ids.length > 0) yield batchOf(ids, total);
}

function unknownFrom(page: readonly Entry[], index: number): string[] {
  return page
    .slice(index)
    .filter(({ bytes }) => bytes === null)
    .slice(0, MEASURED_ROWS)
    .map(({ id }) => id);
}

/** The rows of a page as a JSON array that comes about batch by batch. `textsOf` makes the JSON of each row. */
export async function* jsonArray<Row>(
  batches: AsyncIterable<Batch<Row>>,
  textsOf: (rows: Row[]) => Promise<readonly string[]>,
): AsyncGenerator<ResponseChunk> {
  let separator = '[';
  for await (const { bytes, read } of batches) {
    yield {
      bytes,
      async text() {
        const texts = await textsOf(await read());
        if (texts.length === 0) return '';
        const text = separator + texts.join(',');
        separator = ',';
        return text;
      },
    };
  }
  yield { bytes: 2, text: async () => (separator === '[' ? '[]' : ']') };
}
