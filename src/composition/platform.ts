/** Opens what the areas of the service are built on, and what knows nothing of them. */
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { observeModels } from '../assistants/observed-models.ts';
import type { Config } from '../configuration/config.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase } from '../database.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { openDiskBlobs } from '../platform/blobs/disk.ts';
import { errorCode } from '../platform/error-details.ts';
import { createLiveness, type Liveness } from '../platform/heartbeat/liveness.ts';
import { createJobQueue, type JobQueue } from '../platform/jobs/jobs.ts';
import type { Logger } from '../platform/logging/log.ts';
import { createMailer, type Mailer } from '../platform/mail/mail.ts';
import { createMarkdownToHtml, type MarkdownToHtml } from '../platform/markdown/markdown-html.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import type { Models } from '../platform/models/model.ts';
import { createModels } from '../platform/models/models.ts';
import { createOutboundHttp, type OutboundHttp } from '../platform/outbound/outbound.ts';
import { type Listener, openListener } from '../platform/postgres/listener.ts';
import { requireNotifications } from '../platform/postgres/notifications-check.ts';
import { createSealer } from '../platform/sealing/envelope.ts';
import { openKeys } from '../platform/sealing/open-keys.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import { createThreadPool, type ThreadPool } from '../platform/threads/thread-pool.ts';
import { noTracer, type Tracer } from '../platform/traces/tracer.ts';
import { type Databases, openDatabases } from './databases.ts';
import { countSealedSecrets } from './sealed-columns.ts';
import { VERSION } from './version.ts';

export interface Platform extends Pick<Databases, 'database' | 'background' | 'maintenance'> {
  config: Config;
  log: Logger;
  metrics: Metrics;
  listener: Listener;
  liveness: Liveness;
  /** Jobs are enqueued here, and worked on where `startBackgroundWork` says so. */
  jobQueue: JobQueue;
  /** Encrypts secrets for the database. */
  sealer: Sealer;
  blobs: Blobs;
  mailer: Mailer;
  outbound: OutboundHttp;
  models: Models;
  tracer: Tracer;
  threads: ThreadPool;
  /** Templates have threads of their own: they take a tenth of a second, and must not wait for tools that take seconds. */
  computeThreads: ThreadPool;
  markdownToHtml: MarkdownToHtml;
  /** What links and webhook URLs start with. */
  publicUrl(): string;
  /** Sets the address at which this process listens. Links start with it unless a setting says otherwise. */
  setAddress(url: string): void;
}

/**
 * The number of threads for work that would hold up the event loop. A user gets half of them at most, and two at
 * least. There may be more threads than cores because they leave the processor to the event loop, but not many more,
 * because each may take up to a gigabyte of memory. Several processes share the cores, so they divide the threads.
 */
function threadsOf({ share: { processes } }: Config): number {
  const ofMachine = Math.max(3, Math.min(availableParallelism(), 8) + 1);
  return Math.max(2, Math.ceil(ofMachine / processes));
}

const COMPUTE_IDLE_MS = 60_000;

/** Whatever it opens is closed by `opened`, in reverse order. */
export async function openPlatform(config: Config, log: Logger, opened: AsyncDisposableStack): Promise<Platform> {
  const metrics = createMetrics('heddle_');
  await makeDataFolder(config.service.dataFolder);
  const { directTarget, database, background, maintenance } = await openDatabases(config, log, opened);
  reportDatabase(metrics, background);
  const sealer = await openSealer(config, background, log);
  const listener = await openListener(directTarget);
  opened.defer(() => listener.close());
  await requireNotifications(background.pool, listener);
  const liveness = openLiveness(config, background, log);
  opened.defer(() => liveness.leave());

  const blobs = await openBlobs(config);
  opened.defer(() => blobs.close());
  const mailer = createMailer({
    from: config.mail.from,
    outboxFolder: path.join(config.service.dataFolder, 'outbox'),
    ...(config.mail.smtpUrl !== undefined && { smtpUrl: config.mail.smtpUrl }),
  });
  opened.defer(() => mailer.close());
  const outbound = createOutboundHttp(config.outbound);
  opened.defer(() => outbound.close());
  const models = observeModels(createModels(config.assistants.models ?? []), { metrics, log });
  opened.defer(() => models.close());
  const tracer = await openTracer(config, log);
  opened.defer(() => tracer.close());

  const atOnce = threadsOf(config);
  const threads = createThreadPool({ atOnce });
  opened.defer(() => threads.close());
  const computeThreads = createThreadPool({ atOnce, idleMs: COMPUTE_IDLE_MS });
  opened.defer(() => computeThreads.close());

  let address = listeningAddress(config, config.http.port);
  return {
    config,
    log,
    metrics,
    database,
    background,
    maintenance,
    listener,
    liveness,
    jobQueue: createJobQueue(background),
    sealer,
    blobs,
    mailer,
    outbound,
    models,
    tracer,
    threads,
    computeThreads,
    markdownToHtml: createMarkdownToHtml(threads),
    publicUrl: () => config.http.publicUrl ?? address,
    setAddress(url) {
      address = url;
    },
  };
}

/** An alert needs a number that says so: while the database is away, those that are counted in it are only missing. */
function reportDatabase(metrics: Metrics, { pool }: HeddleDatabase): void {
  metrics.gauge('database_reachable', 'Whether the database accepts writes', [], async gauge => {
    gauge.set(0);
    await pool.requireWritable();
    gauge.set(1);
  });
}

export function listeningAddress({ http: { host } }: Config, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** On a read-only file system Node only says that the new folder does not exist, so we ask for the reason. */
async function makeDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') await requireWritable(path.dirname(folder));
    throw error;
  }
}

/** Throws why nothing can be made in the folder, or in the nearest folder above that exists. */
async function requireWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || path.dirname(folder) === folder) throw error;
    await requireWritable(path.dirname(folder));
  }
}

export function keyFileOf({ service }: Config): string {
  return service.keyFile ?? path.join(service.dataFolder, 'keys');
}

async function openSealer(config: Config, { pool }: HeddleDatabase, log: Logger): Promise<Sealer> {
  const onError = (err: unknown) => log.error({ err }, 'while recording a new key of the installation');
  return createSealer(await openKeys({ pool, file: keyFileOf(config), countSecrets: countSealedSecrets, onError }));
}

export async function openBlobs({ service, s3 }: Config): Promise<Blobs> {
  const { bucket, accessKeyId, secretAccessKey, endpoint, ...rest } = s3;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return openDiskBlobs(path.join(service.dataFolder, 'blobs'));
  }
  // The S3 client is heavy, and most installations do not need it.
  const { openS3Blobs } = await import('../platform/blobs/s3.ts');
  return openS3Blobs({ ...rest, bucket, accessKeyId, secretAccessKey, ...(endpoint !== undefined && { endpoint }) });
}

async function openTracer({ traces }: Config, log: Logger): Promise<Tracer> {
  const endpoint = traces.heddleUrl ?? traces.otelUrl;
  if (endpoint === undefined || traces.disabled) return noTracer;
  // Loading the SDK takes 0.3 seconds and 28 MB of memory.
  const { createTracer } = await import('../platform/traces/open-telemetry.ts');
  return createTracer({
    endpoint,
    headers: traces.headers ?? {},
    serviceName: traces.serviceName,
    serviceVersion: VERSION,
    resourceAttributes: traces.resourceAttributes ?? {},
    sampler: traces.sampler,
    samplerRatio: traces.samplerRatio,
    onError: err => log.warn({ err }, 'with the collector of traces'),
  });
}

function openLiveness({ service: { silenceSeconds } }: Config, database: HeddleDatabase, log: Logger): Liveness {
  const { hungSeconds } = fixedLimits.run;
  const onError = (err: unknown) => log.error({ err }, 'while showing that this process lives');
  return createLiveness({ database, silenceSeconds, hungSeconds, onError });
}
