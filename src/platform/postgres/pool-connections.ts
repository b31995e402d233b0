/**
 * The connections of a pool. Errors of the driver become `ConnectionError`, and a connection with such an error is replaced.
 * When a server reports that it is read-only, all open connections are replaced: after a failover they lead to the wrong
 * server. A connection on which nothing has come back for too long is given up: a network may forget it without telling
 * anybody.
 */
import pg from 'pg';
import { Connection } from './connection.ts';
import { DatabaseClosed } from './connection-error.ts';
import type { Notifier } from './notifier.ts';
import { type PostgresTarget, prepareSession, Servers, toConnectionError } from './target.ts';

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

/** The interval at which the connections are asked how long they have been silent. */
const SILENCE_CHECK_MS = 500;
/** How long the server may take for an answer when the process stops. */
const HURRIED_MS = 3_000;

export class PoolConnections {
  readonly #servers: Servers;
  readonly #pool: pg.Pool;
  /** All clients, including those that are still connecting, with the time at which they began. */
  readonly #clients = new Map<pg.Client, number>();
  /** Those that can not be asked any more. Their errors are plain ones, whatever has become of the connection. */
  readonly #broken = new WeakSet<pg.ClientBase>();
  readonly #connections = new Map<pg.PoolClient, Connection>();
  #isHurried = false;
  #checking: NodeJS.Timeout | undefined;

  constructor(target: PostgresTarget, options: PoolOptions, notifier: Notifier) {
    const { silenceMs, commitMs = silenceMs, isPooled = false } = options;
    const settings = toSettings(options);
    const transactionSettings = isPooled ? settings.map(toSetLocal) : [];
    const servers = new Servers(target);
    const follow = (client: pg.Client) => this.#follow(client);
    this.#servers = servers;
    this.#pool = new pg.Pool({
      /** The pool makes one for each connection that it opens, and each goes to the server that is to be tried then. */
      Client: class extends pg.Client {
        constructor() {
          super(servers.clientConfig());
          follow(this);
        }
      },
      connectionTimeoutMillis: servers.connectMs,
      max: options.maxConnections,
      onConnect(client) {
        const session = { settings: settings.map(toSet), isPooled };
        return client instanceof pg.Client ? prepareSession(client, servers, session) : undefined;
      },
    });
    // The next query reports a broken connection. An event without a listener would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', client => {
      const isBroken = () => this.#broken.has(client);
      const onReadOnly = () => this.replaceAll();
      const given = { silenceMs, commitMs, transactionSettings, notifier, isBroken, onReadOnly };
      this.#connections.set(client, new Connection(client, given));
    });
    this.#pool.on('remove', client => this.#connections.delete(client));
    if (silenceMs !== undefined) this.#checkSilence();
  }

  /** Returns a free connection or opens one. The caller must not ask for more than the pool may have. */
  async open(): Promise<Connection> {
    const client = await this.#openClient();
    const connection = this.#connections.get(client);
    if (connection && !connection.isStale && !this.#broken.has(client)) return connection;
    // It is stale, or it broke while it was handed over and the pool may have removed it already.
    client.release(true);
    return this.open();
  }

  replaceAll(): void {
    for (const each of this.#connections.values()) each.isStale = true;
  }

  /** From now on, a server that does not answer is given up after a few seconds. */
  hurry(): void {
    this.#isHurried = true;
    this.#checkSilence();
  }

  /** Whether the server has answered on any connection since this time. */
  hasAnsweredSince(time: number): boolean {
    return this.#connections.values().some(({ answeredAt }) => answeredAt > time);
  }

  async end(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
    clearInterval(this.#checking);
  }

  destroy(): void {
    for (const connection of this.#connections.values()) connection.destroy();
    for (const client of this.#clients.keys()) client.connection.stream.destroy();
  }

  get ended(): boolean {
    return this.#pool.ended;
  }

  get totalCount(): number {
    return this.#pool.totalCount;
  }

  #follow(client: pg.Client): void {
    this.#clients.set(client, performance.now());
    // It may break at any time, also before the pool announces it, and must not end the process then.
    client.on('error', () => this.#broken.add(client));
    client.once('end', () => {
      this.#broken.add(client);
      this.#clients.delete(client);
    });
  }

  /** Tries the servers in turn, until each has been tried once. */
  async #openClient(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt++) {
      if (this.#pool.ending) throw new DatabaseClosed();
      const server = this.#servers.next;
      try {
        return await this.#pool.connect();
      } catch (error) {
        this.#servers.moveOnFrom(server);
        if (attempt >= this.#servers.count) throw toConnectionError(error);
      }
    }
  }

  #checkSilence(): void {
    clearInterval(this.#checking);
    this.#checking = setInterval(() => this.#endSilent(), SILENCE_CHECK_MS);
    this.#checking.unref();
  }

  #endSilent(): void {
    const now = performance.now();
    const mostMs = this.#isHurried ? HURRIED_MS : Number.POSITIVE_INFINITY;
    for (const each of this.#connections.values()) if (each.isSilentAt(now, mostMs)) this.#giveUp(each);
    for (const [client, begunAt] of this.#clients) {
      const isConnecting = !this.#connections.keys().some(connected => connected === client);
      if (isConnecting && now - begunAt > mostMs) client.connection.stream.destroy();
    }
  }

  /** What made one connection silent has probably met those as well that have not been heard of since. */
  #giveUp(silent: Connection): void {
    for (const each of this.#connections.values()) if (each.answeredAt < silent.askedAt) each.isStale = true;
    silent.giveUp();
  }
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
