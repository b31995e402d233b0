/** Provides every tool of the MCP servers in the settings as a tool of this service. */
import type * as Sdk from '@modelcontextprotocol/client';
import type { McpServerSettings } from '../../configuration/mcp-servers.ts';
import { StepError } from '../../nodes/step.ts';
import { isObject } from '../../platform/is-object.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Tool, ToolSource } from '../contract/tool.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { ServerConnection } from './server-connection.ts';
import type { Environment } from './stdio-transport.ts';
import { nameServerTools } from './tool-names.ts';

export interface McpTools extends ToolSource {
  /** Connects in the background. Without it, the first call connects. */
  start(): void;
  /** The servers, each with a check that throws unless it answers. */
  readonly servers: readonly { name: string; check(signal: AbortSignal): Promise<void> }[];
  /** Resolves when all connections are closed, and all processes have ended. */
  close(): Promise<void>;
}

interface McpToolsOptions {
  servers: readonly McpServerSettings[];
  /** The environment of this process. Servers that run as processes get its PATH and HOME. */
  environment: Environment;
  log: Logger;
}

interface ServerTools {
  server: ServerConnection;
  tools: ReadonlyMap<string, Tool>;
}

export function createMcpTools({ servers, environment, log }: McpToolsOptions): McpTools {
  let reservedNames: ReadonlySet<string> = new Set();
  const allServers = servers.map(settings => {
    const owner: ServerTools = {
      server: new ServerConnection({
        settings,
        environment,
        log,
        onTools: listed => {
          owner.tools = toTools(owner.server, listed, reservedNames, log);
          log.debug({ server: settings.name, tools: [...owner.tools.keys()] }, 'tools of an MCP server');
        },
      }),
      tools: new Map(),
    };
    return owner;
  });
  const findServer = (name: string) => allServers.find(({ server }) => name.startsWith(`${server.settings.name}_`));

  return {
    reserveNames: names => {
      reservedNames = names;
    },
    list: () => allServers.flatMap(({ tools }) => [...tools.values()]),
    get: name => findServer(name)?.tools.get(name),
    knows(name) {
      const owner = findServer(name);
      if (!owner) return 'no';
      if (owner.tools.has(name)) return 'yes';
      return owner.server.isConnected ? 'no' : 'maybe';
    },
    async find(name, signal) {
      const owner = findServer(name);
      const known = owner?.tools.get(name);
      if (known) return known;
      await owner?.server.connected(signal);
      const found = owner?.tools.get(name);
      if (!found) throw new StepError(`There is no tool '${name}'`);
      return found;
    },
    servers: allServers.map(({ server }) => ({
      name: server.settings.name,
      check: signal => server.check(signal),
    })),
    start: () => {
      for (const { server } of allServers) server.start();
    },
    close: async () => {
      await Promise.all(allServers.map(({ server }) => server.close()));
    },
  };
}

function toTools(
  server: ServerConnection,
  listed: readonly Sdk.Tool[],
  reservedNames: ReadonlySet<string>,
  log: Logger,
): Map<string, Tool> {
  const { tools: maxTools, schemaCharacters } = toolLimits.mcp;
  const fit = listed.filter(tool => JSON.stringify(tool.inputSchema).length <= schemaCharacters).slice(0, maxTools);
  if (fit.length < listed.length) {
    const leftOut = listed.length - fit.length;
    log.warn({ server: server.settings.name, leftOut }, 'tools of an MCP server are left out: too many, or too large');
  }
  const byOwnName = new Map(fit.map(tool => [tool.name, tool]));
  const tools = new Map<string, Tool>();
  for (const [ownName, name] of nameServerTools(server.settings.name, [...byOwnName.keys()], reservedNames)) {
    const tool = byOwnName.get(ownName);
    if (tool) tools.set(name, toTool(server, tool, name));
  }
  return tools;
}

function toTool(server: ServerConnection, tool: Sdk.Tool, name: string): Tool {
  const title = tool.title ?? tool.annotations?.title ?? tool.name;
  return {
    name,
    title: title.slice(0, 200),
    description: (tool.description ?? title).slice(0, toolLimits.mcp.descriptionCharacters),
    inputSchema: tool.inputSchema,
    category: capitalize(server.settings.name),
    icon: 'plug',
    call: (params, context) => server.call(tool, isObject(params) ? params : {}, context),
  };
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
