/** Opens the MCP servers of users, groups and organizations. */
import type { Credentials } from '../../credentials/open.ts';
import type { HeddleDatabase } from '../../database.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { OutboundHttp } from '../../platform/outbound/outbound.ts';
import type { PersonalToolSource } from '../../tools/contract/tool.ts';
import type { McpServerServices } from './routes.ts';
import type { ServerStore } from './servers.ts';
import { createMcpServerTools } from './tool-source.ts';

interface McpServersOptions extends Pick<ServerStore, 'takenNames'> {
  database: HeddleDatabase;
  credentials: Pick<Credentials, 'uses' | 'store' | 'connections'>;
  http: OutboundHttp;
  publicUrl(): string;
  log: Logger;
}

export interface McpServers {
  tools: PersonalToolSource;
  services: McpServerServices;
}

export function openMcpServers({ database, credentials, log, ...rest }: McpServersOptions): McpServers {
  const db = database.query;
  const { uses, store: credentialStore, connections } = credentials;
  return {
    tools: createMcpServerTools({ db, credentials: uses, log }),
    services: { db, credentials: uses, credentialStore, connections, log, ...rest },
  };
}
