import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import type { QueryResultRow } from 'pg';
import type { Connection } from './connection.ts';
import { openPool, type Pool } from './pool.ts';
import type { PoolOptions } from './pool-connections.ts';
import { createRetry, type LongRetry, type Retry } from './retry.ts';
import type { PostgresTarget } from './target.ts';

export type { PostgresTarget } from './target.ts';

export interface Database<Schema> {
  /** Typed queries. A transaction has the same type. */
  query: Kysely<Schema>;
  pool: Pool;
  target: PostgresTarget;
  retry: Retry;
  close(): Promise<void>;
}

interface DatabaseOptions extends PoolOptions {
  onLongRetry?(retry: LongRetry): void;
}

/** How long queries may continue when the database is closed. */
const CLOSE_MS = 1_000;

export function openDatabase<Schema>(
  target: PostgresTarget,
  { onLongRetry, ...options }: DatabaseOptions,
): Database<Schema> {
  const pool = openPool(target, options);
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: toKyselyPool(pool) }) });
  return {
    query,
    pool,
    target,
    retry: createRetry({ onLongRetry, isBusy: () => pool.isBusy }),
    async close() {
      // A query that waits for a lock, for example, must not keep the process from ending.
      const timer = setTimeout(() => pool.destroy(), CLOSE_MS);
      await query.destroy(); // ends the pool only if it was ever used through Kysely
      await pool.end();
      clearTimeout(timer);
    },
  };
}

/** Adapts a pool to the interface that Kysely expects. */
export function toKyselyPool(pool: Pool): PostgresPool {
  return { connect: async () => toKyselyClient(await pool.connect()), end: () => pool.end(), options: {} };
}

function toKyselyClient(connection: Connection): PostgresPoolClient {
  function query<Row>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(statement: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof statement !== 'string') throw new Error('cursors are not used here');
    return executeForKysely<Row>(connection, statement, parameters);
  }
  return { query, release: isToBeDiscarded => connection.release(isToBeDiscarded) };
}

const COMMANDS = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COMMIT', 'ROLLBACK'] as const;

async function executeForKysely<Row>(
  connection: Connection,
  statement: string,
  parameters: readonly unknown[],
): Promise<PostgresQueryResult<Row>> {
  const { command, rowCount, rows } = await connection.query<Row & QueryResultRow>(statement, parameters);
  // Kysely distinguishes only these commands.
  return { command: COMMANDS.find(each => each === command) ?? 'SELECT', rowCount: rowCount ?? 0, rows };
}
