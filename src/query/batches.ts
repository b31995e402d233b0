/**
 * One page of rows that may be large: first which they are and how large, then the rows themselves, in batches of a
 * bounded size. No connection is held between two batches, so whoever reads may take as long as it takes. A row that is
 * deleted meanwhile is missing.
 */
import { type Kysely, type Simplify, type SqlBool, sql } from 'kysely';
import type { Piece } from '../http/large-answer.ts';
import type { Selection } from './compile.ts';
import type { RowSize } from './row-size.ts';
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

/** A row that is to be read, and how long its text is. */
export interface Entry {
  id: string;
  /** Null: it is to be measured. */
  bytes: number | null;
}

export async function* findBatches<Schema, Joined, Tables extends keyof Joined, Row>(
  db: Kysely<Schema>,
  selection: Selection,
  visible: Visible<Schema, Joined, Tables, Row>,
  size: RowSize,
): AsyncGenerator<Batch<Simplify<Row>>> {
  const { id } = selection;
  const named = (db: Kysely<Schema>, ids: readonly string[]) =>
    visible(db).where(sql<SqlBool>`${id} = any(${ids}::uuid[])`);
  const entriesOf = (query: ReturnType<typeof visible>, bytes: RowSize['known']) =>
    query
      .clearSelect()
      .select([sql<string>`${id}`.as('id'), sql<number | null>`${bytes}`.as('bytes')])
      .$castTo<Entry>();

  async function read(ids: readonly string[]): Promise<Simplify<Row>[]> {
    const rows = await named(db, ids)
      .select(sql<string>`${id}`.as(PAGE_ID))
      .$castTo<Simplify<Row> & Record<typeof PAGE_ID, string>>()
      .execute();
    const byId = new Map(rows.map(row => [row[PAGE_ID], row]));
    return ids.flatMap(each => byId.get(each) ?? []);
  }

  async function measure(ids: readonly string[]): Promise<Map<string, number>> {
    const entries = await entriesOf(named(db, ids), size.exact).execute();
    return new Map(entries.map(entry => [entry.id, entry.bytes ?? 0]));
  }

  const page = await inTurn(db, selection, db => onPage(entriesOf(visible(db), size.known), selection).execute());
  yield* readInBatches(page, read, measure);
}

/** No column has this name. */
const PAGE_ID = 'id on the page';

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
): AsyncGenerator<Piece> {
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
