/** All background work of the service. */
import { deleteEndedWindows } from '../http/rate-limit.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import { deleteEndedCalls } from '../runs/store/call-windows.ts';
import type { Areas } from './areas.ts';
import type { Platform } from './platform.ts';

export function allTasks(platform: Platform, { tasks }: Areas): Task[] {
  return [...tasks, rateWindowTask(platform)];
}

/** Deletes the counts of requests and webhook calls of times that are over. */
function rateWindowTask({ background: database }: Platform): Task {
  return defineTask({
    kind: defineJob('http.sweep-rate-windows', { repeat: { everyMinutes: 10 } }),
    concurrency: 1,
    run: async () => {
      await deleteEndedWindows(database);
      await deleteEndedCalls(database.query);
    },
  });
}
