import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { PostgresAddress } from '../../src/platform/postgres/embedded.ts';

export const TEMPLATE = 'heddle_template';
/** The variable that passes the server of the test run to the test files. */
export const TEST_SERVER = 'HEDDLE_TEST_POSTGRES';

/** The variable that passes the key file that the services of all test files share. */
export const TEST_KEYS = 'HEDDLE_TEST_KEYS';

export interface TestDatabase {
  address: PostgresAddress;
  url: string;
  drop(): Promise<void>;
}

/** Creates a database as it is after a first start, but without the administrator. */
export async function createTestDatabase(options: { template?: string } = {}): Promise<TestDatabase> {
  const server = testServer();
  // The process in the name tells whose processor time the server uses for this database.
  const name = `test_${process.pid}_${randomBytes(8).toString('hex')}`;
  // Copying the files takes a third of the time of logging their pages.
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${options.template ?? TEMPLATE} STRATEGY FILE_COPY`);
  const address = { ...server, database: name };
  return {
    address,
    url: toUrl(address),
    drop: async () => {
      const left = await listConnections(server, name);
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
      if (left.length > 0) throw new Error(`connections were left open: ${left.join('; ')}`);
    },
  };
}

export function toUrl({ user, password, host, port, database }: PostgresAddress): string {
  return `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
}

function testServer(): PostgresAddress {
  const given = process.env[TEST_SERVER];
  if (!given) throw new Error('run tests with `npm test`, or `npm test -- FILE` for some of them');
  return JSON.parse(given);
}

async function administer(server: PostgresAddress, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Lists the connections that a test left open, by their last query. Connections that are just closing get a moment. */
async function listConnections(server: PostgresAddress, name: string): Promise<string[]> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    for (let attempt = 0; ; attempt++) {
      const { rows } = await client.query(
        "SELECT query FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'",
        [name],
      );
      if (rows.length === 0 || attempt === 20) return rows.map(row => row.query);
      await client.query('SELECT pg_sleep(0.05)');
    }
  } finally {
    await client.end();
  }
}
