import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { PostgresAddress } from './embedded.ts';

/** How to reach a server: a URL, or the address of the embedded one. */
export type PostgresTarget = string | PostgresAddress;

export interface Database<Schema> {
  /** Typed queries; a transaction of it is passed on as the same type. */
  query: Kysely<Schema>;
  pool: pg.Pool;
  target: PostgresTarget;
  close(): Promise<void>;
}

/** What queries get to end when the database is closed. */
const CLOSE_MS = 1_000;
const CONNECT_MS = 10_000;

export function openDatabase<Schema>(target: PostgresTarget, options: { maxConnections: number }): Database<Schema> {
  const pool = new pg.Pool({ ...clientOptions(target), max: options.maxConnections });
  // A connection that breaks is told by its next query; without a listener, idle or between two queries of a
  // transaction, it would end the process.
  pool.on('error', () => {});
  const clients = new Set<pg.Client>();
  pool.on('connect', client => {
    client.on('error', () => {});
    clients.add(client);
  });
  pool.on('remove', client => clients.delete(client));
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    query,
    pool,
    target,
    async close() {
      // A query that waits for a lock, say, must not keep a process from ending.
      const impatience = setTimeout(() => {
        for (const client of clients) client.connection.stream.destroy();
      }, CLOSE_MS);
      await query.destroy(); // ends the pool only if it was ever used through Kysely
      if (!pool.ended) await pool.end();
      clearTimeout(impatience);
    },
  };
}

export function clientOptions(target: PostgresTarget): pg.ClientConfig {
  return {
    ...(typeof target === 'string' ? { connectionString: target } : target),
    application_name: 'heddle',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** Sizes, counts and credits are numbers: they stay far below 2^53. */
const NUMBER_TYPES = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  NUMBER_TYPES.has(type) && format !== 'binary' ? Number : pg.types.getTypeParser(type, format);

/** What is wrong with the connection, in a line that holds no password. */
export function connectionProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const known: Record<string, string> = {
    ECONNREFUSED: 'nothing listens at that address',
    ENOENT: 'there is no such socket',
    ENOTFOUND: 'the host is not known',
    EAI_AGAIN: 'the host could not be looked up',
    ETIMEDOUT: 'the host does not answer',
    ENETUNREACH: 'no way leads to the host',
    EHOSTUNREACH: 'the host can not be reached',
    '28P01': 'user or password is wrong',
    '28000': 'the server refuses this user',
    '3D000': 'there is no such database',
    '53100': 'the disk of the server is full',
    '53300': 'the server has no connection left',
    '57P01': 'the server ended the connection',
    '57P02': 'the server crashed',
    '57P03': 'the server is starting or stopping',
    ECONNRESET: 'the connection was cut',
    EPIPE: 'the connection was cut',
  };
  const isSocket = code !== 'ENOENT' || ('syscall' in error && error.syscall === 'connect');
  if (known[code] && isSocket) return known[code];
  if (/timeout|SSL|certificate|password|authentication|terminat|connection error/i.test(error.message))
    return error.message;
  return undefined;
}
