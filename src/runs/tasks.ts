import type { HeddleDatabase } from '../database.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { type Task, task } from '../platform/jobs/task.ts';
import { deleteOldRequestKeys } from './starting/idempotency.ts';
import { deleteDeadRunners } from './store/claims.ts';
import { deleteOldRuns } from './store/runs.ts';

export function runTasks(database: HeddleDatabase, { retentionDays }: { retentionDays: number }): Task[] {
  return [
    task({
      kind: defineJob('runs.delete-old', { repeat: { everyMinutes: 60, offsetMinutes: 17 } }),
      concurrency: 1,
      run: async (_payload, { signal }) => {
        await deleteOldRuns(database.query, retentionDays, signal);
        await deleteOldRequestKeys(database.query);
        await deleteDeadRunners(database);
      },
    }),
  ];
}
