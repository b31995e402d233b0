/** `/api/v1/mcp-server`: MCP servers that people add for themselves, their groups and their organizations. */
import type { Query } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import { Accepted, accepted, type Endpoint, endpoint } from '../../http/endpoint.ts';
import { ToolUses } from '../schemas.ts';
import { findUsesOfPrefix } from '../uses.ts';
import { type ConnectServices, connectServer } from './connecting.ts';
import { type ListServices, refreshList } from './lists.ts';
import * as schemas from './schemas.ts';
import { createServer, deleteServer, requireServer, requireUsableServer, updateServer } from './servers.ts';
import { findServers, readServer } from './showing.ts';
import { switchTools } from './switching.ts';
import type { McpServerRow } from './tables.ts';

export type McpServerServices = ListServices & ConnectServices;

const everyone = { scope: '*', tier: 'default' } as const;

export function mcpServerEndpoints(services: McpServerServices): Endpoint[] {
  return [
    ...serverEndpoints(services),
    ...toolEndpoints(services),
    endpoint({
      path: '/api/v1/mcp-server/delete',
      summary: 'Deletes an MCP server, and the accounts that were connected for it',
      ...everyone,
      body: schemas.McpServerId,
      reply: Accepted,
      handle: async ({ caller, body }) => {
        await deleteServer(services.db, caller, body.id);
        return accepted;
      },
    }),
  ];
}

function serverEndpoints(services: McpServerServices): Endpoint[] {
  const { db } = services;
  return [
    endpoint({
      path: '/api/v1/mcp-server/create',
      failures: [409],
      summary: 'Adds an MCP server, and asks it for its tools',
      ...everyone,
      body: schemas.McpServerCreation,
      reply: schemas.McpServer,
      handle: async ({ caller, body }) => check(services, caller, await createServer(services, caller, body)),
    }),
    endpoint({
      path: '/api/v1/mcp-server/update',
      failures: [409],
      summary: 'Changes what is sent of an MCP server; asks it for its tools when its address or credential changes',
      ...everyone,
      body: schemas.McpServerUpdate,
      reply: schemas.McpServer,
      handle: async ({ caller, body }) => {
        const { server, isElsewhere } = await updateServer(services, caller, body);
        return isElsewhere ? check(services, caller, server) : readServer(db, caller, server.id);
      },
    }),
    endpoint({
      path: '/api/v1/mcp-server/get',
      summary: 'Reads an MCP server with the tools that it listed last',
      ...everyone,
      body: schemas.McpServerId,
      reply: schemas.McpServer,
      handle: ({ caller, body }) => readServer(db, caller, body.id),
    }),
    endpoint({
      path: '/api/v1/mcp-server/find',
      summary: 'Finds the MCP servers that the user may use, by title',
      ...everyone,
      body: schemas.McpServerQuery,
      reply: schemas.McpServerList,
      handle: ({ caller, body }) => findServers(db, caller, body),
    }),
  ];
}

function toolEndpoints(services: McpServerServices): Endpoint[] {
  const { db } = services;
  return [
    endpoint({
      path: '/api/v1/mcp-server/check',
      summary: 'Asks an MCP server for its tools',
      ...everyone,
      body: schemas.McpServerId,
      reply: schemas.McpServer,
      handle: async ({ caller, body }) =>
        check(services, caller, (await requireUsableServer(db, caller, body.id)).server),
    }),
    endpoint({
      path: '/api/v1/mcp-server/connect',
      summary: 'Connects an account of the user with an MCP server, in the browser',
      ...everyone,
      body: schemas.ConnectRequest,
      reply: schemas.ConnectReply,
      handle: ({ caller, body }) => connectServer(services, caller, body),
    }),
    endpoint({
      path: '/api/v1/mcp-server/enable',
      summary: 'Offers tools of an MCP server, or offers them no longer',
      ...everyone,
      body: schemas.ToolSwitch,
      reply: schemas.McpServer,
      handle: async ({ caller, body }) => {
        await switchTools(db, caller, body);
        return readServer(db, caller, body.id);
      },
    }),
    endpoint({
      path: '/api/v1/mcp-server/uses',
      summary: 'Lists the workflows and assistants that use tools of an MCP server',
      ...everyone,
      body: schemas.McpServerId,
      reply: ToolUses,
      handle: async ({ caller, body }) => {
        const { server } = await requireServer(db, caller, body.id);
        return findUsesOfPrefix(db, caller, server.name);
      },
    }),
  ];
}

/** A server that does not answer is no error here: its state says so. */
async function check(services: McpServerServices, caller: Caller, server: McpServerRow): Promise<schemas.McpServer> {
  const { db } = services;
  if (await canAsk(db, caller, server)) {
    await refreshList(services, server, { id: caller.userId, email: caller.email });
  }
  return readServer(db, caller, server.id);
}

/** Whoever has connected no account of their own can not ask the server for its tools. */
async function canAsk(db: Query, { userId }: Caller, { id, credential_own }: McpServerRow): Promise<boolean> {
  if (!credential_own) return true;
  const account = await db
    .selectFrom('credentials')
    .select('id')
    .where('connected_for', '=', id)
    .where('created_by', '=', userId)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return account !== undefined;
}
