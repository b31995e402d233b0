/** Reads rows of a PostgreSQL database that strangers may have set up: bounded in time, rows and bytes. */
import type { Socket } from 'node:net';
import pg from 'pg';
import { ResultTooLarge, StepError } from '../../nodes/step.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { createPostgresClient, explainPostgres, type PostgresServer } from './connecting.ts';
import { getTypeParser } from './values.ts';

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

export async function readRows(server: PostgresServer, statement: Statement, signal: AbortSignal): Promise<ReadRows> {
  const { client, socket } = createPostgresClient(server, { types: { getTypeParser } });
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
    throw explainPostgres(error, server);
  } finally {
    ends.removeEventListener('abort', abort);
    watch.stop();
    socket.destroy();
  }
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

function tooMuch(): StepError {
  return new ResultTooLarge(`The rows have more than ${toolLimits.postgres.replyBytes / 2 ** 20} MB`);
}
