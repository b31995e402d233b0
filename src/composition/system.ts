/** Everything a process is made of, opened in order and closed in reverse. The one place where the parts meet. */
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createNotify } from '../accounts/notifications.ts';
import { type AccountServices, accountEndpoints } from '../accounts/routes.ts';
import { accountTasks } from '../accounts/tasks.ts';
import { openApprovals } from '../approvals/open.ts';
import { builderOf, usableInSteps } from '../assistants/assistants.ts';
import { observeModels } from '../assistants/observing.ts';
import { assistantTasks, openAssistants } from '../assistants/open.ts';
import type { Announce } from '../booster/events.ts';
import { openBooster } from '../booster/open.ts';
import { panelDeletionTask } from '../booster/panel-deletion.ts';
import { type PanelServices, panelEndpoints } from '../booster/panel-routes.ts';
import {
  approvalLimits,
  boosterTriggerLimits,
  notificationRetention,
  requestsPerMinute,
  runLimits,
  runnerLimits,
  storageLimits,
  webhookLimits,
  workflowLimits,
} from '../configuration/area-limits.ts';
import type { Config } from '../configuration/config.ts';
import { limits, MEGABYTE } from '../configuration/limits.ts';
import type { HeddleDatabase, Schema } from '../database.ts';
import { fileLinks } from '../files/links.ts';
import { fileEndpoints, fileUploadEndpoint } from '../files/routes.ts';
import type { FileServices } from '../files/store.ts';
import { fileTasks } from '../files/tasks.ts';
import { type Identities, openIdentities } from '../http/authentication.ts';
import type { Endpoint, Link } from '../http/endpoint.ts';
import { createRateLimiter, deleteEndedWindows, type RateLimiter } from '../http/rate-limit.ts';
import { type BodyServices, createBodyServices } from '../http/request-body.ts';
import { mcpLinks } from '../mcp/links.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { defineJob, type Jobs, openJobs } from '../platform/jobs/jobs.ts';
import { type Task, task } from '../platform/jobs/task.ts';
import { createLogger, type Logger } from '../platform/log.ts';
import { createMailer, type Mailer } from '../platform/mail/mail.ts';
import { createMarkdownToHtml } from '../platform/markdown/markdown-html.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { createModels } from '../platform/models/models.ts';
import { createOutboundHttp, type OutboundHttp } from '../platform/outbound/outbound.ts';
import { openDatabase } from '../platform/postgres/database.ts';
import { type Listener, openListener } from '../platform/postgres/listener.ts';
import { createThreads } from '../platform/threads/threads.ts';
import { openRuns } from '../runs/open.ts';
import { referencedStepBlobs } from '../runs/store/runs.ts';
import { runTasks } from '../runs/tasks.ts';
import { createToolBoxFrom } from '../tools/registry.ts';
import { boosterTriggerTasks, startsRuns } from '../triggers/booster-events.ts';
import { startSchedules } from '../triggers/schedules.ts';
import { webhookLinks } from '../triggers/webhook.ts';
import { deleteEndedCalls } from '../triggers/webhook-rates.ts';
import { createChecker, createLanguage } from '../workflows/checking.ts';
import { workflowDeletionTask } from '../workflows/deletion.ts';
import { type WorkflowServices, workflowEndpoints } from '../workflows/routes.ts';
import { openDatabases } from './databases.ts';
import { openBlobs, openLiveness, openTracer } from './platform.ts';
import { builderServices, openReader, openTools } from './tools.ts';

export const VERSION: string = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
).version;

export interface System {
  config: Config;
  log: Logger;
  metrics: Metrics;
  database: HeddleDatabase;
  listener: Listener;
  identities: Identities;
  rateLimiter: RateLimiter | undefined;
  blobs: Blobs;
  mailer: Mailer;
  outbound: OutboundHttp;
  jobs: Jobs;
  /** Tells the webhooks of a panel what happened to its files and records. */
  announce: Announce;
  endpoints: readonly Endpoint[];
  links: readonly Link[];
  /** What reading the bodies of requests may cost. */
  bodies: BodyServices;
  /** What links and webhook URLs start with. */
  publicUrl(): string;
  /** Where this process listens, once that is known: what links start with unless a setting says otherwise. */
  setAddress(url: string): void;
  /** Starts no more background work, and waits for what is under way as long as it may. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
}

export interface SystemOptions {
  config: Config;
  /** Whether this process does background work. */
  work: boolean;
  /** Whether it answers requests of others for long. One that does neither connects to nobody before it must. */
  serves?: boolean;
  log?: Logger;
}

export async function openSystem({
  config,
  work,
  serves = work,
  log = createLogger(config.logLevel),
}: SystemOptions): Promise<System> {
  // Closes what was opened so far when a later part can not be opened.
  await using opened = new AsyncDisposableStack();
  const metrics = createMetrics('heddle_');
  await mkdir(config.dataFolder, { recursive: true });

  const { target, database, machinery } = await openDatabases(config, log, opened);
  const listener = await openListener(target);
  opened.defer(() => listener.close());

  const blobs = await openBlobs(config);
  opened.defer(() => blobs.close());
  const mailer = createMailer({
    from: config.mailFrom,
    outboxFolder: path.join(config.dataFolder, 'outbox'),
    ...(config.smtpUrl !== undefined && { smtpUrl: config.smtpUrl }),
  });
  opened.defer(() => mailer.close());
  const outbound = createOutboundHttp({ allowedCidrs: config.allowedPrivateAddresses });
  opened.defer(() => outbound.close());

  const identities = await openIdentities(database, listener);
  opened.defer(() => identities.close());
  const rateLimiter = config.rateLimits ? createRateLimiter(database, requestsPerMinute(config)) : undefined;

  const threads = createThreads({ atOnce: THREADS });
  opened.defer(() => threads.close());
  const markdownToHtml = createMarkdownToHtml(threads);
  // Apart from tools: templates take a tenth of a second at most, and must not wait for what takes seconds.
  const computeThreads = createThreads({ atOnce: THREADS, idleMs: COMPUTE_IDLE_MS });
  opened.defer(() => computeThreads.close());
  let address = addressOf(config, config.port);
  const publicUrl = () => config.publicUrl ?? address;
  const notify = createNotify({ jobs: () => jobs });
  const booster = openBooster({
    database,
    machinery,
    blobs,
    http: outbound,
    metrics,
    publicUrl,
    startsRuns,
    limits: storageLimits(config),
    images: {
      cacheFolder: path.join(config.dataFolder, 'images'),
      cacheBytes: config.imageCacheBytes,
      atOnce: config.imagesAtOnce,
      megapixels: config.imageMegapixels,
      onError: err => log.warn({ err }, 'with the cache of resized images'),
    },
    jobs: () => jobs,
  });
  opened.defer(() => booster.close());

  const files: FileServices = { database, blobs, publicUrl, fileBytes: config.fileBytes };
  const deciding = { files, threads, runLimits: runLimits(config), limits: approvalLimits(config) };
  const approvals = openApprovals({ ...deciding, database, machinery, notify, publicUrl });
  const tasks = [
    ...accountTasks({
      database: machinery,
      mailer,
      markdownToHtml,
      publicUrl,
      log,
      metrics,
      notificationRetention: notificationRetention(config),
    }),
    ...fileTasks({ database: machinery, blobs }, [referencedStepBlobs, ...booster.referenced]),
    ...runTasks(machinery, { retentionDays: config.runRetentionDays }),
    workflowDeletionTask(machinery),
    panelDeletionTask(machinery),
    ...booster.tasks,
    ...approvals.tasks,
    ...assistantTasks(machinery),
    ...boosterTriggerTasks({
      database: machinery,
      notify,
      withLinks: booster.withLinks,
      limits: boosterTriggerLimits(config),
    }),
    sweepRateWindows(machinery),
  ];
  const liveness = openLiveness(config, machinery, log);
  opened.defer(() => liveness.leave());
  const jobs = await openJobs({
    database: machinery,
    listener,
    ...(work && { liveness }),
    kinds: tasks.map(({ kind }) => kind),
    onError: err => log.error({ err }, 'in the job queue'),
  });
  measure(metrics, jobs);

  const tracer = await openTracer(config, VERSION, log);
  opened.defer(() => tracer.close());
  const models = observeModels(createModels(config.models ?? []), { metrics, log });
  opened.defer(() => models.close());
  const tools = openTools({ config, threads, models, boosterTools: booster.tools, connect: serves, log });
  opened.defer(() => tools.close());
  const reader = openReader(config, models);
  opened.defer(() => reader.close());
  const language = createLanguage(tools.box, workflowLimits(config));
  const checker = createChecker(language, { usableAssistants: usableInSteps, threads: computeThreads });
  const assistants = openAssistants({
    database,
    threads,
    log,
    files,
    http: outbound,
    reader,
    models,
    tools: tools.box,
    builder: builderServices({ database, checker, runs: () => runs }),
    classificationModel: config.classificationModel,
    atOnce: config.answersAtOnce,
  });
  const runs = openRuns({
    database,
    machinery,
    liveness,
    listener,
    notify,
    openApproval: approvals.open,
    files,
    http: outbound,
    mailer,
    markdownToHtml,
    tools: tools.box,
    assistants: assistants.steps,
    reader,
    language,
    computeThreads,
    checker,
    limits: runLimits(config),
    runnerLimits: runnerLimits(config),
    claims: work,
    metrics,
    log,
    tracer,
  });
  const schedules = work
    ? startSchedules({ database: machinery, notify, limits: boosterTriggerLimits(config), log, metrics })
    : undefined;
  let stopped: Promise<unknown> | undefined;
  const stopWork = async () => {
    const drainMs = config.drainSeconds * 1000;
    stopped ??= Promise.all([
      schedules?.stop(),
      jobs.stop({ drainMs }),
      runs.runner.stop({ drainMs }),
      assistants.stop({ drainMs }),
    ]);
    await stopped;
  };
  opened.defer(stopWork);
  if (work) for (const each of tasks) each.start(jobs);

  const closing = opened.move();
  return {
    config,
    log,
    metrics,
    database,
    listener,
    identities,
    rateLimiter,
    blobs,
    mailer,
    outbound,
    jobs,
    announce: booster.announce,
    endpoints: [
      ...endpointsOn({
        database,
        publicUrl,
        checker,
        jobs,
        limitMegabytes: config.panelMegabytes,
        forget: identities.forget,
        onCreated: builderOf,
      }),
      fileUploadEndpoint(files),
      ...runs.endpoints,
      ...assistants.endpoints,
      ...approvals.endpoints,
      ...booster.endpoints,
    ],
    links: [
      ...fileLinks(files),
      ...booster.links,
      ...approvals.links,
      ...webhookLinks({
        database,
        files,
        rateLimiter,
        limits: webhookLimits(config),
        handingOn: runs.runner.handingOn,
        tracer,
      }),
      ...mcpLinks({
        runs: runs.starting,
        approvals: deciding,
        identities,
        rateLimiter,
        publicUrl,
        version: VERSION,
        log,
      }),
    ],
    bodies: createBodyServices({
      folder: path.join(config.dataFolder, 'bodies'),
      memoryBytes: config.requestMegabytes * MEGABYTE,
      diskBytes: config.requestDiskMegabytes * MEGABYTE,
    }),
    publicUrl,
    setAddress(url) {
      address = url;
    },
    stopWork,
    close: () => closing.disposeAsync(),
  };
}

/**
 * For work that would hold up the event loop. One user has half of them at most, which is two at least. They leave the
 * processor to the event loop, so that there may be more of them than cores; not many more than needed, as each may take
 * up to a gigabyte of memory.
 */
const THREADS = Math.max(3, Math.min(availableParallelism(), 8) + 1);
const COMPUTE_IDLE_MS = 60_000;

export const PROVISIONING = '/api/v1/';

/** The endpoints that are also commands. They can be named without a database, which is opened by its first query. */
export function provisioningEndpoints(): Endpoint[] {
  const unopened = openDatabase<Schema>('postgres://localhost', { maxConnections: 1 });
  const checker = createChecker(createLanguage(createToolBoxFrom([]), limits.workflow), {
    usableAssistants: async () => new Set(),
    threads: createThreads({ atOnce: 1 }),
  });
  const jobs = { enqueue: async () => {} };
  const endpoints = endpointsOn({
    database: unopened,
    publicUrl: () => '',
    checker,
    jobs,
    limitMegabytes: 0,
    forget: () => {},
    onCreated: async () => {},
  });
  return endpoints.filter(({ path }) => path.startsWith(PROVISIONING));
}

export function addressOf({ host }: Config, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function endpointsOn(services: AccountServices & PanelServices & WorkflowServices): Endpoint[] {
  return [
    ...accountEndpoints(services),
    ...panelEndpoints(services),
    ...fileEndpoints(services),
    ...workflowEndpoints(services),
  ];
}

function sweepRateWindows(database: HeddleDatabase): Task {
  return task({
    kind: defineJob('http.sweep-rate-windows', { repeat: { everyMinutes: 10 } }),
    concurrency: 1,
    run: async () => {
      await deleteEndedWindows(database);
      await deleteEndedCalls(database.query);
    },
  });
}

function measure(metrics: Metrics, jobs: Jobs): void {
  metrics.gauge('jobs', 'Jobs by kind and state', ['kind', 'state'], async gauge => {
    for (const { kind, waiting, active, dead } of await jobs.statistics()) {
      gauge.set({ kind, state: 'waiting' }, waiting);
      gauge.set({ kind, state: 'active' }, active);
      gauge.set({ kind, state: 'dead' }, dead);
    }
  });
}
