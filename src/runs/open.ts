/** Opens everything that starts, executes and shows runs. */
import type { Notify } from '../accounts/notifications.ts';
import type { HeddleDatabase } from '../database.ts';
import { inlineBodyLimits } from '../files/inline.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { NodeType } from '../nodes/node.ts';
import type { Liveness } from '../platform/heartbeat/liveness.ts';
import { defineJob, type JobQueue } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Listener } from '../platform/postgres/listener.ts';
import { createProcessorClock } from '../platform/processor-clock.ts';
import type { ThreadPool } from '../platform/threads/thread-pool.ts';
import type { Checker, Language } from '../workflows/checking.ts';
import { backfillEndpoint } from './api/backfill.ts';
import { batchEndpoints } from './api/batches.ts';
import { cancelEndpoint } from './api/cancel.ts';
import { concurrencyEndpoint } from './api/concurrency.ts';
import { replayEndpoints } from './api/replay.ts';
import { runEndpoints } from './api/routes.ts';
import { createRunWatchers, type RunWatchers } from './api/run-watchers.ts';
import { startEndpoint } from './api/start.ts';
import { stepParamsEndpoint } from './api/step-params.ts';
import { testRunEndpoint } from './api/test-runs.ts';
import { createStartChild } from './children/starting.ts';
import { childTasks } from './children/tasks.ts';
import { createLocalEvents } from './executing/local-events.ts';
import { createRunMemory } from './executing/run-memory.ts';
import type { RunServices } from './executing/run-services.ts';
import { type CapabilityServices, createStepCapabilities } from './executing/step-capabilities.ts';
import { observeRuns } from './observing/observer.ts';
import type { WorkflowMetricsOptions } from './observing/workflow-metrics.ts';
import { createRunPlans } from './plans/run-plans.ts';
import type { RunLimits } from './run-limits.ts';
import { createRunner, type Runner, type RunnerLimits } from './runner.ts';
import { type BatchServices, workOnBatch, workOnBatchJob } from './starting/batches.ts';
import { createDrafts } from './starting/drafts.ts';
import { createFollowers } from './starting/followers.ts';
import { deleteOldRequestKeys } from './starting/idempotency.ts';
import type { ReplayServices } from './starting/replay.ts';
import type { StartServices } from './starting/start.ts';
import type { RequestedStartServices } from './starting/start-request.ts';
import { wakeHeldRuns } from './store/admitter.ts';
import { createBatchedWrites } from './store/batched-writes.ts';
import { deleteOldBatches, findStalledBatches } from './store/batches.ts';
import { deleteDeadRunners } from './store/claims.ts';
import { dropExpiredPartitions, makePartitions } from './store/partitions.ts';
import type { QueueRules } from './store/queueing.ts';
import { deleteOldRuns, deleteOldSteps } from './store/run-changes.ts';
import { workflowTestEndpoints } from './testing/routes.ts';

interface RunsOptions extends Omit<CapabilityServices, 'templates' | 'startChild'> {
  /** The connections that requests and steps share. */
  database: HeddleDatabase;
  /** The connections that save and claim runs. */
  machinery: HeddleDatabase;
  liveness: Liveness;
  listener: Listener;
  notify: Notify;
  language: Language;
  /** The threads for templates that take longer than a few milliseconds. */
  computeThreads: ThreadPool;
  checker: Checker;
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
  /** The services that start runs of drafts. */
  starting: StartServices;
  replaying: ReplayServices;
  /** The services that start runs for applications. */
  requested: RequestedStartServices;
  /** Those who watch runs, for the endpoints of the console. */
  watchers: RunWatchers;
  endpoints: Endpoint[];
  tasks: Task[];
}

export function openRuns(options: RunsOptions): Runs {
  const { database, machinery, files, language, limits, checker, computeThreads, log } = options;
  const { registry, nodeTypes, templates } = language;
  const types = new Map<string, NodeType>(Object.entries(registry));
  const nodeType = (type: string) => types.get(type);
  const isEffect = (type: string) => nodeType(type)?.execution.kind === 'effect';
  const observer = observeRuns(options, type => isEffect(type) || nodeType(type)?.execution.kind === 'compute');
  const plans = createRunPlans({ types: nodeTypes, templates, threads: computeThreads, limits: language.limits });
  const startChild = createStartChild({
    ...{ database, limits, checker, plans, startOf: options.queueLimits.startOf },
    claimSoon: () => runner.claimSoon(),
  });
  const services: RunServices = {
    limits,
    templates,
    clock: createProcessorClock(),
    computeThreads,
    nodeLimits: language.limits,
    blobs: files.blobs,
    memory: createRunMemory(options.runnerLimits.memoryMegabytes),
    nodeType,
    fitParams: (type, rendered) => nodeTypes.fit(type, rendered),
    createCapabilities: createStepCapabilities({ ...options, templates, startChild }),
    openLinks: options.waits.openLinks,
    observer,
    localEvents: createLocalEvents(),
  };
  const writes = createBatchedWrites(machinery.pool);
  const runner = createRunner({
    database: machinery,
    writes,
    liveness: options.liveness,
    listener: options.listener,
    notify: options.notify,
    services,
    plans,
    log,
    limits: options.runnerLimits,
    claims: options.claims,
    onTakenOver: observer.takenOver,
  });
  const drafts = createDrafts(database.query);
  const { shutdownSignal, execution } = runner;
  const followers = createFollowers({ database, limits, shutdownSignal, execution });
  const starting: StartServices = {
    database,
    machinery,
    files,
    checker,
    plans,
    drafts,
    writes,
    runner,
    followers,
    limits,
    tracer: options.tracer,
    startOf: options.queueLimits.startOf,
  };
  const body = inlineBodyLimits(files.fileBytes, limits.inputCharacters);
  const watchers = createRunWatchers({ database, limits, localEvents: services.localEvents });
  const { queuedPerUser, startOf } = options.queueLimits;
  const replaying: ReplayServices = { ...starting, isEffect, queuedPerUser, startOf };
  const batches: BatchServices = { ...replaying, jobs: options.jobs, queuedPerWorkflow: options.queueLimits.queued };
  const endpoints = [
    ...runEndpoints(starting, body),
    startEndpoint(batches, body),
    ...replayEndpoints(replaying, body),
    cancelEndpoint(starting),
    concurrencyEndpoint(database),
    testRunEndpoint(starting, body),
    ...batchEndpoints(batches),
    backfillEndpoint(batches),
    ...workflowTestEndpoints({ ...starting, isEffect }),
    stepParamsEndpoint({ database, limits, plans, nodeType, nodeLimits: language.limits, computeThreads }),
  ];
  const tasks = [
    ...batchTasks({ ...batches, database: machinery }),
    ...childTasks({ database: machinery, limits, checker, plans, startOf }),
  ];
  return { runner, starting, replaying, requested: batches, watchers, endpoints, tasks };
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
    defineTask({
      kind: defineJob('runs.maintain-batches', { repeat: { everyMinutes: 60, offsetMinutes: 23 } }),
      concurrency: 1,
      run: async () => {
        await deleteOldBatches(db);
        for (const id of await findStalledBatches(db)) {
          await services.jobs.enqueue(workOnBatchJob, { batch_id: id }, { key: id });
        }
      },
    }),
  ];
}

/** The background work that deletes what nobody needs any longer. */
export function runTasks(
  database: HeddleDatabase,
  { retentionDays, replayDays, partitionDays }: { retentionDays: number; replayDays: number; partitionDays: number },
): Task[] {
  return [
    defineTask({
      kind: defineJob('runs.wake-held', { repeat: { everyMinutes: 1 } }),
      concurrency: 1,
      run: () => wakeHeldRuns(database),
    }),
    defineTask({
      kind: defineJob('runs.delete-old', { repeat: { everyMinutes: 60, offsetMinutes: 17 } }),
      concurrency: 1,
      run: async (_payload, { signal }) => {
        await dropExpiredPartitions(database.query, retentionDays, { signal });
        await deleteOldRuns(database.query, retentionDays, signal);
        await deleteOldSteps(database.query, replayDays, signal);
        await deleteOldRequestKeys(database.query);
        await deleteDeadRunners(database);
      },
    }),
    defineTask({
      kind: defineJob('runs.make-partitions', { repeat: { everyMinutes: 60, offsetMinutes: 7 } }),
      concurrency: 1,
      run: () => makePartitions(database.query, partitionDays),
    }),
  ];
}
