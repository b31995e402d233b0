/** Forgets refreshes that nobody applied. */
import { sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';

export function connectorTasks({ query: db }: HeddleDatabase): Task[] {
  return [
    defineTask({
      kind: defineJob('connectors.forget-refreshes', { repeat: { everyMinutes: 60, offsetMinutes: 23 } }),
      concurrency: 1,
      run: () => forgetOldRefreshes(db),
    }),
  ];
}

export async function forgetOldRefreshes(db: Query): Promise<void> {
  await db
    .deleteFrom('connector_documents')
    .where('current', '=', false)
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${fixedLimits.connector.refreshHours})`)
    .execute();
}
