/**
 * Queries of clients that no index may serve: filters, sorts, patterns. Few of them run at the same time, so that
 * everybody's small requests find connections and processor time, and no user has all of these places. What takes too
 * long is given up, and the client is told why.
 */
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { fixedLimits } from '../configuration/limits.ts';
import { type ApiError, databaseBusy, validationError } from '../errors.ts';
import { currentOwner } from '../platform/owner-context.ts';
import { isTimeout } from '../platform/postgres/connection-error.ts';
import { createSemaphore, type Release, type Semaphore } from '../platform/semaphore.ts';
import type { Pattern, Selection } from './compile.ts';
import { quoted } from './fields.ts';

/** Runs a query for a selection, in its turn if it can be slow. Not within a transaction: others would wait for it. */
export async function inTurn<Schema, Result>(
  db: Kysely<Schema>,
  selection: Selection,
  run: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  if (!selection.canBeSlow) return run(db);
  if (db.isTransaction) throw new Error('a transaction must not wait for its turn');
  const release = await turn(db);
  try {
    return await (selection.patterns.length > 0 ? withinPatternTime(db, selection.patterns, run) : run(db));
  } catch (error) {
    throw refusal(error, selection) ?? error;
  } finally {
    release();
  }
}

const semaphores = new WeakMap<object, Semaphore>();

/** The assumption for a database that was opened without `shareSlowQueries`, as tests do. */
const FEWEST_CONNECTIONS = 2;

/** How many slow queries run at once on a database with so many connections: the other half is for small requests. */
export function shareSlowQueries<Schema>(db: Kysely<Schema>, connections: number): Semaphore {
  const total = Math.max(1, Math.floor(connections / 2));
  const semaphore = createSemaphore({ total, perOwner: Math.max(1, total - 1) });
  semaphores.set(db, semaphore);
  return semaphore;
}

async function turn<Schema>(db: Kysely<Schema>): Promise<Release> {
  const { waitSeconds } = fixedLimits.query;
  const semaphore = semaphores.get(db) ?? shareSlowQueries(db, FEWEST_CONNECTIONS);
  const owner = currentOwner();
  const free = semaphore.tryAcquire(owner, 1);
  if (free) return free;
  return semaphore.acquire(owner, 1, AbortSignal.timeout(waitSeconds * 1000)).catch(() => {
    throw databaseBusy();
  });
}

/** Patterns of clients get a shorter time limit, which must not outlast the query on this connection. */
async function withinPatternTime<Schema, Result>(
  db: Kysely<Schema>,
  patterns: readonly Pattern[],
  run: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async transaction => {
    await sql`select set_config('statement_timeout', ${`${fixedLimits.query.patternMs}ms`}, true)`.execute(transaction);
    await tryPatterns(transaction, patterns);
    return run(transaction);
  });
}

/** Without this, an invalid pattern would be refused only when there is a row to try it on. */
async function tryPatterns<Schema>(transaction: Kysely<Schema>, patterns: readonly Pattern[]): Promise<void> {
  const deadline = performance.now() + fixedLimits.query.patternMs;
  for (const each of patterns) {
    // The time limit of the database is for one statement; a hundred of them would take a hundred times as long.
    if (performance.now() > deadline) throw tooSlow(patterns);
    await sql`select '' ~ ${each.pattern}::text`.execute(transaction).catch(error => {
      throw patternRefusal(error, [each]) ?? error;
    });
  }
}

function refusal(error: unknown, { patterns, conditions }: Selection): ApiError | undefined {
  if (patterns.length > 0) return patternRefusal(error, patterns);
  if (!isTimeout(error)) return undefined;
  return validationError(conditions.length > 0 ? 'filters' : 'sort_key', 'the query takes too long');
}

const INVALID_REGULAR_EXPRESSION = '2201B';

function patternRefusal(error: unknown, patterns: readonly Pattern[]): ApiError | undefined {
  if (isTimeout(error)) return tooSlow(patterns);
  if (!(error instanceof pg.DatabaseError) || error.code !== INVALID_REGULAR_EXPRESSION) return undefined;
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
