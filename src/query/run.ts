/** Executes `find` and `count`. */
import { type Kysely, type SelectQueryBuilder, type Simplify, type SqlBool, sql } from 'kysely';
import pg from 'pg';
import { type ApiError, validationError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Pattern, Selection } from './compile.ts';
import { quoted } from './fields.ts';
import { Turns } from './turns.ts';

/** The rows that a caller may see at all, before filters; without an order. It is built on the handle that it is given. */
export type Visible<Schema, Joined, Tables extends keyof Joined, Row> = (
  db: Kysely<Schema>,
) => SelectQueryBuilder<Joined, Tables, Row>;

/** One page of the rows that match. `db` may be a transaction: it goes on as it was, also after a refused pattern. */
export async function findRows<Schema, Joined, Tables extends keyof Joined, Row>(
  db: Kysely<Schema>,
  selection: Selection,
  visible: Visible<Schema, Joined, Tables, Row>,
): Promise<Simplify<Row>[]> {
  return withinPatternTime(db, selection.patterns, db => {
    const { id, limit, offset } = selection;
    if (offset < DEEP)
      return ordered(matching(visible(db), selection), selection)
        .limit(limit)
        .offset(offset)
        .execute();
    const ids = ordered(matching(visible(db).clearSelect().select(sql`${id}`.as('id')), selection), selection);
    const onPage = sql<SqlBool>`${id} in (${ids.limit(limit).offset(offset)})`;
    return ordered(visible(db).where(onPage), selection).execute();
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
  return withinPatternTime(db, selection.patterns, async db => {
    const matches = matching(visible(db), selection);
    const { rows } = await sql<{ count: unknown }>`select count(*) from (${matches}) as matches`.execute(db);
    return Number(rows[0]?.count);
  });
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

/** Patterns of clients get a time limit, which must not outlast the query on this connection. */
async function withinPatternTime<Schema, Result>(
  db: Kysely<Schema>,
  patterns: readonly Pattern[],
  run: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  if (patterns.length === 0) return run(db);
  const limited = async (transaction: Kysely<Schema>) => {
    await setStatementTimeout(transaction, `${limits.query.patternMs}ms`);
    await tryPatterns(transaction, patterns);
    return run(transaction).catch(error => {
      throw patternError(error, patterns) ?? error;
    });
  };
  if (db.isTransaction) return inSavepoint(db, limited);
  return turnOf(db).take(() => db.transaction().execute(limited));
}

/** Slow patterns would hold every connection: so many queries with patterns run at once, and the others wait. */
const PATTERN_QUERIES = 2;
const turns = new WeakMap<object, Turns>();

function turnOf(db: object): Turns {
  const known = turns.get(db) ?? new Turns(PATTERN_QUERIES);
  turns.set(db, known);
  return known;
}

/** A setting made inside a savepoint stays when it is released, and goes when it is rolled back. */
async function inSavepoint<Schema, Result>(
  transaction: Kysely<Schema>,
  run: (transaction: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  const { rows } = await sql<{ before: string }>`select current_setting('statement_timeout') as before`.execute(
    transaction,
  );
  await sql`savepoint query_with_pattern`.execute(transaction);
  try {
    const result = await run(transaction);
    await setStatementTimeout(transaction, rows[0]?.before ?? '0');
    return result;
  } catch (error) {
    await sql`rollback to savepoint query_with_pattern`.execute(transaction);
    throw error;
  } finally {
    await sql`release savepoint query_with_pattern`.execute(transaction);
  }
}

async function setStatementTimeout<Schema>(transaction: Kysely<Schema>, timeout: string): Promise<void> {
  await sql`select set_config('statement_timeout', ${timeout}, true)`.execute(transaction);
}

/** Without this, an invalid pattern would be refused only when there is a row to try it on. */
async function tryPatterns<Schema>(transaction: Kysely<Schema>, patterns: readonly Pattern[]): Promise<void> {
  const deadline = performance.now() + limits.query.patternMs;
  for (const each of patterns) {
    // The time limit of the database is for one statement; a hundred of them would take a hundred times as long.
    if (performance.now() > deadline) throw tooSlow(patterns);
    await sql`select '' ~ ${each.pattern}::text`.execute(transaction).catch(error => {
      throw patternError(error, [each]) ?? error;
    });
  }
}

const INVALID_REGULAR_EXPRESSION = '2201B';
const QUERY_CANCELED = '57014';

function patternError(error: unknown, patterns: readonly Pattern[]): ApiError | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (error.code === QUERY_CANCELED) return tooSlow(patterns);
  if (error.code !== INVALID_REGULAR_EXPRESSION) return undefined;
  const reason = error.message.replace(/^[^:]*: /, '');
  return validationError(whereOf(patterns), `pattern ${named(patterns)} is invalid: ${reason}`);
}

function tooSlow(patterns: readonly Pattern[]): ApiError {
  return validationError(whereOf(patterns), `pattern ${named(patterns)} takes too long`);
}

function whereOf(patterns: readonly Pattern[]): string {
  return patterns.length === 1 && patterns[0] ? patterns[0].where : 'filters';
}

function named(patterns: readonly Pattern[]): string {
  return patterns.map(({ pattern }) => quoted(pattern)).join(' or ');
}
