/** Reads rows of a PostgreSQL database that strangers may have set up: bounded in time, rows and bytes. */
import { type LookupFunction, Socket } from 'node:net';
import pg from 'pg';
import { StepError } from '../../nodes/step.ts';
import { connectionProblem } from '../contract/connection.ts';
import { toolLimits } from '../contract/tool-limits.ts';

interface Server {
  host: string;
  port: number;
  /** Gives the addresses that were checked. */
  lookup: LookupFunction;
  tls: boolean;
  database: string;
  user: string;
  password: string;
  /** The certificate of the authority that signed the server's, if it is a private one. */
  ca: string | undefined;
}

interface Statement {
  text: string;
  values: readonly unknown[];
  limit: number;
  timeoutMs: number;
}

interface ReadRows {
  rows: Record<string, unknown>[];
  columns: string[];
  hasMore: boolean;
}

const WATCH_MS = 25;
/** The end of a query is waited for a little longer than the server is asked to take. */
const GRACE_MS = 5_000;

export async function readRows(server: Server, statement: Statement, signal: AbortSignal): Promise<ReadRows> {
  const socket = createSocket(server.lookup);
  const client = new pg.Client({
    ...{ host: server.host, port: server.port, database: server.database },
    ...{ user: server.user, password: server.password, stream: () => socket },
    ssl: server.tls && { rejectUnauthorized: true, ...(server.ca !== undefined && { ca: server.ca }) },
    connectionTimeoutMillis: toolLimits.connectMs,
    application_name: 'heddle',
    types: { getTypeParser },
  });
  // A connection that breaks rejects the query as well.
  client.on('error', () => {});
  const ends = AbortSignal.any([signal, AbortSignal.timeout(toolLimits.connectMs + statement.timeoutMs + GRACE_MS)]);
  const watch = watchBytes(socket);
  const abort = () => socket.destroy();
  ends.addEventListener('abort', abort, { once: true });
  try {
    ends.throwIfAborted();
    await client.connect();
    await client.query(`SET statement_timeout = ${Math.ceil(statement.timeoutMs)}`);
    // Even a function or a statement that ends the transaction can not write then.
    await client.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY');
    await client.query('BEGIN READ ONLY');
    return await fetchRows(client, statement);
  } catch (error) {
    signal.throwIfAborted();
    if (watch.isExceeded()) throw tooMuch();
    if (ends.aborted) throw new StepError(`The query took longer than ${statement.timeoutMs / 1000} seconds`);
    throw explain(error, `${server.host}:${server.port}`);
  } finally {
    ends.removeEventListener('abort', abort);
    watch.stop();
    socket.destroy();
  }
}

/** The library calls `connect` with the name of the host: the addresses are those that were checked. */
function createSocket(lookup: LookupFunction): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  const connectPinned = (port: number, host: string) => connect({ port, host, lookup, autoSelectFamily: true });
  return Object.assign(socket, { connect: connectPinned });
}

/** A single row may be endless, and the library would collect all of it. */
function watchBytes(socket: Socket) {
  let exceeded = false;
  const timer = setInterval(() => {
    if (socket.bytesRead <= toolLimits.postgres.replyBytes) return;
    exceeded = true;
    socket.destroy();
  }, WATCH_MS);
  return { isExceeded: () => exceeded, stop: () => clearInterval(timer) };
}

/** Reads one row more than the limit, to know whether there are more, and then leaves. */
function fetchRows(client: pg.Client, { text, values, limit }: Statement): Promise<ReadRows> {
  return new Promise((resolve, reject) => {
    const rows: Record<string, unknown>[] = [];
    // The extended protocol takes one statement: nothing can be appended to it.
    const config = { text, values: [...values], queryMode: 'extended' };
    const query = new pg.Query<Record<string, unknown>>(config);
    query.on('row', (row: Record<string, unknown>, result) => {
      if (rows.length < limit) rows.push(row);
      else resolve({ rows, columns: (result?.fields ?? []).map(({ name }) => name), hasMore: true });
    });
    query.on('end', result =>
      resolve({ rows, columns: (result.fields ?? []).map(({ name }) => name), hasMore: false }),
    );
    query.on('error', reject);
    client.query(query);
  });
}

function explain(error: unknown, host: string): unknown {
  if (error instanceof pg.DatabaseError) {
    // Class 28 is about who connects, 42 about what they wrote: trying again does not help.
    const retryable = !/^(28|42|22|25)/.test(error.code ?? '');
    return new StepError(`The database answered: ${error.message}`, { retryable, cause: error });
  }
  const problem = connectionProblem(error, host);
  if (problem !== undefined) return new StepError(problem, { retryable: true, cause: error });
  if (error instanceof Error)
    return new StepError(`The connection to '${host}' failed: ${error.message}`, { retryable: true, cause: error });
  return error;
}

function tooMuch(): StepError {
  return new StepError(`The rows have more than ${toolLimits.postgres.replyBytes / 2 ** 20} MB`);
}

const TIMESTAMPTZ = 1184;
/** Dates, times and intervals without a zone stay as the server writes them, because only it knows what they mean. */
const AS_TEXT = new Set([17, 1082, 1083, 1114, 1186, 1266]);

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (AS_TEXT.has(oid)) return value => value;
  if (oid === TIMESTAMPTZ) return value => toIso(value);
  return pg.types.getTypeParser(oid, format ?? 'text');
}

function toIso(value: string): string {
  const time = Date.parse(value);
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}
