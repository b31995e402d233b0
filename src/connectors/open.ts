/** Puts together everything that serves connectors. */
import { sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase } from '../database.ts';
import type { FindReferencedKeys } from '../files/accept-content.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import type { PersonalToolSource } from '../tools/contract/tool.ts';
import { createRateGate } from './calls/rate.ts';
import type { ConnectorServices } from './connectors.ts';
import { findDocumentBlobKeys } from './documents.ts';
import { connectorEndpoints } from './routes.ts';
import { createConnectorTools } from './tool-source.ts';

interface ConnectorOptions extends ConnectorServices {
  /** The pool for background jobs. */
  machinery: HeddleDatabase;
}

export interface Connectors {
  tools: PersonalToolSource;
  endpoints: Endpoint[];
  tasks: Task[];
  /** One function for each table of connectors that refers to blobs. */
  referenced: FindReferencedKeys[];
}

export function openConnectors(options: ConnectorOptions): Connectors {
  const { database, machinery, threads } = options;
  return {
    tools: createConnectorTools({ database, threads, gate: createRateGate(database) }),
    endpoints: connectorEndpoints(options),
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
