/** Connections to PostgreSQL databases that strangers may have set up. */
import { type LookupFunction, Socket } from 'node:net';
import pg from 'pg';
import { StepError } from '../../nodes/step.ts';
import { connectionProblem } from '../contract/connection.ts';
import { toolLimits } from '../contract/tool-limits.ts';

export interface PostgresServer {
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

/** Does not connect yet. Destroying the socket ends the connection, whatever it is doing. */
export function createPostgresClient(
  server: PostgresServer,
  options: pg.ClientConfig & { replication?: 'database' } = {},
): { client: pg.Client; socket: Socket } {
  const socket = createSocket(server.lookup);
  const client = new pg.Client({
    ...{ host: server.host, port: server.port, database: server.database },
    ...{ user: server.user, password: server.password, stream: () => socket },
    ssl: server.tls && { rejectUnauthorized: true, ...(server.ca !== undefined && { ca: server.ca }) },
    connectionTimeoutMillis: toolLimits.connectMs,
    application_name: 'heddle',
    ...options,
  });
  // A connection that breaks rejects the query as well.
  client.on('error', () => {});
  return { client, socket };
}

/** The library calls `connect` with the name of the host: the addresses are those that were checked. */
function createSocket(lookup: LookupFunction): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  const connectPinned = (port: number, host: string) => connect({ port, host, lookup, autoSelectFamily: true });
  return Object.assign(socket, { connect: connectPinned });
}

/** Says in a StepError what is wrong with the server. */
export function explainPostgres(error: unknown, { host, port }: { host: string; port: number }): unknown {
  if (error instanceof StepError) return error;
  if (error instanceof pg.DatabaseError) {
    // Class 28 is about who connects, 42 about what they wrote: trying again does not help.
    const retryable = !/^(28|42|22|25)/.test(error.code ?? '');
    return new StepError(`The database answered: ${error.message}`, { retryable, cause: error });
  }
  const address = `${host}:${port}`;
  const problem = connectionProblem(error, address);
  if (problem !== undefined) return new StepError(problem, { retryable: true, cause: error });
  if (error instanceof Error)
    return new StepError(`The connection to '${address}' failed: ${error.message}`, { retryable: true, cause: error });
  return error;
}
