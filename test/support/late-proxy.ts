/** A way to a test database on which a commit comes late: when it is carried out, nobody waits for it any more. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { TestDatabase } from './database.ts';
import type { Hooks } from './process.ts';

export interface LateProxy {
  /** Of the same database, by way of the proxy. */
  url: string;
  /** Takes the commit of the next transaction with such a statement from its sender, whose connection is cut. */
  takeCommitOf(statement: RegExp): Promise<Taken>;
}

export interface Taken {
  /** Until the server has carried it out. */
  deliver(): Promise<void>;
}

/** As the protocol shows them. */
const BEGIN = /^Q.{4}begin/is;
const COMMIT = /^Q.{4}commit/is;

export async function openLateProxy(hooks: Hooks, { address }: TestDatabase): Promise<LateProxy> {
  const sockets = new Set<Socket>();
  let waiting: { statement: RegExp; take(taken: Taken): void } | undefined;
  const server = createServer(near => {
    const far = connect(path.join(address.host, `.s.PGSQL.${address.port}`));
    let isTaken = false;
    let isWanted = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    far.on('close', () => near.destroy());
    near.on('close', () => {
      if (!isTaken) far.destroy();
    });
    far.on('data', chunk => near.write(chunk));
    near.on('data', chunk => {
      if (isTaken) return;
      const text = chunk.toString('latin1');
      if (BEGIN.test(text)) isWanted = false;
      if (waiting?.statement.test(text)) isWanted = true;
      if (!waiting || !isWanted || !COMMIT.test(text)) return void far.write(chunk);
      const { take } = waiting;
      waiting = undefined;
      isTaken = true;
      near.destroy();
      take({
        async deliver() {
          far.write(chunk);
          await once(far, 'data'); // the server answers after it has committed
          far.destroy();
        },
      });
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
    takeCommitOf: statement =>
      new Promise(take => {
        waiting = { statement, take };
      }),
  };
}
