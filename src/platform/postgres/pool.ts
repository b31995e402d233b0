/**
 * A pool with a fixed number of connections. When all are in use, callers wait, and a free connection goes to the owner
 * who holds the fewest, so that one user's many requests do not delay another user's single request.
 *
 * Errors of the driver become `ConnectionError`, and a connection with such an error is replaced. When a server reports
 * that it is read-only, all open connections are replaced: after a failover they lead to the wrong server.
 */
import pg from 'pg';
import { currentOwner } from '../owner-context.ts';
import { createSemaphore, type Release } from '../semaphore.ts';
import { ConnectionError, connectionProblem, DatabaseBusy, isReadOnly } from './connection-error.ts';
import type { PostgresAddress } from './embedded.ts';

/** The URL of a server, or the address of the embedded one. */
export type PostgresTarget = string | PostgresAddress;

export interface PoolOptions {
  maxConnections: number;
  /** How long to wait for a free connection. Without it, there is no limit. */
  waitMs?: number;
  /** The server's time limits for one statement and for one wait for a lock. */
  statementMs?: number;
  lockMs?: number;
}

export type Statement = string | { name?: string; text: string; values?: unknown[] };

/** The driver's type of rows without a declared type. */
type UntypedRow = pg.QueryResult['rows'][number];

export interface Pool {
  query<Row extends pg.QueryResultRow = UntypedRow>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
  connect(): Promise<Connection>;
  /** Waits for running queries. */
  end(): Promise<void>;
  /** Closes all connections at once; running queries fail. */
  destroy(): void;
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
    // These are not parameters of the connection, because poolers such as PgBouncer refuse unknown parameters.
    ...(settings.length > 0 && { onConnect: client => client.query(settings.join('; ')) }),
  });
  const slots = createSemaphore({ total: maxConnections, perOwner: Math.max(1, maxConnections - 1) });
  const connections = new Map<pg.PoolClient, Connection>();
  // The next query reports a broken connection. An event without a listener would end the process.
  pool.on('error', () => {});
  pool.on('connect', client => {
    const connection = new Connection(client, () => {
      for (const each of connections.values()) each.isStale = true;
    });
    connections.set(client, connection);
  });
  pool.on('remove', client => connections.delete(client));

  async function acquireSlot(): Promise<Release> {
    const owner = currentOwner();
    const free = slots.tryAcquire(owner, 1);
    if (free) return free;
    if (waitMs === undefined) return slots.acquire(owner, 1);
    return slots.acquire(owner, 1, AbortSignal.timeout(waitMs)).catch(() => {
      throw new DatabaseBusy();
    });
  }

  async function openConnection(): Promise<Connection> {
    if (pool.ending) throw new Error('the database is closed');
    const client = await pool.connect().catch((error: Error) => {
      throw new ConnectionError(error.message, { cause: error });
    });
    const connection = connections.get(client);
    if (connection && !connection.isStale) return connection;
    // It is stale, or it broke while it was handed over and the pool has removed it already.
    client.release(true);
    return openConnection();
  }

  async function connect(): Promise<Connection> {
    const releaseSlot = await acquireSlot();
    try {
      const connection = await openConnection();
      connection.occupy(releaseSlot);
      return connection;
    } catch (error) {
      releaseSlot();
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
    destroy() {
      for (const connection of connections.values()) connection.destroy();
    },
    get ended() {
      return pool.ended;
    },
    get totalCount() {
      return pool.totalCount;
    },
    get waitingCount() {
      return slots.waiting;
    },
  };
}

/** A connection, which one caller uses at a time. */
export class Connection {
  readonly #client: pg.PoolClient;
  readonly #onReadOnly: () => void;
  #isBroken = false;
  #releaseSlot: Release | undefined;
  /** Whether it is replaced after its release. */
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

  occupy(releaseSlot: Release): void {
    this.#releaseSlot = releaseSlot;
  }

  async query<Row extends pg.QueryResultRow = UntypedRow>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>> {
    try {
      return await this.#client.query<Row>(statement, values && [...values]);
    } catch (error) {
      throw this.#toConnectionError(error);
    }
  }

  release(discard = false): void {
    this.#client.release(discard || this.isStale);
    this.#releaseSlot?.();
    this.#releaseSlot = undefined;
  }

  destroy(): void {
    this.#isBroken = true;
    this.#client.connection.stream.destroy();
  }

  #toConnectionError(error: unknown): unknown {
    if (isReadOnly(error)) this.#onReadOnly();
    const isDriverError = this.#isBroken && error instanceof Error && !(error instanceof pg.DatabaseError);
    const converted = isDriverError ? new ConnectionError(error.message, { cause: error }) : error;
    if (connectionProblem(converted) !== undefined) this.isStale = true;
    return converted;
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

/** Sizes, counts and credits are read as numbers, because they stay far below 2^53. */
const NUMBER_TYPES = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  NUMBER_TYPES.has(type) && format !== 'binary' ? Number : pg.types.getTypeParser(type, format);
