/** The background work on runs that wait for other runs. */
import { defineJob } from '../../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../../platform/jobs/task.ts';
import type { RunLimits } from '../run-limits.ts';
import { startNextTryJob } from '../store/child-ends.ts';
import { cancelChildren, reconcileChildren } from './reconciling.ts';
import { type NextTryServices, startNextTry } from './tries.ts';

interface ChildTaskServices extends NextTryServices {
  limits: RunLimits;
}

export function childTasks(services: ChildTaskServices): Task[] {
  return [
    defineTask({
      kind: startNextTryJob,
      concurrency: 5,
      run: payload => startNextTry(services, payload),
    }),
    defineTask({
      // A trigger of the table enqueues it, in the transaction that ends or deletes a run.
      kind: defineJob<{ run_id: string }>('runs.cancel-children', { attempts: 20, maxDelaySeconds: 60 }),
      concurrency: 5,
      run: ({ run_id }, { signal }) => cancelChildren(services, run_id, signal),
    }),
    defineTask({
      kind: defineJob('runs.reconcile-children', { repeat: { everyMinutes: 1 } }),
      concurrency: 1,
      run: (_payload, { signal }) => reconcileChildren(services, signal),
    }),
  ];
}
