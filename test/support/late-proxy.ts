/** A proxy to a test database that delays a commit until its sender no longer waits for it. */
import { once } from 'node:events';
import type { TestDatabase } from './database.ts';
import type { Hooks } from './process.ts';
import { openProxy } from './proxy.ts';

export interface LateProxy {
  /** The address of the same database through the proxy. */
  url: string;
  /**
   * Intercepts the commit of the next transaction that contains such a statement, and cuts the connection of its
   * sender.
   */
  interceptCommit(statement: RegExp): Promise<Taken>;
}

export interface Taken {
  /** Sends the commit, and waits until the server has carried it out. */
  deliver(): Promise<void>;
}

/** Statements as they appear in the protocol. */
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
          await once(server, 'data'); // The server answers after it has committed.
          server.destroy();
        },
      });
    });
  });
  hooks.after(cut);
  return {
    url,
    interceptCommit: statement =>
      new Promise(take => {
        waiting = { statement, take };
      }),
  };
}
