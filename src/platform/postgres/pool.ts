/**
 * A fixed number of connections that many share. Who comes when all are in use waits, and a connection that becomes free
 * goes to the owner who holds least: nobody's many requests keep another's one request waiting.
 *
 * Errors of the driver come out as `ConnectionError`, and a connection after which that is all that can be said is
 * replaced. So is every connection that was open when a server said that it is read-only: after a fail-over they lead
 * to the wrong server.
 */
import pg from 'pg';
import { currentOwner } from '../owner-context.ts';
import { createSemaphore, type Release } from '../semaphore.ts';
import { ConnectionError, connectionProblem, DatabaseBusy, isReadOnly } from './connection-error.ts';
import type { PostgresAddress } from './embedded.ts';

/** How to reach a server: a URL, or the address of the embedded one. */
export type PostgresTarget = string | PostgresAddress;

export interface PoolOptions {
  maxConnections: number;
  /** How long one waits for a free connection; without it, as long as it takes. */
  waitMs?: number;
  /** Limits of the server for one statement, and for one wait for a lock. */
  statementMs?: number;
  lockMs?: number;
}

export type Statement = string | { name?: string; text: string; values?: unknown[] };

/** As the driver types rows of which nothing is said. */
type UntypedRow = pg.QueryResult['rows'][number];

export interface Pool {
  query<Row extends pg.QueryResultRow = UntypedRow>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
  connect(): Promise<Connection>;
  /** Lets queries under way end. */
  end(): Promise<void>;
  /** Cuts off queries under way. */
  cut(): void;
  readonly ended: boolean;
  readonly totalCount: number;
  readonly waitingCount: number;
}

const CONNECT_MS = 10_000;

export function openPool(target: PostgresTarget, { maxConnections, waitMs, statementMs, lockMs }: PoolOptions): Pool {
  const settings = [
    ...(statementMs === undefined ? [] : [`SET statement_timeout = ${statementMs}`]),
    ...(lockMs === undefined ? [] : [`SET lock_timeout = ${lockMs}`]),
  ];
  const pool = new pg.Pool({
    ...clientOptions(target),
    max: maxConnections,
    // Not as parameters of the connection: poolers such as PgBouncer refuse those that they do not know.
    ...(settings.length > 0 && { onConnect: client => client.query(settings.join('; ')) }),
  });
  const places = createSemaphore({ total: maxConnections, perOwner: Math.max(1, maxConnections - 1) });
  const connections = new Map<pg.PoolClient, Connection>();
  // The next query tells of a connection that broke; an event that nobody listens to would end the process.
  pool.on('error', () => {});
  pool.on('connect', client => {
    const connection = new Connection(client, () => {
      for (const each of connections.values()) each.isStale = true;
    });
    connections.set(client, connection);
  });
  pool.on('remove', client => connections.delete(client));

  async function place(): Promise<Release> {
    const owner = currentOwner();
    const free = places.tryAcquire(owner, 1);
    if (free) return free;
    if (waitMs === undefined) return places.acquire(owner, 1);
    return places.acquire(owner, 1, AbortSignal.timeout(waitMs)).catch(() => {
      throw new DatabaseBusy();
    });
  }

  async function connected(): Promise<Connection> {
    if (pool.ending) throw new Error('the database is closed');
    const client = await pool.connect().catch((error: Error) => {
      throw new ConnectionError(error.message, { cause: error });
    });
    const connection = connections.get(client);
    if (!connection) throw new Error('a connection came from nowhere');
    if (!connection.isStale) return connection;
    client.release(true);
    return connected();
  }

  async function connect(): Promise<Connection> {
    const leave = await place();
    try {
      const connection = await connected();
      connection.take(leave);
      return connection;
    } catch (error) {
      leave();
      throw error;
    }
  }

  return {
    connect,
    async query<Row extends pg.QueryResultRow = UntypedRow>(statement: Statement, values?: readonly unknown[]) {
      const connection = await connect();
      let isDone = false;
      try {
        const result = await connection.query<Row>(statement, values);
        isDone = true;
        return result;
      } finally {
        // A text of several statements may have left a transaction open.
        connection.release(!isDone);
      }
    },
    async end() {
      if (!pool.ending) await pool.end();
    },
    cut() {
      for (const connection of connections.values()) connection.cut();
    },
    get ended() {
      return pool.ended;
    },
    get totalCount() {
      return pool.totalCount;
    },
    get waitingCount() {
      return places.waiting;
    },
  };
}

/** One connection, in the hands of one user at a time. */
export class Connection {
  readonly #client: pg.PoolClient;
  readonly #onReadOnly: () => void;
  #isBroken = false;
  #leave: Release | undefined;
  /** Whether another is to take its place. */
  isStale = false;

  constructor(client: pg.PoolClient, onReadOnly: () => void) {
    this.#client = client;
    this.#onReadOnly = onReadOnly;
    const breaks = () => {
      this.#isBroken = true;
    };
    client.on('error', breaks);
    client.on('end', breaks);
  }

  take(leave: Release): void {
    this.#leave = leave;
  }

  async query<Row extends pg.QueryResultRow = UntypedRow>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>> {
    try {
      return await this.#client.query<Row>(statement, values && [...values]);
    } catch (error) {
      throw this.#explained(error);
    }
  }

  release(isToBeDiscarded = false): void {
    this.#client.release(isToBeDiscarded || this.isStale);
    this.#leave?.();
    this.#leave = undefined;
  }

  cut(): void {
    this.#isBroken = true;
    this.#client.connection.stream.destroy();
  }

  #explained(error: unknown): unknown {
    if (isReadOnly(error)) this.#onReadOnly();
    const isOfDriver = this.#isBroken && error instanceof Error && !(error instanceof pg.DatabaseError);
    const explained = isOfDriver ? new ConnectionError(error.message, { cause: error }) : error;
    if (connectionProblem(explained) !== undefined) this.isStale = true;
    return explained;
  }
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
