/**
 * A pool with a fixed number of connections. When all are in use, callers wait, and a free connection goes to the owner
 * who holds the fewest, so that one user's many requests do not delay another user's single request.
 */
import type pg from 'pg';
import { currentOwner } from '../concurrency/owner-context.ts';
import { createSemaphore, type Release, type Semaphore } from '../concurrency/semaphore.ts';
import { singleFlight } from '../concurrency/single-flight.ts';
import type { Connection, Statement, UntypedRow } from './connection.ts';
import { DatabaseBusy, isReadOnly, ReadOnlyServer } from './connection-error.ts';
import { createNotifier, type Notifier, SEND_NOTIFICATIONS } from './notifier.ts';
import { PoolConnections, type PoolOptions } from './pool-connections.ts';
import { type PostgresTarget, READ_ONLY_QUERY, Servers } from './target.ts';

export interface Pool {
  query<Row extends pg.QueryResultRow = UntypedRow>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
  connect(): Promise<Connection>;
  /** Sends a notification at once. Within a transaction, use `notifyAfterCommit`. */
  notify(channel: string, payload?: string): void;
  /** Throws when the database can not be reached, or does not accept writes. */
  requireWritable(): Promise<void>;
  /** Also throws when a commit is not acknowledged, as while it waits for standby servers that have frozen. */
  requireCommits(): Promise<void>;
  /** The process stops: from now on, a server that does not answer is given up after a few seconds. */
  hurry(): void;
  /** Waits for running queries. */
  end(): Promise<void>;
  /** Closes all connections at once; running queries fail. */
  destroy(): void;
  readonly ended: boolean;
  readonly totalCount: number;
  readonly waitingCount: number;
  /** Whether callers wait for a connection, while the server answers those who have one. */
  readonly isBusy: boolean;
}

/** For how long a commit that was acknowledged shows that others are. */
const COMMIT_CHECK_MS = 1_000;

export function openPool(target: PostgresTarget, options: PoolOptions): Pool {
  return new SharedPool(target, options);
}

class SharedPool implements Pool {
  readonly #options: PoolOptions;
  readonly #slots: Semaphore;
  readonly #notifier: Notifier;
  readonly #connections: PoolConnections;

  constructor(target: PostgresTarget, options: PoolOptions) {
    const { maxConnections } = options;
    this.#options = options;
    this.#slots = createSemaphore({ total: maxConnections, perOwner: Math.max(1, maxConnections - 1) });
    this.#notifier = createNotifier((channels, payloads) =>
      this.query({ ...SEND_NOTIFICATIONS, values: [channels, payloads] }),
    );
    this.#connections = new PoolConnections(target, options, this.#notifier);
  }

  async connect(): Promise<Connection> {
    const releaseSlot = await this.#acquireSlot();
    try {
      const connection = await this.#connections.open();
      connection.occupy(releaseSlot);
      return connection;
    } catch (error) {
      releaseSlot();
      throw error;
    }
  }

  async query<Row extends pg.QueryResultRow = UntypedRow>(statement: Statement, values?: readonly unknown[]) {
    return this.#using(connection => connection.query<Row>(statement, values));
  }

  notify(channel: string, payload = ''): void {
    this.#notifier.notify({ channel, payload });
  }

  async requireWritable(): Promise<void> {
    const { rows } = await this.query<{ is_read_only: boolean }>(READ_ONLY_QUERY);
    if (rows[0]?.is_read_only !== true) return;
    this.#connections.replaceAll();
    throw new ReadOnlyServer();
  }

  async requireCommits(): Promise<void> {
    const check = async () => {
      await this.requireWritable();
      await this.#commitSomething();
    };
    await check().catch(error => {
      if (!isReadOnly(error)) throw error;
      // An old connection may lead to a server that was read-only once. All are replaced now.
      return check();
    });
  }

  hurry(): void {
    this.#connections.hurry();
  }

  end(): Promise<void> {
    return this.#connections.end();
  }

  destroy(): void {
    this.#connections.destroy();
  }

  get ended(): boolean {
    return this.#connections.ended;
  }

  get totalCount(): number {
    return this.#connections.totalCount;
  }

  get waitingCount(): number {
    return this.#slots.waiting;
  }

  get isBusy(): boolean {
    if (this.#slots.waiting === 0) return false;
    // A server that has been silent for longer is given up.
    const { silenceMs = Number.POSITIVE_INFINITY } = this.#options;
    return this.#connections.hasAnsweredSince(performance.now() - silenceMs);
  }

  async #acquireSlot(): Promise<Release> {
    const owner = currentOwner();
    const free = this.#slots.tryAcquire(owner, 1);
    if (free) return free;
    const { waitMs } = this.#options;
    if (waitMs === undefined) return this.#slots.acquire(owner, 1);
    return this.#slots.acquire(owner, 1, AbortSignal.timeout(waitMs)).catch(() => {
      throw new DatabaseBusy();
    });
  }

  async #using<Result>(act: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await this.connect();
    let isDone = false;
    try {
      const result = await act(connection);
      isDone = true;
      return result;
    } finally {
      // A text of several statements may have left a transaction open.
      connection.release(!isDone);
    }
  }

  /** A commit costs a write to the disk, and anybody may ask whether the service is ready. */
  readonly #commitSomething = singleFlight(
    () =>
      this.#using(async connection => {
        await connection.query(`BEGIN; SELECT pg_logical_emit_message(true, 'heddle', '')`);
        await connection.query('COMMIT');
      }),
    { cacheMs: COMMIT_CHECK_MS },
  );
}

/** The options of a connection outside of a pool. */
export function clientOptions(target: PostgresTarget): pg.ClientConfig {
  return new Servers(target).clientConfig();
}
