/** A pool in the form in which Kysely asks for one. */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { QueryResultRow } from 'pg';
import type { Connection, Pool } from './pool.ts';

export function kyselyPool(pool: Pool): PostgresPool {
  return { connect: async () => kyselyClient(await pool.connect()), end: () => pool.end(), options: {} };
}

function kyselyClient(connection: Connection): PostgresPoolClient {
  function query<Row>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(statement: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof statement !== 'string') throw new Error('cursors are not used here');
    return execute<Row>(connection, statement, parameters);
  }
  return { query, release: isToBeDiscarded => connection.release(isToBeDiscarded) };
}

const COMMANDS = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COMMIT', 'ROLLBACK'] as const;

async function execute<Row>(
  connection: Connection,
  statement: string,
  parameters: readonly unknown[],
): Promise<PostgresQueryResult<Row>> {
  const { command, rowCount, rows } = await connection.query<Row & QueryResultRow>(statement, parameters);
  // Kysely tells apart those commands alone.
  return { command: COMMANDS.find(each => each === command) ?? 'SELECT', rowCount: rowCount ?? 0, rows };
}
