/** A way to a test database on which a commit comes late: when it is carried out, nobody waits for it any more. */
import { once } from 'node:events';
import type { TestDatabase } from './database.ts';
import type { Hooks } from './process.ts';
import { openProxy } from './proxy.ts';

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

export async function openLateProxy(hooks: Hooks, database: TestDatabase): Promise<LateProxy> {
  let waiting: { statement: RegExp; take(taken: Taken): void } | undefined;
  const { url, cut } = await openProxy(database, (client, server) => {
    let isTaken = false;
    let isWanted = false;
    client.on('close', () => {
      if (!isTaken) server.destroy();
    });
    server.on('data', chunk => client.write(chunk));
    client.on('data', chunk => {
      if (isTaken) return;
      const text = chunk.toString('latin1');
      if (BEGIN.test(text)) isWanted = false;
      if (waiting?.statement.test(text)) isWanted = true;
      if (!waiting || !isWanted || !COMMIT.test(text)) return void server.write(chunk);
      const { take } = waiting;
      waiting = undefined;
      isTaken = true;
      client.destroy();
      take({
        async deliver() {
          server.write(chunk);
          await once(server, 'data'); // the server answers after it has committed
          server.destroy();
        },
      });
    });
  });
  hooks.after(cut);
  return {
    url,
    takeCommitOf: statement =>
      new Promise(take => {
        waiting = { statement, take };
      }),
  };
}
