import { Kysely, PostgresDialect } from 'kysely';
import { kyselyPool } from './kysely-pool.ts';
import { openPool, type Pool, type PoolOptions, type PostgresTarget } from './pool.ts';
import { createRetry, type LongRetry, type Retry } from './retry.ts';

export type { PostgresTarget } from './pool.ts';

export interface Database<Schema> {
  /** Typed queries; a transaction of it is passed on as the same type. */
  query: Kysely<Schema>;
  pool: Pool;
  target: PostgresTarget;
  retry: Retry;
  close(): Promise<void>;
}

export interface DatabaseOptions extends PoolOptions {
  onLongRetry?(retry: LongRetry): void;
}

/** What queries get to end when the database is closed. */
const CLOSE_MS = 1_000;

export function openDatabase<Schema>(
  target: PostgresTarget,
  { onLongRetry = () => {}, ...options }: DatabaseOptions,
): Database<Schema> {
  const pool = openPool(target, options);
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: kyselyPool(pool) }) });
  return {
    query,
    pool,
    target,
    retry: createRetry(onLongRetry),
    async close() {
      // A query that waits for a lock, say, must not keep a process from ending.
      const impatience = setTimeout(pool.cut, CLOSE_MS);
      await query.destroy(); // ends the pool only if it was ever used through Kysely
      await pool.end();
      clearTimeout(impatience);
    },
  };
}
