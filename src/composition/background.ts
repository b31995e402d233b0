/** The work that a process does by itself: jobs, schedules, and the runs and chats that have begun. */

import { settledWithin } from '../platform/concurrency/promises.ts';
import { type Jobs, openJobs } from '../platform/jobs/jobs.ts';
import type { Metrics } from '../platform/metrics.ts';
import { startRunEvents } from '../triggers/run-events/run-events.ts';
import { startSchedules } from '../triggers/schedules/schedules.ts';
import type { Areas } from './areas.ts';
import type { Platform } from './platform.ts';
import { allTasks } from './tasks.ts';

/** How long a stopping process waits for the database beyond the time of the work in progress. */
const LEAVE_MS = 3_000;

interface BackgroundWork {
  jobs: Jobs;
  /** Starts no more work, and waits as long as the settings allow for the work in progress. */
  stop(): Promise<void>;
}

/** Without `work`, this process only enqueues jobs for others, and finishes the runs and chats of its own requests. */
export async function startBackgroundWork(
  platform: Platform,
  areas: Areas,
  { work }: { work: boolean },
): Promise<BackgroundWork> {
  const { config, log, background, listener, liveness, metrics } = platform;
  const { scheduling, runEvents, polling, consumers, runs, chats, waits } = areas;
  const everyTask = allTasks(platform, areas);
  const jobs = await openJobs({
    database: background,
    listener,
    ...(work && { liveness }),
    kinds: everyTask.map(({ kind }) => kind),
    onError: err => log.error({ err }, 'in the job queue'),
  });
  measureJobs(metrics, jobs);
  if (work) for (const each of everyTask) each.start(jobs);
  const schedules = work ? startSchedules(scheduling) : undefined;
  const endedRuns = work ? startRunEvents(runEvents) : undefined;
  if (work) polling.polls.start();
  if (work) consumers.start();
  const endingWaits = work ? waits.start() : undefined;

  let stopped: Promise<unknown> | undefined;
  return {
    jobs,
    async stop() {
      const drainMs = config.service.drainSeconds * 1000;
      // A database that does not respond must not keep the process alive: whatever hangs is not done then.
      const looking = [schedules, endedRuns, polling.polls, consumers, endingWaits].map(async each => each?.stop());
      stopped ??= Promise.all([
        settledWithin(drainMs + LEAVE_MS, looking),
        jobs.stop({ drainMs }),
        runs.runner.stop({ drainMs }),
        chats.stop({ drainMs }),
      ]);
      await stopped;
    },
  };
}

function measureJobs(metrics: Metrics, jobs: Jobs): void {
  metrics.gauge('jobs', 'Jobs by kind and state', ['kind', 'state'], async gauge => {
    for (const { kind, waiting, active, dead } of await jobs.statistics()) {
      gauge.set({ kind, state: 'waiting' }, waiting);
      gauge.set({ kind, state: 'active' }, active);
      gauge.set({ kind, state: 'dead' }, dead);
    }
  });
}
