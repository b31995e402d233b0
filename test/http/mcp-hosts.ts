/** MCP servers of other people, over HTTP: with few tools of which tests decide what they say, or hostile ones. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  type CallToolResult,
  createMcpHandler,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';

export interface After {
  after(action: () => unknown): void;
}

type Act = (params: Record<string, unknown>, context: ServerContext) => CallToolResult | Promise<CallToolResult>;

export interface McpHost {
  url: string;
  origin: string;
  /** May be changed at any time. */
  tools: Tool[];
  acts: Record<string, Act>;
  /** The requests so far, as `METHOD authorization`. */
  seen: string[];
  /** Answers a request itself when it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
}

interface HostOptions {
  /** Whether the server refuses the revisions of the protocol before that of 2026. */
  onlyNewest?: boolean;
}

const ADD: Tool = {
  name: 'add',
  title: 'Add numbers',
  description: 'Adds two numbers.',
  inputSchema: {
    type: 'object',
    properties: { b: { type: 'number' }, a: { type: 'number' } },
    required: ['a', 'b'],
  },
};

export async function openMcpHost(t: After, { onlyNewest = false }: HostOptions = {}): Promise<McpHost> {
  const host: McpHost = {
    ...{ url: '', origin: '', seen: [], tools: [ADD, { name: 'say.it', inputSchema: { type: 'object' } }] },
    acts: {
      add: ({ a, b }) => ({ content: [], structuredContent: { sum: Number(a) + Number(b) } }),
      'say.it': ({ words }) => ({ content: [{ type: 'text', text: `you said ${words}` }] }),
    },
    intercept: () => false,
  };
  const handler = createMcpHandler(() => createFor(host), {
    ...(onlyNewest && { legacy: 'reject' as const }),
    responseMode: 'sse',
  });
  t.after(() => handler.close());
  const handle = toNodeHandler(handler);
  host.origin = await listen(t, (request, response) => {
    host.seen.push(`${request.method} ${request.headers.authorization}`);
    if (!host.intercept(request, response)) void handle(request, response);
  });
  host.url = `${host.origin}/mcp`;
  return host;
}

function createFor(host: McpHost): Server {
  const server = new Server({ name: 'host', version: '1' }, { capabilities: { tools: { listChanged: true } } });
  server.setRequestHandler('tools/list', () => ({ tools: host.tools }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const act = host.acts[params.name];
    if (!act) throw new Error(`no tool ${params.name}`);
    return act(params.arguments ?? {}, context);
  });
  return server;
}

/** Listens on loopback, and returns the origin. */
export async function listen(t: After, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return `http://127.0.0.1:${address.port}`;
}
