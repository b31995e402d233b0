import { sql } from 'kysely';
import type { HeddleDatabase, Query } from '../database.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';

/** Small enough that nobody notices the row locks. */
const BATCH = 1000;

/** With 0 days, entries stay forever. */
export function auditTasks({ query: db }: HeddleDatabase, { days }: { days: number }): Task[] {
  return [
    defineTask({
      kind: defineJob('audit.delete-old-events', { repeat: { everyMinutes: 60, offsetMinutes: 49 } }),
      concurrency: 1,
      run: async (_payload, { signal }) => {
        if (days > 0) await deleteOldEvents(db, days, signal);
      },
    }),
  ];
}

export async function deleteOldEvents(db: Query, days: number, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM audit_events WHERE id IN (
        SELECT id FROM audit_events WHERE at < now() - make_interval(days => ${days})
        ORDER BY at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )`.execute(db);
    if (numAffectedRows < BATCH) return;
  }
}
