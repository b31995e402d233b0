/** A second PostgreSQL server, whose log can be followed over TCP, as the database of an application would be. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { openEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';
import { type Hooks, temporaryFolder } from './process.ts';

export interface FollowedDatabase {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  /** Executes statements, one after the other, as the application would. */
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string): Promise<Row[]>;
  /** Opens a connection of its own, for transactions that stay open. */
  open(): Promise<pg.Client>;
}

export async function openFollowedDatabase(
  hooks: Hooks,
  settings: Record<string, string | number> = {},
): Promise<FollowedDatabase> {
  const dataFolder = await temporaryFolder(hooks);
  const server = await openEmbeddedPostgres({
    dataFolder,
    settings: { wal_level: 'logical', max_wal_senders: 60, max_replication_slots: 60, fsync: 'off', ...settings },
    reserve: { bytes: 0, everyMs: 3_600_000 },
  });
  hooks.after(() => server.release());
  const { address } = server;
  const client = await connectTo(hooks, address);
  const port = await openPort(hooks, `${address.host}/.s.PGSQL.${address.port}`);
  return {
    ...{ host: '127.0.0.1', port, database: address.database, user: address.user, password: address.password },
    query: async text => (await client.query(text)).rows,
    open: () => connectTo(hooks, address),
  };
}

async function connectTo(hooks: Hooks, address: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(address);
  client.on('error', () => {});
  await client.connect();
  hooks.after(() => client.end());
  return client;
}

/** The embedded server listens only on a unix socket. */
async function openPort(hooks: Hooks, socketFile: string): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const inner = connect(socketFile);
    socket.on('error', () => inner.destroy()).on('close', () => inner.destroy());
    inner.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.pipe(inner).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  hooks.after(async () => {
    server.close();
    // A server that stops waits for those who follow it.
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}
