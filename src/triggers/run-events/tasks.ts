import { sql } from 'kysely';
import type { HeddleDatabase } from '../../database.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../../platform/jobs/task.ts';

/** Lets successful runs pay nothing again when nobody listens to them any longer. */
export function runListenerTask({ query: db }: HeddleDatabase): Task {
  return defineTask({
    kind: defineJob('triggers.forget-listeners', { repeat: { everyMinutes: 60, offsetMinutes: 41 } }),
    concurrency: 1,
    run: async () => {
      await sql`SELECT forget_success_listeners()`.execute(db);
    },
  });
}
