/** Opens everything that serves the databases and files of panels. */

import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase } from '../database.ts';
import type { FindReferencedKeys } from '../files/accept-content.ts';
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
import { panelDeletionTask } from './panel-deletion.ts';
import { createOpenLinkSecret } from './panel-secrets.ts';
import type { RecordServices } from './records/store.ts';
import { releaseFilesOfRecord } from './storage/changes.ts';
import { findUploadBlobKeys } from './storage/direct.ts';
import { findStoredFileBlobKeys, type StorageLimits, type StorageServices } from './storage/files.ts';
import { withLinks } from './storage/links.ts';
import { storageTasks } from './storage/tasks.ts';
import { boosterTools } from './tools/tools.ts';
import { createAnnounce } from './webhooks/announce.ts';
import type { WithLinks } from './webhooks/message.ts';
import { boosterWebhookTasks } from './webhooks/tasks.ts';

interface BoosterOptions {
  database: HeddleDatabase;
  /** The pool for background jobs. */
  background: HeddleDatabase;
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
  records: RecordServices;
  storage: StorageServices;
  images: Resizer;
  tasks: Task[];
  /** The tools for steps of workflows. */
  tools: Tool[];
  withLinks: WithLinks;
  /** One function for each table of panels that refers to blobs. */
  referenced: FindReferencedKeys[];
  close(): Promise<void>;
}

export function openBooster(options: BoosterOptions): Booster {
  const { database, background, blobs, http, metrics, jobs, publicUrl, findStarts, sealer } = options;
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
    ...{ records, storage, images },
    tasks: [
      panelDeletionTask(background),
      ...storageTasks({ ...storage, database: background }),
      ...boosterWebhookTasks({ database: background, http, metrics, withLinks: addLinks, sealer }),
    ],
    tools: boosterTools(storage),
    withLinks: addLinks,
    referenced: [findStoredFileBlobKeys, findUploadBlobKeys],
    close: () => images.close(),
  };
}
