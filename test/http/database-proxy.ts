/** A way to a test database that can be cut and mended, as when a server or a network fails. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { TestDatabase } from '../support/database.ts';

export interface DatabaseProxy {
  /** The same database, by way of the proxy. */
  database: TestDatabase;
  /** Breaks all connections, and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function openDatabaseProxy(database: TestDatabase): Promise<DatabaseProxy> {
  const { address } = database;
  const sockets = new Set<Socket>();
  const server = createServer(near => {
    const far = address.host.startsWith('/')
      ? connect(path.join(address.host, `.s.PGSQL.${address.port}`))
      : connect(address.port, address.host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  let port = 0;

  async function mend(): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const listening = server.address();
    port = typeof listening === 'object' && listening !== null ? listening.port : 0;
  }

  async function cut(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await mend();
  const url = new URL(`postgres://127.0.0.1:${port}/${address.database}`);
  url.username = address.user;
  url.password = address.password;
  return {
    database: {
      ...database,
      url: url.href,
      async drop() {
        await cut();
        await database.drop();
      },
    },
    cut,
    mend,
  };
}
