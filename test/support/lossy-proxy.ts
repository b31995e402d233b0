/**
 * A proxy to a test database that loses answers: the server carried out the statement, but its client never learns it.
 */
import type { TestDatabase } from './database.ts';
import type { Hooks } from './process.ts';
import { openProxy } from './proxy.ts';

export interface LossyProxy {
  /** The address of the same database through the proxy. */
  url: string;
  /** The number of lost answers. */
  readonly lost: number;
}

/**
 * Loses every other answer to a statement that matches the pattern, so that each is repeated once and then answered.
 */
export async function openLossyProxy(hooks: Hooks, database: TestDatabase, pattern: RegExp): Promise<LossyProxy> {
  const found = new Map<string, number>();
  let lost = 0;
  const { url, cut } = await openProxy(database, (client, server) => {
    let isToBeLost = false;
    client.on('close', () => server.destroy());
    client.on('data', chunk => {
      const [statement] = pattern.exec(chunk.toString('latin1')) ?? [];
      if (statement !== undefined) {
        const times = (found.get(statement) ?? 0) + 1;
        found.set(statement, times);
        isToBeLost = times % 2 === 1;
      }
      server.write(chunk);
    });
    server.on('data', chunk => {
      if (!isToBeLost) return void client.write(chunk);
      // The server answers after it has committed.
      lost++;
      client.destroy();
    });
  });
  hooks.after(cut);
  return {
    url,
    get lost() {
      return lost;
    },
  };
}
