/** MCP servers that people add: `/api/v1/mcp-server`, and their tools in runs. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { AuditEvent } from '../../src/audit/schemas.ts';
import type { McpServer, McpServerList } from '../../src/connectors/mcp-servers/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { openModelServer } from '../support/model-server.ts';
import { createWorkflow, readStepOutput, runOnce } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { openMcpHost } from './mcp-hosts.ts';

const model = await openModelServer({ after });
const service = await testService({
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: model.url }]),
});
const host = await openMcpHost({ after });
const TOKEN = 'tok-0123456789-abcdef';

const PATH = '/api/v1/mcp-server';

function add({ key }: Person, given: object = {}): Promise<McpServer> {
  return service.ask<McpServer>(`${PATH}/create`, { name: 'calc', url: host.url, ...given }, key);
}

const ask = <Answer = McpServer>(action: string, body: object, { key }: Person) =>
  service.ask<Answer>(`${PATH}/${action}`, body, key);

const refuse = (status: number, detail: string, action: string, body: object, { key }: Person) =>
  service.refuse(status, detail, `${PATH}/${action}`, body, key);

const run = (tool: string, params: object, { key }: Person) =>
  runOnce(service, chain(node('call', 'tool.call', { tool, params })), {}, key);

const toFailure = ({ status, error }: Run) => ({ status, error });

/** The tool is none of the user: the workflow is not even valid. */
async function assertNoTool(tool: string, { key }: Person): Promise<void> {
  const workflow_id = await createWorkflow(service, chain(node('call', 'tool.call', { tool, params: {} })), key);
  const detail = `The workflow is not valid: Step 'call': there is no tool '${tool}'`;
  await service.refuse(422, detail, '/api/v3/workflow/run', { workflow_id, input: {} }, key);
}

async function createToken({ key }: Person, given: object = {}): Promise<string> {
  const { id } = await service.ask<{ id: string }>(
    '/api/v1/credential/create',
    { name: 'token', kind: 'bearer', hosts: [host.origin], fields: { token: TOKEN }, ...given },
    key,
  );
  return id;
}

suite('an MCP server that somebody adds', () => {
  test('is asked for its tools, and can be read, changed and deleted', async () => {
    const ann = await service.person();
    const server = await add(ann, { title: 'Calculator' });
    const { id, created, updated, checked_at, ...rest } = server;
    assert.ok(checked_at !== null && checked_at >= created && created === updated);
    assert.deepEqual(rest, {
      name: 'calc',
      title: 'Calculator',
      url: host.url,
      credential_id: null,
      credential: null,
      enabled: true,
      state: 'ready',
      error: null,
      tool_count: 2,
      left_out: 0,
      owner: { user_id: ann.id, group_id: null, organization_id: null },
      permissions: { use: true, write: true },
      sharing: [],
      group_sharing: [],
      tools: [
        { name: 'add', tool: 'calc_add', title: 'Add numbers', description: 'Adds two numbers.', enabled: true },
        { name: 'say.it', tool: 'calc_say_it', title: 'say.it', description: 'say.it', enabled: true },
      ],
    });
    assert.deepEqual(await ask('get', { id }, ann), server);
    const { tools: _, ...summary } = server;
    assert.deepEqual(await ask<McpServerList>('find', { text: 'ALCU' }, ann), { items: [summary], total: 1 });
    assert.deepEqual(await ask<McpServerList>('find', { text: 'other' }, ann), { items: [], total: 0 });
    const renamed = await ask('update', { id, name: 'sums', title: 'Sums' }, ann);
    assert.deepEqual([renamed.title, renamed.tools.map(({ tool }) => tool)], ['Sums', ['sums_add', 'sums_say_it']]);
    assert.deepEqual(await ask('delete', { id }, ann), { accepted: true });
    await refuse(404, 'entity not found', 'get', { id }, ann);

    const items = await service.ask<AuditEvent[]>('/api/v1/audit/find', {
      filters: [['subject.id', '==', id]],
    });
    assert.deepEqual(
      items.map(({ action, subject }) => [action, subject.name]),
      [
        ['mcp_server.delete', 'sums'],
        ['mcp_server.update', 'sums'],
        ['mcp_server.create', 'calc'],
      ],
    );
  });

  test('gives its tools to runs, the catalog, and nobody else', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    await add(ann, { name: 'mine' });
    assert.deepEqual(readStepOutput(await run('mine_add', { a: 2, b: 3 }, ann), 'call'), { sum: 5 });
    assert.deepEqual(readStepOutput(await run('mine_say_it', { words: 'hi' }, ann), 'call'), { text: 'you said hi' });
    assert.deepEqual(toFailure(await run('mine_add', { a: 'x', b: 3 }, ann)), {
      status: 'failed',
      error: "The params of mine_add do not fit: 'a' must be a number",
    });
    const findTool = async ({ key }: Person) => {
      const { tools } = await service.ask<{ tools: { name: string; input_schema: { properties: object } }[] }>(
        '/api/v3/workflow/catalog',
        {},
        key,
      );
      return tools.find(({ name }) => name === 'mine_add');
    };
    const listed = await findTool(ann);
    assert.deepEqual(Object.keys(listed?.input_schema.properties ?? {}), ['b', 'a'], 'in the order of the server');
    assert.equal(await findTool(bob), undefined);
    await assertNoTool('mine_add', bob);
  });

  test('gives its tools to assistants, with the rights of whoever talks to them', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    await add(ann, { name: 'talk' });
    model.answer = ({ messages, tools }) => {
      const result = messages.find(({ role }) => role === 'tool');
      if (result) return { text: String(result.content) };
      return tools.length === 0 ? { text: 'no tools' } : { calls: [{ name: 'talk_add', input: { a: 2, b: 5 } }] };
    };
    const { id: assistant_id } = await service.ask<{ id: string }>(
      '/api/v3/assistant/create',
      { name: 'clerk', tools: ['talk_add'], sharing: [{ user_email: bob.email, edit: false }] },
      ann.key,
    );
    const chat = async ({ key }: Person) =>
      (await service.ask<{ content: string }>('/api/v3/chat', { message: 'Add', assistant_id }, key)).content;
    assert.equal(await chat(ann), '{"sum":7}');
    assert.equal(await chat(bob), 'no tools');
  });

  test('is asked again by the first use of a list that is a day old', async () => {
    const ann = await service.person();
    const aging = await openMcpHost({ after });
    const { id } = await add(ann, { name: 'aging', url: aging.url });
    aging.tools = aging.tools.map(tool => ({ ...tool, title: 'Newer' }));
    const read = async () => (await ask('get', { id }, ann)).tools[0]?.title;
    await run('aging_add', { a: 1, b: 1 }, ann);
    assert.equal(await read(), 'Add numbers');
    const { pool } = service.service.system.database;
    await pool.query("UPDATE mcp_server_lists SET checked_at = now() - interval '25 hours'");
    await run('aging_add', { a: 1, b: 1 }, ann);
    assert.equal(await read(), 'Newer');
  });

  test('offers no tool that was switched off, and none while it is switched off itself', async () => {
    const ann = await service.person();
    const { id } = await add(ann);
    const off = await ask('enable', { id, names: ['add'], enabled: false }, ann);
    assert.deepEqual(
      off.tools.map(({ name, enabled }) => [name, enabled]),
      [
        ['add', false],
        ['say.it', true],
      ],
    );
    await assertNoTool('calc_add', ann);
    await refuse(422, "The MCP server lists no tool 'other'", 'enable', { id, names: ['other'], enabled: true }, ann);
    await refuse(
      422,
      "validation error: names: must be given, or 'all' instead",
      'enable',
      { id, names: ['add'], all: true, enabled: true },
      ann,
    );
    await ask('enable', { id, all: true, enabled: true }, ann);
    assert.deepEqual(readStepOutput(await run('calc_add', { a: 1, b: 1 }, ann), 'call'), { sum: 2 });
    await ask('update', { id, enabled: false }, ann);
    await assertNoTool('calc_add', ann);
  });

  test('gets a credential, which nobody can read anywhere', async () => {
    const ann = await service.person();
    const credential_id = await createToken(ann);
    const own = await openMcpHost({ after });
    own.intercept = ({ headers }, response) => {
      if (headers.authorization === `Bearer ${TOKEN}`) return false;
      response.writeHead(401).end();
      return true;
    };
    own.acts.add = (_params, { http }) => ({
      content: [{ type: 'text', text: `you sent ${http?.req?.headers.get('authorization')}` }],
    });
    own.tools = [{ name: 'add', description: `Your token is ${TOKEN}`, inputSchema: { type: 'object' } }];
    await service.ask(
      '/api/v1/credential/update',
      { id: credential_id, hosts: [own.origin], fields: { token: TOKEN } },
      ann.key,
    );
    const server = await add(ann, { url: own.url, credential_id });
    assert.equal(server.tools[0]?.description, 'Your token is [secret]');
    const done = await run('calc_add', {}, ann);
    assert.doesNotMatch(JSON.stringify(done), new RegExp(TOKEN));
    assert.ok(own.seen.includes(`POST Bearer ${TOKEN}`));
    assert.deepEqual(
      own.seen.filter(line => !line.endsWith(TOKEN)),
      [],
    );
  });
});

suite('what is refused', () => {
  test('names that mean something else, addresses that are none, credentials of others', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const create = (status: number, detail: string, given: object) =>
      refuse(status, detail, 'create', { name: 'calc', url: host.url, ...given }, ann);
    await create(422, "The name 'run' is reserved", { name: 'run' });
    await create(422, "The name 'approval_x' is reserved", { name: 'approval_x' });
    await create(422, "The name 'csv' is reserved", { name: 'csv' });
    await create(422, 'validation error: url: must have no user name and no password: these belong into a credential', {
      url: 'https://ann:secret@mcp.example.org/',
    });
    await create(404, 'The credential was not found or you may not use it', { credential_id: await createToken(bob) });
    await create(422, "validation error: credential: must not be 'own' when there is a credential_id", {
      credential: 'own',
      credential_id: await createToken(ann),
    });
    await add(ann);
    await create(409, "A connector or an MCP server named 'calc' exists already", {});
    await add(bob);
  });

  test('addresses inside of the network of the service', async () => {
    const closed = await testService();
    const ann = await closed.person();
    const server = await closed.ask<McpServer>(`${PATH}/create`, { name: 'inside', url: host.url }, ann.key);
    assert.deepEqual(
      [server.state, server.error, server.tools],
      ['unreachable', "The MCP server can not be reached: The address of '127.0.0.1' is not public", []],
    );
  });

  test("other people's servers", async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const { id } = await add(ann);
    for (const [action, body] of [
      ['get', { id }],
      ['uses', { id }],
      ['update', { id, title: 'mine' }],
      ['check', { id }],
      ['connect', { id }],
      ['enable', { id, all: true, enabled: false }],
      ['delete', { id }],
    ] as const) {
      await refuse(404, 'entity not found', action, body, bob);
    }
    assert.deepEqual(await ask<McpServerList>('find', {}, bob), { items: [], total: 0 });
  });
});

suite('an MCP server of others', () => {
  test('is used by whom it is shared with, and changed only with write', async () => {
    const [ann, bob, eve] = [await service.person(), await service.person(), await service.person()];
    const { id } = await add(ann, {
      name: 'team',
      sharing: [
        { user_email: bob.email, write: false },
        { user_email: eve.email.toUpperCase(), write: true },
      ],
    });
    assert.deepEqual(readStepOutput(await run('team_add', { a: 1, b: 2 }, bob), 'call'), { sum: 3 });
    const shown = await ask('get', { id }, bob);
    assert.deepEqual([shown.permissions, shown.sharing], [{ use: true, write: false }, []]);
    await refuse(403, 'permission denied', 'update', { id, url: host.url }, bob);
    await refuse(403, 'permission denied', 'enable', { id, all: true, enabled: false }, bob);
    await refuse(403, 'permission denied', 'delete', { id }, bob);
    assert.equal((await ask('update', { id, title: 'Ours' }, eve)).sharing.length, 2);
    await ask('update', { id, sharing: [] }, ann);
    await assertNoTool('team_add', bob);
  });

  test('belongs to an organization, whose members use it and whose writers change it', async () => {
    const [ann, bob, eve] = [await service.person(), await service.person(), await service.person()];
    const organization_id = await service.organization([
      { person: ann, write: true },
      { person: bob, write: false },
    ]);
    await refuse(
      403,
      'User does not have write permissions in the organization',
      'create',
      { name: 'org', url: host.url, organization_id },
      bob,
    );
    const { id, owner } = await add(ann, { name: 'org', organization_id });
    assert.deepEqual(owner, { user_id: null, group_id: null, organization_id });
    assert.deepEqual(readStepOutput(await run('org_add', { a: 1, b: 2 }, bob), 'call'), { sum: 3 });
    await refuse(403, 'permission denied', 'update', { id, title: 'x' }, bob);
    await refuse(404, 'entity not found', 'get', { id }, eve);
    // Their own server of the same name goes first, whatever others share.
    const other = await openMcpHost({ after });
    other.acts.add = () => ({ content: [], structuredContent: { sum: 'other' } });
    await add(bob, { name: 'org', url: other.url });
    assert.deepEqual(readStepOutput(await run('org_add', { a: 1, b: 2 }, bob), 'call'), { sum: 'other' });
    await add(eve, { name: 'org', url: other.url, sharing: [{ user_email: ann.email, write: true }] });
    // The tool `say_it` of `org` can not be taken over by a tool `it` of `org_say`.
    other.tools = [...other.tools, { name: 'it', inputSchema: { type: 'object' } }];
    other.acts.it = () => ({ content: [{ type: 'text', text: 'stolen' }] });
    await add(eve, { name: 'org_say', url: other.url, sharing: [{ user_email: ann.email, write: true }] });
    assert.deepEqual(readStepOutput(await run('org_say_it', { words: 'x' }, ann), 'call'), { text: 'you said x' });
    assert.deepEqual(readStepOutput(await run('org_add', { a: 1, b: 2 }, ann), 'call'), { sum: 3 });
  });

  test('is seen and deleted by administrators, who may not use it', async () => {
    const [ann, admin] = [await service.person(), await service.person({ admin: true })];
    const { id } = await add(ann);
    const shown = await ask('get', { id }, admin);
    assert.deepEqual([shown.permissions, shown.tools], [{ use: false, write: false }, []]);
    await refuse(403, 'permission denied', 'check', { id }, admin);
    await refuse(403, 'permission denied', 'update', { id, url: 'https://elsewhere.example/' }, admin);
    const shared = await ask('update', { id, sharing: [{ user_email: admin.email, write: false }] }, admin);
    assert.deepEqual(shared.permissions, { use: true, write: false });
    await ask('delete', { id }, admin);
    await refuse(404, 'entity not found', 'get', { id }, ann);
  });

  test('asks for a credential that the user of the run may use', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const credential_id = await createToken(ann);
    const { id } = await add(ann, { name: 'held', credential_id, sharing: [{ user_email: bob.email, write: false }] });
    assert.deepEqual(readStepOutput(await run('held_add', { a: 1, b: 2 }, ann), 'call'), { sum: 3 });
    const refused = toFailure(await run('held_add', { a: 1, b: 2 }, bob));
    assert.equal(refused.status, 'failed');
    assert.match(refused.error, /credential/);
    const forBob = await ask('check', { id }, bob);
    assert.deepEqual([forBob.state, forBob.error], ['unreachable', 'You may not use the credential of the MCP server']);
    assert.equal((await ask('get', { id }, ann)).state, 'ready');
    await service.ask('/api/v1/credential/delete', { id: credential_id }, ann.key);
    const shown = await ask('get', { id }, ann);
    assert.deepEqual(
      [shown.state, shown.error, shown.credential_id],
      ['unreachable', 'The credential of the MCP server was deleted', credential_id],
    );
    const lost = toFailure(await run('held_add', { a: 1, b: 2 }, ann));
    assert.equal(lost.status, 'failed');
    assert.match(lost.error, /credential/);
  });
});
