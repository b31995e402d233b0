/**
 * A pool with a fixed number of connections. When all are in use, callers wait, and a free connection goes to the owner
 * who holds the fewest, so that one user's many requests do not delay another user's single request.
 *
 * Errors of the driver become `ConnectionError`, and a connection with such an error is replaced. When a server reports
 * that it is read-only, all open connections are replaced: after a failover they lead to the wrong server. A connection on
 * which nothing has come back for too long is given up: a network may forget it without telling anybody.
 */
import pg from 'pg';
import { currentOwner } from '../owner-context.ts';
import { createSemaphore, type Release } from '../semaphore.ts';
import {
  ConnectionError,
  DatabaseBusy,
  DatabaseClosed,
  databaseProblem,
  isOutdatedPlan,
  isReadOnly,
  ReadOnlyServer,
} from './connection-error.ts';
import { createNotifier, type Notification, type Notifier, SEND_NOTIFICATIONS, toNotification } from './notifier.ts';
import { streamRows } from './row-stream.ts';
import { type PostgresTarget, prepareSession, READ_ONLY_QUERY, Servers, toConnectionError } from './target.ts';

export interface PoolOptions {
  maxConnections: number;
  /** How long to wait for a free connection. Without it, there is no limit. */
  waitMs?: number;
  /** The server's time limits for one statement and for one wait for a lock. */
  statementMs?: number;
  lockMs?: number;
  /**
   * How long the server may take for the next answer before the connection is given up. A statement that may take longer
   * needs a pool without this limit.
   */
  silenceMs?: number;
  /** The same for a commit, which the time limit of statements does not end. */
  commitMs?: number;
  /** How long a transaction may wait for us before the server ends it, and with it the locks that others wait for. */
  idleTransactionMs?: number;
  /** Whether a pooler gives every transaction another session. */
  isPooled?: boolean;
  /** Plans of prepared statements are made once, and not anew for values that touch only some partitions of a table. */
  reusesPlans?: boolean;
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
  /** Sends a notification at once. Within a transaction, use `notifyAfterCommit`. */
  notify(channel: string, payload?: string): void;
  /** Throws when the database can not be reached, or does not accept writes. */
  requireWritable(): Promise<void>;
  /** The process stops: from now on, a server that does not answer is given up after a few seconds. */
  hurry(): void;
  /** Waits for running queries. */
  end(): Promise<void>;
  /** Closes all connections at once; running queries fail. */
  destroy(): void;
  readonly ended: boolean;
  readonly totalCount: number;
  readonly waitingCount: number;
}

/** The interval at which the connections are asked how long they have been silent. */
const SILENCE_CHECK_MS = 500;
/** How long the server may take for an answer when the process stops. */
const HURRIED_MS = 3_000;

export function openPool(target: PostgresTarget, options: PoolOptions): Pool {
  const { maxConnections, waitMs, silenceMs, commitMs = silenceMs, isPooled = false } = options;
  const servers = new Servers(target);
  const settings = toSettings(options);
  /** All clients, also those that are still connecting, with the time at which they began. */
  const clients = new Map<pg.Client, number>();
  /** Those that can not be asked any more. Their errors are plain ones, whatever has become of the connection. */
  const broken = new WeakSet<pg.ClientBase>();
  let isHurried = false;

  /** The pool makes one for each connection that it opens, and each goes to the server that is to be tried then. */
  class PooledClient extends pg.Client {
    constructor() {
      super(servers.clientConfig());
      clients.set(this, performance.now());
      // It may break at any time, also before the pool announces it, and must not end the process then.
      this.on('error', () => broken.add(this));
      this.once('end', () => {
        broken.add(this);
        clients.delete(this);
      });
    }
  }

  const pool = new pg.Pool({
    Client: PooledClient,
    connectionTimeoutMillis: servers.connectMs,
    max: maxConnections,
    onConnect(client) {
      const session = { settings: settings.map(toSet), isPooled };
      return client instanceof pg.Client ? prepareSession(client, servers, session) : undefined;
    },
  });
  const slots = createSemaphore({ total: maxConnections, perOwner: Math.max(1, maxConnections - 1) });
  const connections = new Map<pg.PoolClient, Connection>();
  const replaceAll = () => {
    for (const each of connections.values()) each.isStale = true;
  };
  const transactionSettings = isPooled ? settings.map(toSetLocal) : [];
  // The next query reports a broken connection. An event without a listener would end the process.
  pool.on('error', () => {});
  pool.on('connect', client => {
    const isBroken = () => broken.has(client);
    const options = { silenceMs, commitMs, transactionSettings, notifier, isBroken, onReadOnly: replaceAll };
    connections.set(client, new Connection(client, options));
  });
  pool.on('remove', client => connections.delete(client));
  let checking: NodeJS.Timeout | undefined;
  if (silenceMs !== undefined) checkSilence();

  function checkSilence(): void {
    clearInterval(checking);
    checking = setInterval(endSilent, SILENCE_CHECK_MS);
    checking.unref();
  }

  function endSilent(): void {
    const now = performance.now();
    const mostMs = isHurried ? HURRIED_MS : Number.POSITIVE_INFINITY;
    for (const connection of connections.values()) if (connection.isSilentAt(now, mostMs)) giveUp(connection);
    for (const [client, begunAt] of clients) {
      const isConnecting = ![...connections.keys()].some(connected => connected === client);
      if (isConnecting && now - begunAt > mostMs) client.connection.stream.destroy();
    }
  }

  /** What made one connection silent has probably met those as well that have not been heard of since. */
  function giveUp(silent: Connection): void {
    for (const each of connections.values()) if (each.answeredAt < silent.askedAt) each.isStale = true;
    silent.giveUp();
  }

  async function acquireSlot(): Promise<Release> {
    const owner = currentOwner();
    const free = slots.tryAcquire(owner, 1);
    if (free) return free;
    if (waitMs === undefined) return slots.acquire(owner, 1);
    return slots.acquire(owner, 1, AbortSignal.timeout(waitMs)).catch(() => {
      throw new DatabaseBusy();
    });
  }

  /** Tries the servers in turn, until each has been tried once. */
  async function openClient(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt++) {
      if (pool.ending) throw new DatabaseClosed();
      const server = servers.next;
      try {
        return await pool.connect();
      } catch (error) {
        servers.moveOnFrom(server);
        if (attempt >= servers.count) throw toConnectionError(error);
      }
    }
  }

  async function openConnection(): Promise<Connection> {
    const client = await openClient();
    const connection = connections.get(client);
    if (connection && !connection.isStale && !broken.has(client)) return connection;
    // It is stale, or it broke while it was handed over and the pool may have removed it already.
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

  async function query<Row extends pg.QueryResultRow = UntypedRow>(statement: Statement, values?: readonly unknown[]) {
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
  }

  const notifier = createNotifier((channels, payloads) =>
    query({ ...SEND_NOTIFICATIONS, values: [channels, payloads] }),
  );

  return {
    connect,
    query,
    notify: (channel, payload = '') => notifier.notify({ channel, payload }),
    async requireWritable() {
      const { rows } = await query<{ is_read_only: boolean }>(READ_ONLY_QUERY);
      if (rows[0]?.is_read_only !== true) return;
      replaceAll();
      throw new ReadOnlyServer();
    },
    hurry() {
      isHurried = true;
      checkSilence();
    },
    async end() {
      if (!pool.ending) await pool.end();
      clearInterval(checking);
    },
    destroy() {
      for (const connection of connections.values()) connection.destroy();
      for (const client of clients.keys()) client.connection.stream.destroy();
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

/** The options of a connection outside of a pool. */
export function clientOptions(target: PostgresTarget): pg.ClientConfig {
  return new Servers(target).clientConfig();
}

type Setting = readonly [name: string, value: number | string];

function toSettings({ statementMs, lockMs, idleTransactionMs, reusesPlans }: PoolOptions): Setting[] {
  return [
    ...(statementMs === undefined ? [] : [['statement_timeout', statementMs] as const]),
    ...(lockMs === undefined ? [] : [['lock_timeout', lockMs] as const]),
    ...(idleTransactionMs === undefined ? [] : [['idle_in_transaction_session_timeout', idleTransactionMs] as const]),
    ...(reusesPlans ? [['plan_cache_mode', 'force_generic_plan'] as const] : []),
  ];
}

const toSet = ([name, value]: Setting) => `SET ${name} = ${value}`;
const toSetLocal = ([name, value]: Setting) => `SET LOCAL ${name} = ${value}`;

interface ConnectionOptions {
  silenceMs: number | undefined;
  commitMs: number | undefined;
  /** What every transaction begins with. */
  transactionSettings: readonly string[];
  notifier: Notifier;
  /** Whether the client can not be asked any more. */
  isBroken(): boolean;
  onReadOnly(): void;
}

const COMMIT = /^\s*commit\b/i;
const BEGIN = /^\s*(begin|start transaction)\b[^;]*/i;

/** A connection, which one caller uses at a time. */
export class Connection {
  readonly #client: pg.PoolClient;
  readonly #options: ConnectionOptions;
  /** What is to be sent when the transaction commits. */
  #notifications: Notification[] = [];
  #isDestroyed = false;
  #isGivenUp = false;
  #pending = 0;
  /** When the server was asked last, and when it last answered. */
  askedAt = 0;
  answeredAt = performance.now();
  /** For how long we wait for an answer. */
  #mostMs = Number.POSITIVE_INFINITY;
  #releaseSlot: Release | undefined;
  /** Whether it is replaced after its release. */
  isStale = false;

  constructor(client: pg.PoolClient, options: ConnectionOptions) {
    this.#client = client;
    this.#options = options;
  }

  occupy(releaseSlot: Release): void {
    this.#releaseSlot = releaseSlot;
  }

  async query<Row extends pg.QueryResultRow = UntypedRow>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const { text, values: own } = typeof statement === 'string' ? { text: statement } : statement;
    const notification = toNotification(text, values ?? own);
    if (notification) return this.#note(notification);
    this.#expectAnswer(statement);
    try {
      const result = await this.#execute<Row>(statement, values);
      this.answeredAt = performance.now();
      if (this.#notifications.length > 0) this.#sendAfter(result.command);
      return result;
    } catch (error) {
      throw this.#toConnectionError(error);
    } finally {
      this.#pending -= 1;
    }
  }

  /** The texts in the column `line`, read as they are taken. */
  readonly stream = (statement: string) => streamRows(this.#client, statement);

  #note<Row extends pg.QueryResultRow>(notification: Notification): pg.QueryResult<Row> {
    if (this.#isInTransaction) this.#notifications.push(notification);
    else this.#options.notifier.notify(notification);
    return { command: 'SELECT', rowCount: 0, oid: 0, fields: [], rows: [] };
  }

  get #isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I';
  }

  /** A COMMIT of a failed transaction is answered with ROLLBACK. */
  #sendAfter(command: string): void {
    if (this.#isInTransaction) return;
    if (command === 'COMMIT')
      for (const notification of this.#notifications) this.#options.notifier.notify(notification);
    this.#notifications = [];
  }

  /** Whether the server should have answered by now, or within so many milliseconds. */
  isSilentAt(now: number, mostMs: number): boolean {
    return this.#pending > 0 && now - Math.max(this.askedAt, this.answeredAt) > Math.min(this.#mostMs, mostMs);
  }

  /** The server has not answered in time. Whatever it was asked to do may or may not be done. */
  giveUp(): void {
    this.#isGivenUp = true;
    this.destroy();
  }

  release(discard = false): void {
    this.#notifications = [];
    this.#client.release(discard || this.isStale);
    this.#releaseSlot?.();
    this.#releaseSlot = undefined;
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#client.connection.stream.destroy();
  }

  #expectAnswer(statement: Statement): void {
    this.#pending += 1;
    this.askedAt = performance.now();
    const { silenceMs = Number.POSITIVE_INFINITY, commitMs = silenceMs } = this.#options;
    this.#mostMs = typeof statement === 'string' && COMMIT.test(statement) ? commitMs : silenceMs;
  }

  #execute<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] | undefined,
  ): Promise<pg.QueryResult<Row>> {
    const hasSettings = this.#options.transactionSettings.length > 0;
    if (hasSettings && typeof statement === 'string' && BEGIN.test(statement)) return this.#begin<Row>(statement);
    return this.#client.query<Row>(statement, values && [...values]);
  }

  /** The settings hold until the transaction ends, in whichever session of the pooler it is. */
  async #begin<Row extends pg.QueryResultRow>(statement: string): Promise<pg.QueryResult<Row>> {
    const text = statement.replace(BEGIN, begin => [begin, ...this.#options.transactionSettings].join('; '));
    const result = await this.#client.query<Row>(text);
    // The driver returns a list for several statements.
    return Array.isArray(result) ? result.at(-1) : result;
  }

  #toConnectionError(error: unknown): unknown {
    if (isReadOnly(error)) this.#options.onReadOnly();
    const isBroken = this.#isDestroyed || this.#options.isBroken();
    const isDriverError = isBroken && error instanceof Error && !(error instanceof pg.DatabaseError);
    const message = this.#isGivenUp ? 'the server did not answer in time' : undefined;
    const converted = isDriverError ? new ConnectionError(message ?? error.message, { cause: error }) : error;
    if (databaseProblem(converted)?.kind === 'unreachable' || isOutdatedPlan(converted)) this.isStale = true;
    return converted;
  }
}
