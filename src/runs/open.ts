/** Opens everything that starts, executes and shows runs. */
import type { Notify } from '../accounts/notifications.ts';
import type { HeddleDatabase } from '../database.ts';
import type { NodeType } from '../nodes/node.ts';
import { createProcessorClock } from '../platform/concurrency/processor-clock.ts';
import type { Liveness } from '../platform/heartbeat/liveness.ts';
import { defineJob, type JobQueue } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import type { Logger } from '../platform/logging/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Listener } from '../platform/postgres/listener.ts';
import type { ThreadPool } from '../platform/threads/thread-pool.ts';
import type { Checker, DefinitionLanguage } from '../workflows/checking.ts';
import type { HolidayReader } from '../workflows/schedule-holidays.ts';
import type { RunEndpointServices } from './api/routes.ts';
import { createRunWatchers, type RunWatchers } from './api/run-watchers.ts';
import { createStartChild } from './children/starting.ts';
import { childTasks } from './children/tasks.ts';
import { createRunForTool } from './children/tool-runs.ts';
import { createLocalEvents } from './executing/local-events.ts';
import { createRunMemory } from './executing/run-memory.ts';
import type { RunServices } from './executing/run-services.ts';
import { createOpenSource } from './executing/sources/open-source.ts';
import { type CapabilityServices, createStepCapabilities } from './executing/step-capabilities.ts';
import { observeRuns } from './observing/observer.ts';
import type { WorkflowMetricsOptions } from './observing/workflow-metrics.ts';
import { createRunPlans } from './plans/run-plans.ts';
import type { RunLimits } from './run-limits.ts';
import { Runner, type RunnerLimits } from './runner/runner.ts';
import { type BatchServices, workOnBatch, workOnBatchJob } from './starting/batches.ts';
import { createDrafts } from './starting/drafts.ts';
import { Followers } from './starting/followers.ts';
import { deleteOldRequestKeys } from './starting/idempotency.ts';
import { wakeHeldRuns } from './store/admitter.ts';
import { createBatchedWrites } from './store/batched-writes.ts';
import { deleteOldBatches, findStalledBatches } from './store/batches.ts';
import { deleteDeadRunners } from './store/claims.ts';
import { deleteOldDecisions } from './store/decisions.ts';
import { dropExpiredPartitions, makePartitions } from './store/partitions.ts';
import type { QueueRules } from './store/queueing.ts';
import { deleteOldRuns, deleteOldSteps } from './store/retention.ts';

interface RunsOptions extends Omit<CapabilityServices, 'templates' | 'startChild' | 'runForTool'> {
  /** The connections that requests and steps share. */
  database: HeddleDatabase;
  /** The connections that save and claim runs. */
  background: HeddleDatabase;
  liveness: Liveness;
  listener: Listener;
  notify: Notify;
  language: DefinitionLanguage;
  /** The threads for templates that take longer than a few milliseconds. */
  computeThreads: ThreadPool;
  checker: Checker;
  holidays: HolidayReader;
  limits: RunLimits;
  runnerLimits: RunnerLimits;
  queueLimits: QueueRules & { queued: number };
  jobs: JobQueue;
  /** Whether this process executes runs that others queued. */
  claims: boolean;
  metrics: Metrics;
  workflowMetrics: WorkflowMetricsOptions;
  log: Logger;
}

export interface Runs {
  runner: Runner;
  /** What starts, repeats and shows runs. */
  services: RunEndpointServices;
  /** Those who watch runs, for the endpoints of the console. */
  watchers: RunWatchers;
  tasks: Task[];
}

export function openRuns(options: RunsOptions): Runs {
  const { database, background, files, language, limits, checker, computeThreads, log } = options;
  const { registry, nodeTypes, templates } = language;
  const types = new Map<string, NodeType>(Object.entries(registry));
  const nodeType = (type: string) => types.get(type);
  const isEffect = (type: string) => nodeType(type)?.execution.kind === 'effect';
  const observer = observeRuns(options, type => isEffect(type) || nodeType(type)?.execution.kind === 'compute');
  const plans = createRunPlans({ types: nodeTypes, templates, threads: computeThreads, limits: language.limits });
  const startChild = createStartChild({
    ...{ database, limits, checker, plans, rules: options.queueLimits },
    claimSoon: () => runner.claimSoon(),
  });
  const runForTool = createRunForTool({
    ...{ database, limits, checker, plans, rules: options.queueLimits },
    claimSoon: () => runner.claimSoon(),
    follow: (id, signal) => followers.follow(id, signal),
  });
  const localEvents = createLocalEvents();
  const createCapabilities = createStepCapabilities({ ...options, templates, startChild, runForTool });
  const executing: RunServices = {
    ...{ limits, templates, computeThreads, nodeType, observer },
    clock: createProcessorClock(),
    nodeLimits: language.limits,
    blobs: files.blobs,
    memory: createRunMemory(options.runnerLimits.memoryMegabytes),
    fitParams: (type, rendered) => nodeTypes.fit(type, rendered),
    createCapabilities,
    openLinks: options.waits.openLinks,
    openSource: createOpenSource({
      ...{ files, templates, nodeType, createCapabilities },
      fitParams: (type, rendered) => nodeTypes.fit(type, rendered),
    }),
    localEvents,
  };
  const writes = createBatchedWrites(background.pool);
  const runner = new Runner({
    database: background,
    writes,
    liveness: options.liveness,
    listener: options.listener,
    notify: options.notify,
    services: executing,
    plans,
    log,
    limits: options.runnerLimits,
    claims: options.claims,
    onTakenOver: observer.takenOver,
  });
  const drafts = createDrafts(database.query);
  const followers = new Followers({ database, limits, runner });
  const services: RunEndpointServices = {
    ...{ database, background, files, checker, plans, drafts, writes, runner, followers, limits, nodeType, isEffect },
    ...{
      tracer: options.tracer,
      computeThreads,
      nodeLimits: language.limits,
      jobs: options.jobs,
      notify: options.notify,
      holidays: options.holidays,
    },
    startOf: options.queueLimits.startOf,
    decide: options.queueLimits.decide,
    queuedPerUser: options.queueLimits.queuedPerUser,
    queuedPerWorkflow: options.queueLimits.queued,
  };
  const watchers = createRunWatchers({ database, limits, localEvents });
  const tasks = [
    ...batchTasks({ ...services, database: background }),
    ...childTasks({ database: background, limits, checker, plans, rules: options.queueLimits }),
  ];
  return { runner, services, watchers, tasks };
}

/** The background work on many runs at once. */
function batchTasks(services: BatchServices): Task[] {
  const { query: db } = services.database;
  return [
    defineTask({
      kind: workOnBatchJob,
      concurrency: 2,
      run: ({ batch_id }, { signal }) => workOnBatch(services, batch_id, signal),
    }),
    hourly('runs.delete-batches', 21, () => deleteOldBatches(db)),
    hourly('runs.maintain-batches', 23, async () => {
      for (const id of await findStalledBatches(db)) {
        await services.jobs.enqueue(workOnBatchJob, { batch_id: id }, { key: id });
      }
    }),
  ];
}

interface RunTaskServices {
  /** The connections for short statements. */
  background: HeddleDatabase;
  /** A connection for statements that read whole tables. */
  maintenance: HeddleDatabase;
}

/**
 * The background work that deletes what nobody needs any longer. Each kind of it is a job of its own, so that one that fails
 * is reported and tried again by itself, and holds up no other.
 */
export function runTasks(
  { background, maintenance }: RunTaskServices,
  { retentionDays, replayDays, partitionDays }: { retentionDays: number; replayDays: number; partitionDays: number },
): Task[] {
  const { query: db } = background;
  return [
    defineTask({
      kind: defineJob('runs.wake-held', { repeat: { everyMinutes: 1 } }),
      concurrency: 1,
      run: () => wakeHeldRuns(background),
    }),
    hourly('runs.make-partitions', 7, () => makePartitions(maintenance.query, partitionDays)),
    hourly('runs.drop-partitions', 12, async signal => {
      await dropExpiredPartitions(maintenance.query, retentionDays, { signal });
    }),
    hourly('runs.delete-old', 17, signal => deleteOldRuns(db, retentionDays, signal)),
    hourly('runs.delete-steps', 27, signal => deleteOldSteps(db, replayDays, signal)),
    hourly('runs.delete-request-keys', 37, signal => deleteOldRequestKeys(db, signal)),
    hourly('runs.delete-decisions', 42, () => deleteOldDecisions(db)),
    hourly('runs.delete-dead-runners', 47, () => deleteDeadRunners(background)),
  ];
}

function hourly(name: string, offsetMinutes: number, run: (signal: AbortSignal) => Promise<void>): Task {
  return defineTask({
    kind: defineJob(name, { repeat: { everyMinutes: 60, offsetMinutes } }),
    concurrency: 1,
    run: (_payload, { signal }) => run(signal),
  });
}
