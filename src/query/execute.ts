/** Executes `find` and `count`. */
import { type Kysely, type SelectQueryBuilder, type Simplify, type SqlBool, sql } from 'kysely';
import type { Selection } from './compile.ts';
import { withQuerySlot } from './slow-queries.ts';

/** Selects the rows that a caller may see, without filters and order, with this database or transaction. */
export type SelectVisible<Schema, Joined, Tables extends keyof Joined, Row> = (
  db: Kysely<Schema>,
) => SelectQueryBuilder<Joined, Tables, Row>;

/** Reads one page of the rows that match. For rows that can be large, use `findBatches`. */
export async function findRows<Schema, Joined, Tables extends keyof Joined, Row>(
  db: Kysely<Schema>,
  selection: Selection,
  visible: SelectVisible<Schema, Joined, Tables, Row>,
): Promise<Simplify<Row>[]> {
  return withQuerySlot(db, selection, db => {
    const { id, offset } = selection;
    if (offset < DEEP_OFFSET) return selectPage(visible(db), selection).execute();
    const ids = selectPage(visible(db).clearSelect().select(sql`${id}`.as('id')), selection);
    return ordered(visible(db).where(sql<SqlBool>`${id} in (${ids})`), selection).execute();
  });
}

/** From this offset on, rows are skipped in the index, if there is one, instead of being fetched and thrown away. */
const DEEP_OFFSET = 1000;

/** Counts the rows that match on all pages. */
export async function countRows<Schema, Joined, Tables extends keyof Joined, Row>(
  db: Kysely<Schema>,
  selection: Selection,
  visible: SelectVisible<Schema, Joined, Tables, Row>,
): Promise<number> {
  return withQuerySlot(db, selection, async db => {
    const matches = matching(visible(db), selection);
    const { rows } = await sql<{ count: unknown }>`select count(*) from (${matches}) as matches`.execute(db);
    return Number(rows[0]?.count);
  });
}

/** Selects the rows of the requested page, in order. */
export function selectPage<Joined, Tables extends keyof Joined, Row>(
  query: SelectQueryBuilder<Joined, Tables, Row>,
  selection: Selection,
): SelectQueryBuilder<Joined, Tables, Row> {
  return ordered(matching(query, selection), selection).limit(selection.limit).offset(selection.offset);
}

function ordered<Joined, Tables extends keyof Joined, Row>(
  query: SelectQueryBuilder<Joined, Tables, Row>,
  { order, direction }: Selection,
): SelectQueryBuilder<Joined, Tables, Row> {
  return order.reduce<typeof query>((sorted, key) => sorted.orderBy(key, direction), query);
}

function matching<Joined, Tables extends keyof Joined, Row>(
  query: SelectQueryBuilder<Joined, Tables, Row>,
  { conditions }: Selection,
): SelectQueryBuilder<Joined, Tables, Row> {
  return conditions.reduce((narrowed, condition) => narrowed.where(condition), query);
}
