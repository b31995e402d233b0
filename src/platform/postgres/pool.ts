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
import { singleFlight } from '../single-flight.ts';
import { Connection, type Statement, type UntypedRow } from './connection.ts';
import { DatabaseBusy, DatabaseClosed, isReadOnly, ReadOnlyServer } from './connection-error.ts';
import { createNotifier, SEND_NOTIFICATIONS } from './notifier.ts';
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
  /** Throws also when a commit is not acknowledged, as while it waits for standby servers that have frozen. */
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

/** The interval at which the connections are asked how long they have been silent. */
const SILENCE_CHECK_MS = 500;
/** For how long a commit that was acknowledged shows that others are. */
const COMMIT_CHECK_MS = 1_000;
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

  async function requireWritable(): Promise<void> {
    const { rows } = await query<{ is_read_only: boolean }>(READ_ONLY_QUERY);
    if (rows[0]?.is_read_only !== true) return;
    replaceAll();
    throw new ReadOnlyServer();
  }

  /** A commit costs a write to the disk, and anybody may ask whether the service is ready. */
  const commitSomething = singleFlight(
    async () => {
      const connection = await connect();
      let isDone = false;
      try {
        await connection.query(`BEGIN; SELECT pg_logical_emit_message(true, 'heddle', '')`);
        await connection.query('COMMIT');
        isDone = true;
      } finally {
        connection.release(!isDone);
      }
    },
    { cacheMs: COMMIT_CHECK_MS },
  );

  async function checkCommits(): Promise<void> {
    await requireWritable();
    await commitSomething();
  }

  return {
    connect,
    query,
    requireWritable,
    async requireCommits() {
      await checkCommits().catch(error => {
        if (!isReadOnly(error)) throw error;
        // An old connection may lead to a server that was read-only once. All are replaced now.
        return checkCommits();
      });
    },
    notify: (channel, payload = '') => notifier.notify({ channel, payload }),
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
    get isBusy() {
      if (slots.waiting === 0) return false;
      // A server that has been silent for longer is given up.
      const since = performance.now() - (silenceMs ?? Number.POSITIVE_INFINITY);
      return connections.values().some(({ answeredAt }) => answeredAt > since);
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
