import type pg from 'pg';
import type { Db } from 'pg-boss';
import type { Listener } from '../postgres/listener.ts';
import type { Pool } from '../postgres/pool.ts';

/** What pg-boss hears from its channel, told to us as well. */
export interface Wakeups {
  listener: Listener;
  onKind(kind: string): void;
  onMissed(): void;
}

/** Lets pg-boss work over our pool and our listening connection instead of its own. */
export function bossDatabase(pool: Pool, wakeups?: Wakeups): Db {
  return {
    async executeSql(text, values) {
      // Several statements in one text, which pg-boss sends for its own transactions, have one result each.
      const result: pg.QueryResult | pg.QueryResult[] = await pool.query(text, values);
      return { rows: Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows };
    },
    ...(wakeups && {
      listen(channel: string, onNotification: (payload: string) => void, onReconnect: () => void) {
        return wakeups.listener.subscribe(
          channel,
          kind => {
            wakeups.onKind(kind);
            onNotification(kind);
          },
          () => {
            wakeups.onMissed();
            onReconnect();
          },
        );
      },
    }),
  };
}
