/**
 * Limits the queries of clients that may not be able to use an index: filters, sorts and patterns. Few of them run at
 * the same time, so that small requests find connections and processor time, and no user gets all of these slots. A
 * query that takes too long is cancelled, and the client learns why.
 */
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { fixedLimits } from '../configuration/limits.ts';
import { type ApiError, validationError } from '../errors.ts';
import { currentOwner } from '../platform/concurrency/owner-context.ts';
import { createSemaphore, type Release, type Semaphore } from '../platform/concurrency/semaphore.ts';
import { DatabaseBusy, isStatementTimeout } from '../platform/postgres/connection-error.ts';
import type { Pattern, Selection } from './compile.ts';
import { quoteName } from './fields.ts';

type SlotSelection = Pick<Selection, 'conditions' | 'patterns' | 'canBeSlow'>;

/** A search that must look at rows one by one, and so shares the slots of other slow queries. */
export const SLOW_SEARCH: SlotSelection = { conditions: [], patterns: [], canBeSlow: true };

/**
 * Runs the query of a selection; one that can be slow waits for a slot first. Do not call it in a transaction, because
 * others would wait for the locks of that transaction.
 */
export async function withQuerySlot<Schema, Result>(
  db: Kysely<Schema>,
  selection: SlotSelection,
  run: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  if (!selection.canBeSlow) return run(db);
  if (db.isTransaction) throw new Error('a transaction must not wait for a slot');
  const release = await acquireSlot(db);
  try {
    return await (selection.patterns.length > 0 ? withinPatternTime(db, selection.patterns, run) : run(db));
  } catch (error) {
    throw refusal(error, selection) ?? error;
  } finally {
    release();
  }
}

const semaphores = new WeakMap<object, Semaphore>();

/** The assumption for a database for which nobody called `limitSlowQueries`, as in tests. */
const DEFAULT_CONNECTIONS = 6;

/** Lets slow queries use half of the connections to a database: the other half is for small requests. */
export function limitSlowQueries<Schema>(db: Kysely<Schema>, connections: number): Semaphore {
  const total = Math.max(1, Math.floor(connections / 2));
  const semaphore = createSemaphore({ total, perOwner: Math.max(1, total - 1) });
  semaphores.set(db, semaphore);
  return semaphore;
}

async function acquireSlot<Schema>(db: Kysely<Schema>): Promise<Release> {
  const { waitSeconds } = fixedLimits.query;
  const semaphore = semaphores.get(db) ?? limitSlowQueries(db, DEFAULT_CONNECTIONS);
  const owner = currentOwner();
  const free = semaphore.tryAcquire(owner, 1);
  if (free) return free;
  return semaphore.acquire(owner, 1, AbortSignal.timeout(waitSeconds * 1000)).catch(() => {
    throw new DatabaseBusy();
  });
}

/** Queries with patterns get a shorter time limit, which ends with the transaction. */
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

/** Without this, an invalid pattern would only be refused when there is a row to match it against. */
async function tryPatterns<Schema>(transaction: Kysely<Schema>, patterns: readonly Pattern[]): Promise<void> {
  const deadline = performance.now() + fixedLimits.query.patternMs;
  for (const each of patterns) {
    // The time limit of the database is per statement: a hundred statements could take a hundred times as long.
    if (performance.now() > deadline) throw tooSlow(patterns);
    await sql`select '' ~ ${each.pattern}::text`.execute(transaction).catch(error => {
      throw patternRefusal(error, [each]) ?? error;
    });
  }
}

function refusal(error: unknown, { patterns, conditions }: SlotSelection): ApiError | undefined {
  if (patterns.length > 0) return patternRefusal(error, patterns);
  if (!isStatementTimeout(error)) return undefined;
  return validationError(conditions.length > 0 ? 'filters' : 'sort_key', 'the query takes too long');
}

const INVALID_REGULAR_EXPRESSION = '2201B';

function patternRefusal(error: unknown, patterns: readonly Pattern[]): ApiError | undefined {
  if (isStatementTimeout(error)) return tooSlow(patterns);
  if (!(error instanceof pg.DatabaseError) || error.code !== INVALID_REGULAR_EXPRESSION) return undefined;
  const reason = error.message.replace(/^[^:]*: /, '');
  return validationError(patternLocation(patterns), `pattern ${quotePatterns(patterns)} is invalid: ${reason}`);
}

function tooSlow(patterns: readonly Pattern[]): ApiError {
  return validationError(patternLocation(patterns), `pattern ${quotePatterns(patterns)} takes too long`);
}

function patternLocation(patterns: readonly Pattern[]): string {
  return patterns.length === 1 && patterns[0] ? patterns[0].where : 'filters';
}

function quotePatterns(patterns: readonly Pattern[]): string {
  return patterns.map(({ pattern }) => quoteName(pattern)).join(' or ');
}
