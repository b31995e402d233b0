/** A way to a test database on which answers get lost: the statement was carried out, and nobody is told. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { TestDatabase } from './database.ts';
import type { Hooks } from './process.ts';

export interface LossyProxy {
  /** Of the same database, by way of the proxy. */
  url: string;
  /** How many answers were lost. */
  readonly lost: number;
}

/** Loses every other answer to a statement that the pattern finds: so each is repeated, and then answered. */
export async function openLossyProxy(hooks: Hooks, { address }: TestDatabase, pattern: RegExp): Promise<LossyProxy> {
  const sockets = new Set<Socket>();
  const found = new Map<string, number>();
  let lost = 0;
  const server = createServer(near => {
    const far = connect(path.join(address.host, `.s.PGSQL.${address.port}`));
    let isToBeLost = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', chunk => {
      const [statement] = pattern.exec(chunk.toString('latin1')) ?? [];
      if (statement !== undefined) {
        const times = (found.get(statement) ?? 0) + 1;
        found.set(statement, times);
        isToBeLost = times % 2 === 1;
      }
      far.write(chunk);
    });
    far.on('data', chunk => {
      if (!isToBeLost) return void near.write(chunk);
      // The server answers after it has committed.
      lost++;
      near.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  hooks.after(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  const listening = server.address();
  const url = new URL(`postgres://127.0.0.1/${address.database}`);
  url.port = String(typeof listening === 'object' ? listening?.port : listening);
  url.username = address.user;
  url.password = address.password;
  return {
    url: url.href,
    get lost() {
      return lost;
    },
  };
}
