/** Every tool of the MCP servers in the settings, as a tool of this service. */
import type * as Sdk from '@modelcontextprotocol/client';
import type { McpServerSettings } from '../../configuration/mcp-servers.ts';
import { StepError } from '../../nodes/step.ts';
import { isObject } from '../../platform/is-object.ts';
import type { Logger } from '../../platform/log.ts';
import type { Tool, ToolSource } from '../contract/tool.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { ServerConnection } from './server-connection.ts';
import type { Environment } from './stdio-transport.ts';
import { X_toolNames } from './tool-names.ts';

export interface McpTools extends ToolSource {
  /** Connects in the background. Without it, the first call does. */
  start(): void;
  /** Resolves when all connections are closed, and all processes have ended. */
  close(): Promise<void>;
}

export interface McpToolsOptions {
  servers: readonly McpServerSettings[];
  /** That of this process. Servers that are processes get its PATH and HOME. */
  environment: Environment;
  log: Logger;
}

interface Place {
  server: ServerConnection;
  tools: ReadonlyMap<string, Tool>;
}

export function createMcpTools({ servers, environment, log }: McpToolsOptions): McpTools {
  let taken: ReadonlySet<string> = new Set();
  const places = servers.map(settings => {
    const place: Place = {
      server: new ServerConnection({
        settings,
        environment,
        log,
        onTools: listed => {
          place.tools = toolsOf(place.server, listed, taken, log);
          log.debug({ server: settings.name, tools: [...place.tools.keys()] }, 'tools of an MCP server');
        },
      }),
      tools: new Map(),
    };
    return place;
  });
  const placeOf = (name: string) => places.find(({ server }) => name.startsWith(`${server.settings.name}_`));

  return {
    reserveNames: names => {
      taken = names;
    },
    list: () => places.flatMap(({ tools }) => [...tools.values()]),
    get: name => placeOf(name)?.tools.get(name),
    knows(name) {
      const place = placeOf(name);
      if (!place) return 'no';
      if (place.tools.has(name)) return 'yes';
      return place.server.isConnected ? 'no' : 'maybe';
    },
    async find(name, signal) {
      const place = placeOf(name);
      const known = place?.tools.get(name);
      if (known) return known;
      await place?.server.connected(signal);
      const found = place?.tools.get(name);
      if (!found) throw new StepError(`There is no tool '${name}'`);
      return found;
    },
    start: () => {
      for (const { server } of places) server.start();
    },
    close: async () => {
      await Promise.all(places.map(({ server }) => server.close()));
    },
  };
}

function toolsOf(
  server: ServerConnection,
  listed: readonly Sdk.Tool[],
  taken: ReadonlySet<string>,
  log: Logger,
): Map<string, Tool> {
  const { tools: most, schemaCharacters } = toolLimits.mcp;
  const fit = listed.filter(tool => JSON.stringify(tool.inputSchema).length <= schemaCharacters).slice(0, most);
  if (fit.length < listed.length) {
    const leftOut = listed.length - fit.length;
    log.warn({ server: server.settings.name, leftOut }, 'tools of an MCP server are left out: too many, or too large');
  }
  const byOwnName = new Map(fit.map(tool => [tool.name, tool]));
  const tools = new Map<string, Tool>();
  for (const [ownName, name] of X_toolNames(server.settings.name, [...byOwnName.keys()], taken)) {
    const tool = byOwnName.get(ownName);
    if (tool) tools.set(name, toolOf(server, tool, name));
  }
  return tools;
}

function toolOf(server: ServerConnection, tool: Sdk.Tool, name: string): Tool {
  const title = tool.title ?? tool.annotations?.title ?? tool.name;
  return {
    name,
    title: title.slice(0, 200),
    description: (tool.description ?? title).slice(0, toolLimits.mcp.descriptionCharacters),
    inputSchema: tool.inputSchema,
    category: capitalised(server.settings.name),
    icon: 'plug',
    call: (params, context) => server.call(tool, isObject(params) ? params : {}, context),
  };
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
