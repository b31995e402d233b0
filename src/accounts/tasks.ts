import type { HeddleDatabase } from '../database.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { type Task, task } from '../platform/jobs/task.ts';
import { releaseExpired } from './reservations.ts';

const releaseExpiredReservations = defineJob('accounts.release-expired-reservations');

export function accountTasks({ query }: HeddleDatabase): Task[] {
  return [
    task({
      kind: releaseExpiredReservations,
      concurrency: 1,
      repeat: { cron: '* * * * *', payload: {} },
      run: async () => {
        await releaseExpired(query);
      },
    }),
  ];
}
