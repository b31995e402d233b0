/** MCP servers that people add, and that misbehave: in what they list, in how they answer, and in where they lead. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, suite, test } from 'node:test';
import { sql } from 'kysely';
import type { McpServer } from '../../src/connectors/mcp-servers/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { readStepOutput, runOnce } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { listen, type McpHost, openMcpHost } from './mcp-hosts.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32' });
const ann = await service.person();
let servers = 0;

async function add(url: string, given: object = {}, { key }: Person = ann): Promise<McpServer> {
  return service.ask<McpServer>('/api/v1/mcp-server/create', { name: `server${++servers}`, url, ...given }, key);
}

const check = ({ id }: McpServer) => service.ask<McpServer>('/api/v1/mcp-server/check', { id }, ann.key);

const run = (tool: string, params: object = {}, timeout_seconds = 60) =>
  runOnce(service, chain(node('call', 'tool.call', { tool, params, timeout_seconds })), {}, ann.key);

const toFailure = ({ status, error }: Run) => ({ status, error });

const schema = { type: 'object' as const };

/** A server that answers everything itself. */
async function openRaw(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  return `${await listen({ after }, answer)}/mcp`;
}

const away = (reason: string) => ['unreachable', `The MCP server can not be reached: ${reason}`];

suite('a list', () => {
  test('of too many tools is cut', async () => {
    const host = await openMcpHost({ after });
    host.tools = Array.from({ length: 600 }, (_, index) => ({ name: `t${index}`, inputSchema: schema }));
    const server = await add(host.url);
    assert.deepEqual([server.state, server.tool_count, server.left_out, server.tools.length], ['ready', 500, 100, 500]);
  });

  test('loses tools with a huge schema, and those beyond the size of the whole', async () => {
    const host = await openMcpHost({ after });
    const long = (characters: number) => ({ ...schema, description: 'x'.repeat(characters) });
    host.tools = [
      { name: 'huge', inputSchema: long(100_001) },
      ...Array.from({ length: 12 }, (_, index) => ({ name: `large${index}`, inputSchema: long(85_000) })),
      { name: 'small', description: 'd'.repeat(20_000), inputSchema: schema },
    ];
    const server = await add(host.url);
    assert.deepEqual([server.state, server.tool_count, server.left_out], ['ready', 12, 2]);
    assert.equal(server.tools.at(-1)?.name, 'small');
    assert.equal(server.tools.at(-1)?.description.length, 10_000);
  });

  test('with odd names gives them names that everybody accepts', async () => {
    const host = await openMcpHost({ after });
    const names = ['a b', 'a/b', 'ä', '../../etc', 'x'.repeat(100), '<script>', '__proto__', 'constructor'];
    host.tools = [...names, 'nul\0', '', 'y'.repeat(300), 'a b'].map(name => ({ name, inputSchema: schema }));
    host.acts = Object.assign(Object.create(null), {
      'a b': () => ({ content: [{ type: 'text', text: 'with a space' }] }),
      'a/b': () => ({ content: [{ type: 'text', text: 'with a slash' }] }),
      ['__proto__']: () => ({ content: [{ type: 'text', text: 'odd' }] }),
    });
    const server = await add(host.url, { name: 'odd' });
    assert.deepEqual([server.state, server.tool_count, server.left_out], ['ready', names.length, 4]);
    const byName = new Map(server.tools.map(({ name, tool }) => [name, tool]));
    assert.deepEqual([...byName.keys()], names);
    for (const tool of byName.values()) assert.match(tool, /^odd_[A-Za-z0-9_-]{1,60}$/);
    assert.equal(new Set(byName.values()).size, names.length);
    const output = async (name: string) => readStepOutput(await run(byName.get(name) ?? ''), 'call');
    assert.deepEqual(await output('a b'), { text: 'with a space' });
    assert.deepEqual(await output('a/b'), { text: 'with a slash' });
  });

  test('with texts that PostgreSQL can not store is stored so that it can be read', async () => {
    const host = await openMcpHost({ after });
    host.tools = [{ name: 'odd', inputSchema: { ...schema, properties: { 'a\0': { const: 'b\0c\ud83d' } } } }];
    const server = await add(host.url);
    assert.equal(server.state, 'ready');
    const { query: db } = service.service.system.database;
    // A restored backup is read in the same way.
    const { rows } = await sql<{ properties: unknown }>`
      SELECT tools::jsonb #> '{0,inputSchema,properties}' AS properties FROM mcp_server_lists
      WHERE server_id = ${server.id}`.execute(db);
    assert.deepEqual(rows[0]?.properties, { 'a\ufffd': { const: 'b\ufffdc\ufffd' } });
  });

  test('that never ends is not read to its end', async () => {
    const url = await openRaw(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { id, method } = JSON.parse(Buffer.concat(chunks).toString() || '{}');
      if (id === undefined) return void response.writeHead(202).end();
      const result =
        method === 'initialize'
          ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } }
          : { tools: [{ name: `t${id}`, inputSchema: schema }], nextCursor: `page ${id}` };
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
    const server = await add(url);
    assert.equal(server.state, 'unreachable');
    assert.match(server.error ?? '', /^The MCP server can not be reached: /);
  });

  test('larger than 4 MB is refused', async () => {
    const host = await openMcpHost({ after });
    host.tools = [{ name: 'big', description: 'x'.repeat(5 * 2 ** 20), inputSchema: schema }];
    const server = await add(host.url);
    assert.deepEqual([server.state, server.error], away('its answers have more than 4 MB'));
  });

  test('that changes is read again: when the server says so, when a tool is missing, and by check', async () => {
    const host = await openMcpHost({ after });
    const server = await add(host.url, { name: 'growing' });
    host.acts.add = async (_params, { mcpReq }) => {
      host.tools = [...host.tools, { name: 'grown', inputSchema: schema }];
      host.acts.grown = () => ({ content: [{ type: 'text', text: 'new here' }] });
      await mcpReq.notify({ method: 'notifications/tools/list_changed' });
      return { content: [] };
    };
    await run('growing_add', { a: 1, b: 1 });
    host.acts.add = () => ({ content: [] });
    await run('growing_add', { a: 1, b: 1 });
    assert.deepEqual(readStepOutput(await run('growing_grown'), 'call'), { text: 'new here' });
    host.tools = host.tools.filter(({ name }) => name !== 'grown');
    assert.equal((await check(server)).tool_count, 2);
  });
});

suite('an answer', () => {
  const withTool = async (act: McpHost['acts'][string], name: string) => {
    const host = await openMcpHost({ after });
    host.acts.add = act;
    await add(host.url, { name });
    return host;
  };

  test('that is a failure of the tool fails the step', async () => {
    await withTool(() => ({ content: [{ type: 'text', text: 'no such customer' }], isError: true }), 'failing');
    assert.deepEqual(toFailure(await run('failing_add', { a: 1, b: 1 })), {
      status: 'failed',
      error: 'no such customer',
    });
  });

  test('larger than 16 MB fails the step', async () => {
    await withTool(() => ({ content: [{ type: 'text', text: 'x'.repeat(17 * 2 ** 20) }] }), 'big');
    assert.deepEqual(toFailure(await run('big_add', { a: 1, b: 1 })), {
      status: 'failed',
      error: "The MCP server 'big' can not be reached: its answers have more than 16 MB",
    });
  });

  test('that never comes ends with the time of the step, and so does a stream that never ends', async () => {
    const host = await withTool(() => ({ content: [] }), 'slow');
    const answers: ((response: ServerResponse) => void)[] = [
      () => {},
      response => {
        response.setHeader('content-type', 'text/event-stream');
        const timer = setInterval(() => response.write(': still here\n\n'), 50);
        response.on('close', () => clearInterval(timer));
      },
    ];
    for (const answer of answers) {
      host.intercept = (_request, response) => {
        answer(response);
        return true;
      };
      const done = await run('slow_add', { a: 1, b: 1 }, 1);
      assert.equal(done.status, 'failed');
      assert.match(done.error, /1 second/);
    }
  });

  test('that is no message of the protocol fails', async () => {
    for (const [type, body] of [
      ['text/html', '<h1>Welcome</h1>'],
      ['application/json', '{"jsonrpc":"2.0","id":99,"result":{}}'.slice(0, 20)],
      ['text/event-stream', 'data: nonsense\n\n'],
      ['text/event-stream', 'id: 1\nretry: 99999999\n\n'],
    ] as const) {
      const url = await openRaw((_request, response) => response.setHeader('content-type', type).end(body));
      const server = await add(url);
      assert.equal(server.state, 'unreachable', body);
      assert.match(server.error ?? '', /^The MCP server can not be reached: \S/);
    }
  });

  test('with an odd status or odd headers is an error of the server, not of ours', async () => {
    for (const status of [204, 304, 418, 500, 599]) {
      const url = await openRaw((_request, response) =>
        response
          .writeHead(status, { 'mcp-session-id': 'x'.repeat(4000), 'www-authenticate': 'Bearer error="x"' })
          .end(),
      );
      assert.equal((await add(url)).state, 'unreachable', String(status));
    }
  });
});

suite('a redirect', () => {
  test('to another server is not trusted', async () => {
    const host = await openMcpHost({ after });
    const url = await openRaw((_request, response) => response.writeHead(307, { location: host.url }).end());
    const server = await add(url);
    assert.deepEqual([server.state, server.error], away('it redirects to another server'));
  });

  test('within the server is followed', async () => {
    const host = await openMcpHost({ after });
    host.intercept = ({ url }, response) => {
      if (url !== '/mcp') return false;
      response.writeHead(307, { location: '/mcp/' }).end();
      return true;
    };
    await add(host.url, { name: 'moved' });
    assert.deepEqual(readStepOutput(await run('moved_add', { a: 1, b: 1 }), 'call'), { sum: 2 });
  });

  test('to an address inside of the network is refused', async () => {
    const url = await openRaw((_request, response) =>
      response.writeHead(307, { location: 'http://127.0.0.2:80/mcp' }).end(),
    );
    const server = await add(url);
    assert.deepEqual([server.state, server.error], away("The address of '127.0.0.2' is not public"));
  });

  test('takes no credential along', async () => {
    const seen: (string | undefined)[] = [];
    const other = await openRaw(({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(200).end();
    });
    const origin = await listen({ after }, (_request, response) => response.writeHead(307, { location: other }).end());
    const { id: credential_id } = await service.ask<{ id: string }>(
      '/api/v1/credential/create',
      { name: 'token', kind: 'bearer', hosts: [origin], fields: { token: 'tok-0123456789' } },
      ann.key,
    );
    const server = await add(`${origin}/mcp`, { credential_id });
    assert.equal(server.state, 'unreachable');
    assert.doesNotMatch(JSON.stringify(seen), /tok-/);
  });
});

test('a server that supports only the newest revision of the protocol is used like any other', async () => {
  const host = await openMcpHost({ after }, { onlyNewest: true });
  const server = await add(host.url, { name: 'newest' });
  assert.deepEqual([server.state, server.tool_count], ['ready', 2]);
  assert.deepEqual(readStepOutput(await run('newest_add', { a: 1, b: 1 }), 'call'), { sum: 2 });
});

test('a server that is away makes its tools uncertain, and is asked again', async () => {
  const host = await openMcpHost({ after });
  host.intercept = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
  const server = await add(host.url, { name: 'late' });
  assert.deepEqual([server.state, server.error], away('it answered with status 503'));
  assert.deepEqual(toFailure(await run('late_add', { a: 1, b: 1 })), {
    status: 'failed',
    error:
      "The tools of the MCP server 'late' are not known: The MCP server can not be reached: it answered with status 503",
  });
  host.intercept = () => false;
  await check(server);
  assert.deepEqual(readStepOutput(await run('late_add', { a: 1, b: 1 }), 'call'), { sum: 2 });
});
