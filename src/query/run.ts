/** Executes `find` and `count`. */
import { type Kysely, type SelectQueryBuilder, type Simplify, type SqlBool, sql } from 'kysely';
import type { Selection } from './compile.ts';
import { inTurn } from './slow-queries.ts';

/** The rows that a caller may see at all, before filters; without an order. It is built on the handle that it is given. */
export type Visible<Schema, Joined, Tables extends keyof Joined, Row> = (
  db: Kysely<Schema>,
) => SelectQueryBuilder<Joined, Tables, Row>;

/** One page of the rows that match, whole. Where rows can be large, see `findBatches`. */
export async function findRows<Schema, Joined, Tables extends keyof Joined, Row>(
  db: Kysely<Schema>,
  selection: Selection,
  visible: Visible<Schema, Joined, Tables, Row>,
): Promise<Simplify<Row>[]> {
  return inTurn(db, selection, db => {
    const { id, offset } = selection;
    if (offset < DEEP) return onPage(visible(db), selection).execute();
    const ids = onPage(visible(db).clearSelect().select(sql`${id}`.as('id')), selection);
    return ordered(visible(db).where(sql<SqlBool>`${id} in (${ids})`), selection).execute();
  });
}

/** From here on, what is skipped is skipped in the index where there is one, instead of fetched and thrown away. */
const DEEP = 1000;

/** How many rows match, on all pages together. */
export async function countRows<Schema, Joined, Tables extends keyof Joined, Row>(
  db: Kysely<Schema>,
  selection: Selection,
  visible: Visible<Schema, Joined, Tables, Row>,
): Promise<number> {
  return inTurn(db, selection, async db => {
    const matches = matching(visible(db), selection);
    const { rows } = await sql<{ count: unknown }>`select count(*) from (${matches}) as matches`.execute(db);
    return Number(rows[0]?.count);
  });
}

/** The rows of the page that is asked for, in order. */
export function onPage<Joined, Tables extends keyof Joined, Row>(
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
