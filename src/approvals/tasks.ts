import type { HeddleDatabase } from '../database.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import { type AttentionServices, attendDue, attendJob } from './attention.ts';
import { expireInTime, expireJob } from './expiry.ts';
import { settleAbandoned, settleJob } from './settling.ts';
import { mergeTallies } from './tallies.ts';

export function approvalTasks({ query: db }: HeddleDatabase, services: AttentionServices): Task[] {
  return [
    defineTask({
      kind: attendJob,
      concurrency: 1,
      run: (_payload, { signal }) => attendDue(services, db, signal),
    }),
    defineTask({
      kind: expireJob,
      concurrency: 1,
      run: (_payload, { signal }) => expireInTime(db, signal),
    }),
    defineTask({
      kind: settleJob,
      concurrency: 1,
      run: (_payload, { signal }) => settleAbandoned(db, signal),
    }),
    defineTask({
      kind: defineJob('approvals.gather-tallies', { repeat: { everyMinutes: 1 } }),
      concurrency: 1,
      run: (_payload, { signal }) => mergeTallies(db, signal),
    }),
  ];
}
