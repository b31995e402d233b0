/**
 * A real MCP server that tests run as a process: over standard input and output, or over HTTP when its argument is a
 * port. It reports what it does on its standard error.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { type CallToolResult, Server, type ServerContext, type Tool } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

type Arguments = Record<string, unknown>;
type Action = (params: Arguments, context: ServerContext) => Promise<CallToolResult>;

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const ACTIONS: Record<string, Action> = {
  add: async ({ a, b }) => ({ content: [says('the sum')], structuredContent: { sum: Number(a) + Number(b) } }),
  'say.it': async ({ words }) => ({ content: [says('you said'), says(String(words))] }),
  picture: async () => ({
    content: [
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: { uri: 'file:///notes/one%20note.bin', blob: Buffer.from('bytes').toString('base64') },
      },
    ],
  }),
  fail: async () => ({ content: [says(`the key ${process.env.API_KEY} is not known`)], isError: true }),
  environment: async () => ({ content: [], structuredContent: { ...process.env } }),
  meta: async (_params, { mcpReq }) => ({ content: [], structuredContent: { ...mcpReq._meta } }),
  big: async ({ characters }) => ({ content: [says('x'.repeat(Number(characters)))] }),
  die: async () => process.exit(7),
  child: async () => {
    const child = spawn('sleep', ['600'], { stdio: 'ignore' });
    return { content: [], structuredContent: { own: process.pid, child: child.pid } };
  },
  steps: async ({ count }, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? '';
    for (let progress = 1; progress <= Number(count); progress++) {
      const message = progress === 1 ? { message: 'half of it' } : {};
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 2, ...message },
      });
    }
    return { content: [says('done')] };
  },
  slowly: async (_params, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? '';
    for (let progress = 1; progress <= 7; progress++) {
      await delay(500);
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress } });
    }
    return { content: [says('at last')] };
  },
  wait: async (_params, { mcpReq }) => {
    report('waiting');
    await once(mcpReq.signal, 'abort');
    report('cancelled');
    return { content: [] };
  },
};

/** Schemas as strange as those of real servers. */
const SCHEMAS: Record<string, Tool['inputSchema']> = {
  add: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { a: { type: 'number', 'x-order': 1 }, b: { type: 'number', format: 'double' } },
    required: ['a', 'b'],
  },
  'say.it': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { words: { type: ['string', 'null'], pattern: '(a+)+$' }, list: { prefixItems: [{ type: 'string' }] } },
    unevaluatedProperties: false,
  },
  meta: { type: 'object', properties: { any: { $ref: '#/nowhere' } } },
};

function createFixtureServer(): Server {
  const names = Object.keys(ACTIONS);
  const server = new Server({ name: 'fixture', version: '1' }, { capabilities: { tools: { listChanged: true } } });
  server.setRequestHandler('tools/list', async () => ({
    tools: names.map(name => ({
      name,
      title: name === 'add' ? 'Add numbers' : undefined,
      description: `Does ${name}.`,
      inputSchema: SCHEMAS[name] ?? { type: 'object' },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    if (params.name === 'grown') return { content: [says('new here')] };
    const action = ACTIONS[params.name];
    if (!action) throw new Error(`no tool ${params.name}`);
    return await action(params.arguments ?? {}, context);
  });
  ACTIONS.grow = async () => {
    names.push('grown');
    await server.sendToolListChanged();
    return { content: [says('grown')] };
  };
  names.push('grow');
  return server;
}

function says(text: string) {
  return { type: 'text' as const, text };
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function serveHttp(port: number): Promise<void> {
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const http = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    report(`${request.method} ${request.headers.authorization}`);
    const id = String(request.headers['mcp-session-id'] ?? '');
    const known = sessions.get(id);
    if (known) return await known.handleRequest(request, response);
    if (id !== '') {
      response.writeHead(404).end('who is that?');
      return;
    }
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: session => void sessions.set(session, transport),
    });
    await createFixtureServer().connect(transport);
    await transport.handleRequest(request, response);
  }

  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : ''}\n`);
}

const [port] = process.argv.slice(2);
if (port !== undefined) await serveHttp(Number(port));
else {
  report('started');
  await createFixtureServer().connect(new StdioServerTransport());
}
