import { sql } from 'kysely';
import type { HeddleDatabase, Query } from '../database.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import { deleteInBatches } from '../platform/postgres/delete-in-batches.ts';

/** With 0 days, entries stay forever. */
export function auditTasks({ query: db }: HeddleDatabase, { days }: { days: number }): Task[] {
  return [
    defineTask({
      kind: defineJob('audit.delete-old-events', { repeat: { everyMinutes: 60, offsetMinutes: 49 } }),
      concurrency: 1,
      run: async (_payload, { signal }) => {
        if (days > 0) await deleteOldAuditEvents(db, days, signal);
      },
    }),
  ];
}

export async function deleteOldAuditEvents(db: Query, days: number, signal?: AbortSignal): Promise<void> {
  const where = sql`at < now() - make_interval(days => ${days})`;
  await deleteInBatches(db, { table: 'audit_events', where, order: 'at' }, signal);
}
