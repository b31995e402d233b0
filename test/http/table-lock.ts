/** Locks a table, so that tests can observe requests while they wait for the database. */
import pg from 'pg';
import type { TestDatabase } from '../support/database.ts';
import { poll } from './poll.ts';

export interface TableLock {
  /** Waits until a connection waits for the table, and returns its process id. */
  waiting(): Promise<number>;
  release(): Promise<void>;
}

export async function lockTable({ address }: TestDatabase, table: string): Promise<TableLock> {
  const client = new pg.Client(address);
  await client.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${pg.escapeIdentifier(table)} IN ACCESS EXCLUSIVE MODE`);
  return {
    waiting: () =>
      poll(async () => {
        const { rows } = await client.query<{ pid: number }>(
          'SELECT pid FROM pg_locks WHERE NOT granted AND relation = $1::regclass',
          [table],
        );
        return rows[0]?.pid;
      }),
    release: () => client.end(),
  };
}
