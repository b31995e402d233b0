/** Opens everything that serves connectors. */
import type { HeddleDatabase } from '../database.ts';
import type { FindReferencedKeys } from '../files/accept-content.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { PersonalToolSource } from '../tools/contract/tool.ts';
import { createRateGate } from './calls/rate.ts';
import type { ConnectorServices } from './connectors.ts';
import { findDocumentBlobKeys } from './documents.ts';
import { connectorTasks } from './tasks.ts';
import { ConnectorTools } from './tool-source.ts';

interface ConnectorOptions extends ConnectorServices {
  /** The pool for background jobs. */
  background: HeddleDatabase;
}

export interface Connectors {
  tools: PersonalToolSource;
  services: ConnectorServices;
  tasks: Task[];
  /** One function for each table of connectors that refers to blobs. */
  referenced: FindReferencedKeys[];
}

export function openConnectors(options: ConnectorOptions): Connectors {
  const { database, background, threads } = options;
  return {
    tools: new ConnectorTools({ database, threads, gate: createRateGate(database) }),
    services: options,
    tasks: connectorTasks(background),
    referenced: [findDocumentBlobKeys],
  };
}
