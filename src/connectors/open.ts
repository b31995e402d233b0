/** Puts together everything that serves connectors. */
import { sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import type { CredentialUses } from '../credentials/contract.ts';
import type { HeddleDatabase } from '../database.ts';
import type { FindReferencedKeys } from '../files/accept-content.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';
import type { ThreadPool } from '../platform/threads/thread-pool.ts';
import type { PersonalToolSource } from '../tools/contract/tool.ts';
import { createRateGate } from './calls/rate.ts';
import type { ConnectorServices } from './connectors.ts';
import { findDocumentBlobKeys } from './documents.ts';
import { connectorEndpoints } from './routes.ts';
import { createConnectorTools } from './tool-source.ts';

interface ConnectorOptions {
  database: HeddleDatabase;
  /** The pool for background jobs. */
  machinery: HeddleDatabase;
  blobs: Blobs;
  http: OutboundHttp;
  threads: ThreadPool;
  credentials: Pick<CredentialUses, 'findUsable'>;
  takenNames: ConnectorServices['takenNames'];
}

export interface Connectors {
  tools: PersonalToolSource;
  endpoints: Endpoint[];
  tasks: Task[];
  /** One function for each table of connectors that refers to blobs. */
  referenced: FindReferencedKeys[];
}

export function openConnectors({ machinery, ...options }: ConnectorOptions): Connectors {
  const { database, threads } = options;
  const services: ConnectorServices = { ...options, findInGallery: () => undefined };
  return {
    tools: createConnectorTools({ database, threads, gate: createRateGate(database) }),
    endpoints: connectorEndpoints(services),
    tasks: [refreshCleanup(machinery)],
    referenced: [findDocumentBlobKeys],
  };
}

function refreshCleanup({ query: db }: HeddleDatabase): Task {
  return defineTask({
    kind: defineJob('connectors.forget-refreshes', { repeat: { everyMinutes: 60, offsetMinutes: 23 } }),
    concurrency: 1,
    run: async () => {
      await db
        .deleteFrom('connector_documents')
        .where('current', '=', false)
        .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${fixedLimits.connector.refreshHours})`)
        .execute();
    },
  });
}
