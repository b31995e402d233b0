/** Tools of connectors and of people's own MCP servers, as Heddle offers them as an MCP server itself. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { type Person, testService } from '../support/service.ts';
import { assertRefused, call, ERAS, type Era, mcpClient, readText, toolNames } from './mcp-clients.ts';
import { listen, openMcpHost } from './mcp-hosts.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const host = await openMcpHost({ after });
const BESIDE = ['workflow_run_get', 'approvals_find', 'approval_decide'];

const addServer = ({ key }: Person, given: object = {}) =>
  service.ask<{ id: string }>('/api/v1/mcp-server/create', { name: 'calc', url: host.url, ...given }, key);

async function assertNoTool(client: Client, name: string): Promise<void> {
  await assert.rejects(client.callTool({ name, arguments: {} }), { message: `there is no tool '${name}'` });
}

for (const era of Object.keys(ERAS) as Era[]) {
  test(`a client ${era} lists and calls the tools of the user's MCP servers`, async () => {
    const ann = await service.person();
    await addServer(ann);
    const client = await mcpClient(service, ann, { era });
    assert.deepEqual(await toolNames(client), [...BESIDE, 'calc_add', 'calc_say_it']);
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'calc_add');
    assert.deepEqual(
      [tool?.title, tool?.description, tool?.inputSchema.required, tool?.annotations],
      ['Add numbers', 'Adds two numbers.', ['a', 'b'], { readOnlyHint: false, openWorldHint: true }],
    );
    assert.deepEqual(await call(client, 'calc_add', { a: 20, b: 22 }), { sum: 42 });
    assert.equal(
      readText(await client.callTool({ name: 'calc_say_it', arguments: { words: 'hi' } })),
      '{"text":"you said hi"}',
    );
    await assertRefused(
      client,
      'calc_add',
      { a: 'x', b: 1 },
      "The params of calc_add do not fit: 'a' must be a number",
    );
  });
}

suite('tools of the user', () => {
  test('are not those of others, and not for keys of workflows alone', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    await addServer(ann);
    const narrow = { key: await service.key(ann.id, ['service.workflow']) };
    for (const person of [bob, narrow]) {
      const client = await mcpClient(service, person);
      assert.deepEqual(await toolNames(client), person === bob ? BESIDE : BESIDE.slice(0, -1));
      await assertNoTool(client, 'calc_add');
    }
    const reader = await service.person({ permissions: { workflow: 'read' } });
    await addServer(reader);
    const reading = await mcpClient(service, reader);
    assert.deepEqual(await toolNames(reading), BESIDE);
    await assertNoTool(reading, 'calc_add');
  });

  test('do not include those of the installation', async () => {
    const client = await mcpClient(service, await service.person());
    await assertNoTool(client, 'hash');
  });

  test('show no credential, and send the idempotency key of the call', async () => {
    const ann = await service.person();
    const token = 'tok-9876543210-fedcba';
    const { id: credential_id } = await service.ask<{ id: string }>(
      '/api/v1/credential/create',
      { name: 'token', kind: 'bearer', hosts: [host.origin], fields: { token } },
      ann.key,
    );
    const keys: unknown[] = [];
    host.acts.add = (_params, { http, mcpReq }) => {
      keys.push(mcpReq._meta?.['heddle/idempotencyKey']);
      return { content: [{ type: 'text', text: `you sent ${http?.req?.headers.get('authorization')}` }] };
    };
    await addServer(ann, { name: 'echo', credential_id });
    const client = await mcpClient(service, ann);
    const params = { name: 'echo_add', arguments: { a: 1, b: 1 } };
    const results = [
      await client.callTool({ ...params, _meta: { 'heddle/idempotencyKey': 'one' } }),
      await client.callTool({ ...params, _meta: { 'heddle/idempotencyKey': 'one' } }),
      await client.callTool(params),
    ];
    for (const result of results) assert.equal(readText(result), '{"text":"you sent Bearer [secret]"}');
    assert.equal(new Set(keys).size, 2);
    assert.equal(keys[0], keys[1]);
    assert.ok(host.seen.includes(`POST Bearer ${token}`));
  });

  test('come in pages, and never more than 500', async () => {
    const ann = await service.person();
    const large = await openMcpHost({ after });
    large.tools = Array.from({ length: 300 }, (_, index) => ({
      name: `tool_${String(index).padStart(3, '0')}`,
      inputSchema: { type: 'object' as const },
    }));
    await addServer(ann, { name: 'one', url: large.url });
    await addServer(ann, { name: 'two', url: large.url });
    const client = await mcpClient(service, ann);
    const first = await client.request({ method: 'tools/list', params: {} });
    assert.equal(first.tools.length, BESIDE.length + 100);
    assert.equal(first.nextCursor, 'tools:one_tool_099');
    const names = await toolNames(client);
    assert.equal(names.length, BESIDE.length + 500);
    assert.equal(new Set(names).size, names.length);
    assert.equal(names.at(-1), 'two_tool_199');
  });

  test('of a large connector are found and called by two tools', async () => {
    const ann = await service.person();
    const seen: string[] = [];
    const origin = await listen({ after }, (request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
    });
    const paths = Array.from({ length: 45 }, (_, index) => [
      `/things/${index}`,
      { get: { operationId: `read_thing_${index}`, responses: { 200: { description: 'OK' } } } },
    ]);
    const document = JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Things', version: '1' },
      servers: [{ url: origin }],
      paths: Object.fromEntries(paths),
    });
    await service.ask('/api/v1/connector/create', { name: 'things', document }, ann.key);
    const client = await mcpClient(service, ann);
    assert.deepEqual(await toolNames(client), [...BESIDE, 'things_call', 'things_find']);
    const found = readText(await client.callTool({ name: 'things_find', arguments: { text: 'read_thing_7' } }));
    assert.match(found, /"operation":"read_thing_7"/);
    await call(client, 'things_read_thing_7');
    assert.deepEqual(seen, ['GET /things/7']);
  });

  test('that fail tell why', async () => {
    const ann = await service.person();
    const away = await openMcpHost({ after });
    const { id } = await addServer(ann, { name: 'away', url: away.url });
    away.intercept = (_request, response) => {
      response.writeHead(503).end();
      return true;
    };
    const client = await mcpClient(service, ann);
    await assertRefused(
      client,
      'away_add',
      { a: 1, b: 1 },
      "The MCP server 'away' can not be reached: it answered with status 503",
    );
    await service.ask('/api/v1/mcp-server/delete', { id }, ann.key);
    await assertNoTool(client, 'away_add');
  });
});
