/** MCP servers of users and organizations: their tools are tools of Heddle. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  McpServer,
  McpServerCreation,
  McpServerList,
  McpServerUpdate,
  ToolSwitch,
} from '../../../src/connectors/mcp-servers/schemas.ts';
import { CATALOG } from './catalog.ts';
import { post } from './transport/client.ts';

export type * from '../../../src/connectors/mcp-servers/schemas.ts';

/** The beginning of the keys of everything about MCP servers. */
export const MCP_SERVERS = ['mcp-servers'] as const;
/** Their tools are in the catalog of the editor, too. */
export const MCP_SERVER_CHANGES = [MCP_SERVERS, CATALOG];

const MOST = 100;

export function mcpServersQuery(text: string) {
  return queryOptions({
    queryKey: [...MCP_SERVERS, 'list', text],
    queryFn: ({ signal }) =>
      post<McpServerList>('v1/mcp-server/find', { ...(text !== '' && { text }), limit: MOST }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function mcpServerQuery(id: string) {
  return queryOptions({
    queryKey: [...MCP_SERVERS, 'one', id],
    queryFn: ({ signal }) => post<McpServer>('v1/mcp-server/get', { id }, { signal }),
  });
}

export function createMcpServer(creation: McpServerCreation): Promise<McpServer> {
  return post('v1/mcp-server/create', creation);
}

export function updateMcpServer(update: McpServerUpdate): Promise<McpServer> {
  return post('v1/mcp-server/update', update);
}

export async function deleteMcpServer(id: string): Promise<void> {
  await post('v1/mcp-server/delete', { id });
}

/** Asks the server for its tools now. */
export function checkMcpServer(id: string): Promise<McpServer> {
  return post('v1/mcp-server/check', { id });
}

export function switchTools(change: ToolSwitch): Promise<McpServer> {
  return post('v1/mcp-server/enable', change);
}

/** Leaves to where the user signs in, which leads back to the page. */
export async function connectMcpServer(id: string, returnTo: string): Promise<void> {
  const { url } = await post<{ url: string }>('v1/mcp-server/connect', { id, return_to: returnTo });
  globalThis.location.assign(url);
}
