/** Puts together everything that serves the databases and files of panels. */

import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase } from '../database.ts';
import type { FindReferencedKeys } from '../files/accept-content.ts';
import type { Endpoint, Link } from '../http/endpoint.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { Resizer } from '../platform/images/resizer.ts';
import type { JobQueue } from '../platform/jobs/jobs.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import type { Tool } from '../tools/contract/tool.ts';
import { SERVICE_ACTOR } from './actor.ts';
import type { Announce, FindStarts } from './events.ts';
import { overviewEndpoints } from './overview.ts';
import { panelDeletionTask } from './panel-deletion.ts';
import { createOpenLinkSecret } from './panel-secrets.ts';
import { recordConsoleEndpoints } from './records/console-routes.ts';
import { recordEndpoints } from './records/routes.ts';
import type { RecordServices } from './records/store.ts';
import { browsingEndpoints } from './storage/browsing-routes.ts';
import { releaseFilesOfRecord } from './storage/changes.ts';
import { findUploadBlobKeys } from './storage/direct.ts';
import { findStoredFileBlobKeys, type StorageLimits, type StorageServices } from './storage/files.ts';
import { withLinks } from './storage/links.ts';
import { storageEndpoints } from './storage/routes.ts';
import { storageLinks } from './storage/serving.ts';
import { storageTasks } from './storage/tasks.ts';
import { boosterTools } from './tools/tools.ts';
import { createAnnounce } from './webhooks/announce.ts';
import type { WithLinks } from './webhooks/message.ts';
import { webhookTasks } from './webhooks/tasks.ts';

interface BoosterOptions {
  database: HeddleDatabase;
  /** The pool for background jobs. */
  machinery: HeddleDatabase;
  blobs: Blobs;
  http: OutboundHttp;
  metrics: Metrics;
  publicUrl(): string;
  sealer: Sealer;
  findStarts: FindStarts;
  limits: StorageLimits;
  images: {
    cacheFolder: string;
    cacheBytes: number;
    atOnce: number;
    megapixels: number;
    onError(error: unknown): void;
  };
  jobs: JobQueue;
}

export interface Booster {
  announce: Announce;
  endpoints: Endpoint[];
  links: Link[];
  tasks: Task[];
  /** The tools for steps of workflows. */
  tools: Tool[];
  withLinks: WithLinks;
  /** One function for each table of panels that refers to blobs. */
  referenced: FindReferencedKeys[];
  close(): Promise<void>;
}

export function openBooster(options: BoosterOptions): Booster {
  const { database, machinery, blobs, http, metrics, jobs, publicUrl, findStarts, sealer } = options;
  const announce = createAnnounce({ jobs, findStarts });
  const openLinkSecret = createOpenLinkSecret(sealer);
  const storage: StorageServices = {
    ...{ database, blobs, announce, publicUrl, openLinkSecret },
    actor: SERVICE_ACTOR,
    limits: options.limits,
  };
  const records: RecordServices = {
    database,
    announce,
    actor: SERVICE_ACTOR,
    deleteFilesOfRecord: releaseFilesOfRecord,
  };
  const addLinks: WithLinks = (panel, file) => withLinks(storage, panel, file);
  const images = new Resizer({ ...options.images, queue: fixedLimits.images.waiting });
  return {
    announce,
    endpoints: [
      ...overviewEndpoints({ database, sealer, ...options.limits }),
      ...recordEndpoints(records),
      ...recordConsoleEndpoints(records),
      ...storageEndpoints(storage),
      ...browsingEndpoints(storage),
    ],
    links: storageLinks({ ...storage, images }),
    tasks: [
      panelDeletionTask(machinery),
      ...storageTasks({ ...storage, database: machinery }),
      ...webhookTasks({ database: machinery, http, metrics, withLinks: addLinks, sealer }),
    ],
    tools: boosterTools(storage),
    withLinks: addLinks,
    referenced: [findStoredFileBlobKeys, findUploadBlobKeys],
    close: () => images.close(),
  };
}
