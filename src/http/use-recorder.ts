/**
 * Records when keys and sessions were last used. No request waits for it: the ids of a moment are written together,
 * each at most once a minute. A use that could not be written is recorded by a later one.
 */
import { sql } from 'kysely';
import type { HeddleDatabase } from '../database.ts';

export interface UseRecorder {
  record(table: UsedTable, id: string): void;
  /** Writes what is left. */
  close(): Promise<void>;
}

type UsedTable = 'api_keys' | 'sessions';

/** A recorded time that is older than this is written again. */
export const STALE_AFTER = '1 minute';

const COLLECT_MS = 200;
const COLUMNS = { api_keys: 'last_used_at', sessions: 'last_seen_at' } as const;

export function createUseRecorder(database: HeddleDatabase): UseRecorder {
  const collected = { api_keys: new Set<string>(), sessions: new Set<string>() };
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const table of ['api_keys', 'sessions'] as const) {
      const ids = [...collected[table]];
      collected[table].clear();
      if (ids.length > 0) writing = Promise.all([writing, writeUses(database, table, ids).catch(() => {})]);
    }
  }

  return {
    record(table, id) {
      collected[table].add(id);
      timer ??= setTimeout(write, COLLECT_MS).unref();
    },
    async close() {
      write();
      await writing;
    },
  };
}

/** Skips rows that another process is writing, so that two processes never wait for each other. */
async function writeUses({ query }: HeddleDatabase, table: UsedTable, ids: readonly string[]): Promise<void> {
  const column = sql.ref(COLUMNS[table]);
  await sql`
    UPDATE ${sql.table(table)} SET ${column} = now() WHERE id IN (
      SELECT id FROM ${sql.table(table)}
      WHERE id = ANY(${ids}::uuid[]) AND coalesce(${column} < now() - ${STALE_AFTER}::interval, true)
      FOR NO KEY UPDATE SKIP LOCKED
    )`.execute(query);
}
