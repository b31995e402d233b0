/** The tools of the MCP servers that a user may use, as tools of this service. */
import type { CallToolResult } from '@modelcontextprotocol/client';
import { fixedLimits } from '../../configuration/limits.ts';
import { StepError, type StepOutcome } from '../../nodes/step.ts';
import { unlessAborted } from '../../platform/concurrency/promises.ts';
import { isObject } from '../../platform/is-object.ts';
import type { Knowledge, PersonalToolSource, Tool, ToolContext, ToolUser } from '../../tools/contract/tool.ts';
import { toOutcome } from '../../tools/mcp/call-outcome.ts';
import { callFailure } from '../../tools/mcp/failures.ts';
import { progressText } from '../../tools/mcp/server-connection.ts';
import { ServerProblem, toLabel, withSession } from './client.ts';
import { createKnownTools, findKnownServers, type KnownServer } from './known-lists.ts';
import { type ListServices, markListStale, refreshList } from './lists.ts';
import type { ListedTool } from './tables.ts';

const { callBytes, listHours, recheckSeconds } = fixedLimits.mcpServer;
const HOUR_MS = 3_600_000;

export function createMcpServerTools(services: ListServices): PersonalToolSource {
  const { db } = services;
  const known = createKnownTools(db, (server, name, tool) => ({
    name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    category: server.title,
    icon: 'plug',
    call: (params, context) => callTool(services, { serverId: server.id, name, tool }, params, context),
  }));
  const refreshing = new Map<string, Promise<void>>();

  /** Calls that come at the same time wait for one answer of the server. */
  async function refresh(server: KnownServer, user: ToolUser, signal: AbortSignal): Promise<void> {
    const key = `${server.id}/${server.version}/${user.id}`;
    const isModern = server.list?.modern ?? false;
    const asking = refreshing.get(key) ?? refreshList(services, server, user, { isModern });
    refreshing.set(key, asking);
    try {
      await unlessAborted(asking, signal);
    } finally {
      if (refreshing.get(key) === asking) refreshing.delete(key);
    }
  }

  /** Returns a tool of the server. Asks the server when the stored list can not be relied on. */
  async function findOn(
    server: KnownServer,
    user: ToolUser,
    name: string,
    signal: AbortSignal,
  ): Promise<{ tool: Tool | undefined; server: KnownServer }> {
    const tool = (await known.read(server)).get(name);
    if (!needsRefresh(server, tool !== undefined)) return { tool, server };
    await refresh(server, user, signal);
    const fresh = (await findKnownServers(db, user, [name])).find(({ id }) => id === server.id);
    return { tool: fresh && (await known.read(fresh)).get(name), server: fresh ?? server };
  }

  return {
    async list(user) {
      const servers = await findKnownServers(db, user);
      const tools: Tool[] = [];
      for (const server of servers) tools.push(...(await known.read(server)).values());
      return tools;
    },
    async knows(user, names) {
      const servers = await findKnownServers(db, user, names);
      const found = new Map<string, Knowledge>();
      for (const server of servers) {
        const tools = await known.read(server);
        for (const name of names.filter(each => each.startsWith(`${server.name}_`))) {
          if (tools.has(name)) found.set(name, 'yes');
          else if (server.list?.state !== 'ready' && !found.has(name)) found.set(name, 'maybe');
        }
      }
      return found;
    },
    async find(user, name, signal) {
      let away: KnownServer | undefined;
      for (const each of await findKnownServers(db, user, [name])) {
        const { tool, server } = await findOn(each, user, name, signal);
        if (tool) return tool;
        if (server.list?.state !== 'ready') away ??= server;
      }
      if (away) throw notReady(away);
      return undefined;
    },
  };
}

function needsRefresh({ list }: KnownServer, hasTool: boolean): boolean {
  if (!list) return true;
  const ageMs = Date.now() - list.checked_at.getTime();
  const isRecent = ageMs < recheckSeconds * 1000;
  // A server that is away is not asked with every call.
  if (list.state !== 'ready' && isRecent) return false;
  if (!hasTool) return list.stale || !isRecent;
  return list.stale || ageMs > listHours * HOUR_MS;
}

function notReady({ name, list }: KnownServer): StepError {
  const reason = list?.error || 'it was not asked for its tools yet';
  return new StepError(`The tools of the MCP server '${name}' are not known: ${reason}`, {
    retryable: list?.state !== 'connect',
  });
}

interface CalledTool {
  serverId: string;
  /** The name of the tool here. */
  name: string;
  tool: ListedTool;
}

async function callTool(
  { db, log }: ListServices,
  { serverId, name, tool }: CalledTool,
  params: unknown,
  context: ToolContext,
): Promise<StepOutcome> {
  // The server as it is now: somebody may have changed it, or have taken it away from this user.
  const server = (await findKnownServers(db, context.user, [name])).find(({ id }) => id === serverId);
  if (!server) throw new StepError(`There is no tool '${name}'`);
  const { idempotencyKey, signal } = context;
  let hasChanged = false;
  const exchange = {
    http: context.http,
    signal,
    log,
    limitBytes: callBytes,
    isModern: server.list?.modern ?? false,
    onListChanged: () => {
      hasChanged = true;
    },
  };
  const startedAt = performance.now();
  try {
    const result = await withSession<CallToolResult>(server, exchange, async ({ sdk, label, session }) => {
      const onProgress: Parameters<typeof session.call>[2]['onProgress'] = progress =>
        context.progress(progressText(label, progress));
      try {
        return await session.call(tool, isObject(params) ? params : {}, { idempotencyKey, onProgress, signal });
      } catch (error) {
        throw signal.aborted ? error : callFailure(sdk, label, error, performance.now() - startedAt);
      }
    });
    return await toOutcome(toLabel(server), result, context);
  } catch (error) {
    throw error instanceof ServerProblem ? toStepError(server, error) : error;
  } finally {
    if (hasChanged) await markListStale(db, server, context.user);
  }
}

const UNAUTHORIZED = 401;

function toStepError({ name, credential_id }: KnownServer, problem: ServerProblem): StepError {
  const { message, status, retryable } = problem;
  if (status === UNAUTHORIZED && credential_id === null) {
    return new StepError(`The MCP server '${name}' asks for an account: connect it first`, { cause: problem });
  }
  return new StepError(`The MCP server '${name}' can not be reached: ${message}`, { retryable, cause: problem });
}
