/**
 * A TCP proxy that can forget its connections, as a router does that has lost its table: nothing is forwarded any more,
 * and neither side is told. New connections work.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Hooks } from './process.ts';

export interface Endpoint {
  host: string;
  port: number;
}

export interface ForgetfulProxy extends Endpoint {
  /** Forgets all present connections, and returns how many these were. */
  forget(): number;
}

/** The time after which the keepalives that Heddle asks the server for end a connection: 10 s, and three times 5 s. */
const KEEPALIVES_MS = 25_000;

/** `findServer` is asked for every new connection, and may lead it to another server than the last one. */
export async function openForgetfulProxy(
  hooks: Hooks,
  findServer: () => Promise<Endpoint> | Endpoint,
): Promise<ForgetfulProxy> {
  const pairs = new Set<{ client: Socket; server: Socket }>();
  const forgotten = new Set<Socket>();
  const listener = createServer({ pauseOnConnect: true }, client => {
    client.on('error', () => {});
    void join(client).catch(() => client.destroy());
  });

  async function join(client: Socket): Promise<void> {
    const { host, port } = await findServer();
    const server = connect(port, host);
    const pair = { client, server };
    pairs.add(pair);
    server.on('error', () => {});
    // Neither end learns of the end of a connection that was forgotten.
    client.on('close', () => {
      if (pairs.delete(pair)) server.destroy();
    });
    server.on('close', () => {
      if (pairs.delete(pair)) client.destroy();
    });
    client.pipe(server);
    server.pipe(client);
  }

  function forget(): number {
    const count = pairs.size;
    for (const { client, server } of pairs) {
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        from.unpipe(to);
        // What arrives is read and dropped. Otherwise full buffers would stop the sender, which a router does not do.
        from.on('data', () => {});
        from.resume();
        forgotten.add(from);
      }
      // The kernel of this machine answers the keepalives of the server, which would have told it.
      setTimeout(() => server.destroy(), KEEPALIVES_MS).unref();
    }
    pairs.clear();
    return count;
  }

  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  hooks.after(async () => {
    const closed = once(listener, 'close');
    listener.close();
    for (const { client, server } of pairs) for (const socket of [client, server]) socket.destroy();
    for (const socket of forgotten) socket.destroy();
    await closed;
  });
  return { host: '127.0.0.1', port: typeof address === 'object' ? (address?.port ?? 0) : 0, forget };
}
