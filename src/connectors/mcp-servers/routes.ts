/** `/api/v1/mcp-server`: MCP servers that people add for themselves, their groups and their organizations. */
import type { Query } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import { Accepted, accepted, endpointWith, everyone } from '../../http/endpoint.ts';
import { findOwnAccount } from '../own-accounts.ts';
import { ToolUses } from '../schemas.ts';
import { deleteSource, requireSource, requireSourceRight } from '../sources.ts';
import { findUsesOfPrefix } from '../uses.ts';
import { connectServer, type ServerConnectServices } from './connecting.ts';
import { type ListServices, refreshList } from './lists.ts';
import * as schemas from './schemas.ts';
import { createMcpServer, updateServer } from './servers.ts';
import { findServers, readServer } from './showing.ts';
import { switchTools } from './switching.ts';
import type { McpServerRow } from './tables.ts';

export type McpServerServices = ListServices & ServerConnectServices;

const endpoint = endpointWith<McpServerServices>();

export const mcpServerEndpoints = [
  endpoint({
    path: '/api/v1/mcp-server/create',
    failures: [409],
    summary: 'Adds an MCP server, and asks it for its tools',
    ...everyone,
    body: schemas.McpServerCreation,
    reply: schemas.McpServer,
    handle: async (services, { caller, body }) =>
      check(services, caller, await createMcpServer(services, caller, body)),
  }),
  endpoint({
    path: '/api/v1/mcp-server/update',
    failures: [409],
    summary: 'Changes what is sent of an MCP server; asks it for its tools when its address or credential changes',
    ...everyone,
    body: schemas.McpServerUpdate,
    reply: schemas.McpServer,
    handle: async (services, { caller, body }) => {
      const { server, isElsewhere } = await updateServer(services, caller, body);
      return isElsewhere ? check(services, caller, server) : readServer(services.db, caller, server.id);
    },
  }),
  endpoint({
    path: '/api/v1/mcp-server/get',
    summary: 'Reads an MCP server with the tools that it listed last',
    ...everyone,
    body: schemas.McpServerId,
    reply: schemas.McpServer,
    handle: ({ db }, { caller, body }) => readServer(db, caller, body.id),
  }),
  endpoint({
    path: '/api/v1/mcp-server/find',
    summary: 'Finds the MCP servers that the user may use, by title',
    ...everyone,
    body: schemas.McpServerQuery,
    reply: schemas.McpServerList,
    handle: ({ db }, { caller, body }) => findServers(db, caller, body),
  }),
  endpoint({
    path: '/api/v1/mcp-server/check',
    summary: 'Asks an MCP server for its tools',
    ...everyone,
    body: schemas.McpServerId,
    reply: schemas.McpServer,
    handle: async (services, { caller, body }) =>
      check(services, caller, (await requireSourceRight(services.db, caller, 'mcp_server', body.id, 'use')).source),
  }),
  endpoint({
    path: '/api/v1/mcp-server/connect',
    summary: 'Connects an account of the user with an MCP server, in the browser',
    ...everyone,
    body: schemas.ConnectRequest,
    reply: schemas.ConnectReply,
    handle: (services, { caller, body }) => connectServer(services, caller, body),
  }),
  endpoint({
    path: '/api/v1/mcp-server/enable',
    summary: 'Offers tools of an MCP server, or offers them no longer',
    ...everyone,
    body: schemas.ToolSwitch,
    reply: schemas.McpServer,
    handle: async ({ db }, { caller, body }) => {
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
    handle: async ({ db }, { caller, body }) => {
      const { source } = await requireSource(db, caller, 'mcp_server', body.id);
      return findUsesOfPrefix(db, caller, source.name);
    },
  }),
  endpoint({
    path: '/api/v1/mcp-server/delete',
    summary: 'Deletes an MCP server, and the accounts that were connected for it',
    ...everyone,
    body: schemas.McpServerId,
    reply: Accepted,
    handle: async ({ db }, { caller, body }) => {
      await deleteSource(db, caller, 'mcp_server', body.id);
      return accepted;
    },
  }),
];

/** A server that does not answer is no error here: its state says so. */
async function check(services: McpServerServices, caller: Caller, server: McpServerRow): Promise<schemas.McpServer> {
  const { db } = services;
  if (await canAsk(db, caller, server)) {
    await refreshList(services, server, { id: caller.userId, email: caller.email });
  }
  return readServer(db, caller, server.id);
}

/** Whoever has connected no account of their own can not ask the server for its tools. */
async function canAsk(db: Query, caller: Caller, { id, credential_own }: McpServerRow): Promise<boolean> {
  return !credential_own || (await findOwnAccount(db, caller, id))?.state === 'ready';
}
