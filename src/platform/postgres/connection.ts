/** A connection of a pool. Errors of the driver become `ConnectionError` here. */
import pg from 'pg';
import type { Release } from '../concurrency/semaphore.ts';
import { ConnectionError, databaseProblem, isOutdatedPlan, isReadOnly } from './connection-error.ts';
import { type Notifier, type PostgresNotification, toPostgresNotification } from './notifier.ts';
import { streamRows } from './row-stream.ts';

export type Statement = string | { name?: string; text: string; values?: unknown[] };

/** The driver's type of rows without a declared type. */
export type UntypedRow = pg.QueryResult['rows'][number];

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
  #notifications: PostgresNotification[] = [];
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
    const notification = toPostgresNotification(text, values ?? own);
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

  #note<Row extends pg.QueryResultRow>(notification: PostgresNotification): pg.QueryResult<Row> {
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
