/** A proxy to a test database that can interfere between its clients and the server. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { TestDatabase } from './database.ts';

export interface OpenedProxy {
  /** The address of the same database through the proxy. */
  url: string;
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts connections again. */
  mend(): Promise<void>;
  /** Forgets the connections without closing them, as some routers do: what is sent goes nowhere. New ones work. */
  forget(): void;
}

/** `join` connects a client with the server. In any case the client's connection ends with the server's. */
export async function openProxy(
  { address }: TestDatabase,
  join: (client: Socket, server: Socket) => void,
): Promise<OpenedProxy> {
  const sockets = new Set<Socket>();
  const listener = createServer(client => {
    const server = address.host.startsWith('/')
      ? connect(path.join(address.host, `.s.PGSQL.${address.port}`))
      : connect(address.port, address.host);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    server.on('close', () => client.destroy());
    join(client, server);
  });
  let port = 0;

  async function mend(): Promise<void> {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    const listening = listener.address();
    port = typeof listening === 'object' && listening !== null ? listening.port : 0;
  }

  async function cut(): Promise<void> {
    const closed = once(listener, 'close');
    listener.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  function forget(): void {
    for (const socket of sockets) {
      socket.unpipe();
      socket.pause();
      socket.removeAllListeners('data');
      socket.removeAllListeners('close');
      socket.on('close', () => sockets.delete(socket));
    }
  }

  await mend();
  const url = new URL(`postgres://127.0.0.1:${port}/${address.database}`);
  url.username = address.user;
  url.password = address.password;
  return { url: url.href, cut, mend, forget };
}
