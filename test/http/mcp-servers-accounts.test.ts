/** MCP servers at which each user has an account: connecting it as the specification of MCP has it. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { McpServer } from '../../src/connectors/mcp-servers/schemas.ts';
import { startAuthorizationServer } from '../support/authorization-server.ts';
import { chain, node } from '../support/definitions.ts';
import { inReverse } from '../support/process.ts';
import { createWorkflow, readStepOutput, runOnce } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { findEntriesOf } from './audit-entries.ts';
import { type McpHost, openMcpHost } from './mcp-hosts.ts';
import { comeBack } from './oauth-credentials.ts';
import { signedInPerson, type Visitor } from './visitors.ts';

const authorization = await startAuthorizationServer(inReverse({ after }));
const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const PATH = '/api/v1/mcp-server';

/** An MCP server that lets in only those who have a token, and says where to get one. Each account has its own tool. */
async function openGuardedHost(): Promise<McpHost & { tokens: Set<string> }> {
  const host = Object.assign(await openMcpHost({ after }), { tokens: new Set<string>() });
  const described = '/.well-known/oauth-protected-resource/mcp';
  host.intercept = ({ url, headers }, response) => {
    if (url === described) {
      const description = {
        resource: host.url,
        authorization_servers: [authorization.issuer],
        scopes_supported: ['read'],
      };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(description));
      return true;
    }
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    if (token !== undefined) {
      host.tokens.add(token);
      host.tools = [{ name: `tool${host.tokens.size}`, inputSchema: { type: 'object' } }];
      host.acts = { [`tool${host.tokens.size}`]: () => ({ content: [{ type: 'text', text: `for ${token}` }] }) };
      return false;
    }
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${host.origin}${described}"` }).end();
    return true;
  };
  return host;
}

const ask = (action: string, body: object, { key }: Person) => service.ask<McpServer>(`${PATH}/${action}`, body, key);

async function connect(visitor: Visitor, { id }: McpServer): Promise<string> {
  const { url } = await visitor.ask<{ url: string }>(`${PATH}/connect`, { id });
  const back = await comeBack(visitor, await authorization.visit(url, service.url));
  assert.deepEqual([back.status, back.problem], [303, '']);
  return back.path;
}

suite('a server that asks for an account', () => {
  test('is connected in the browser, and its tools act with the account of whoever uses them', async () => {
    const host = await openGuardedHost();
    const [ann, bob] = [await signedInPerson(service), await signedInPerson(service)];
    const server = await ask(
      'create',
      { name: 'guarded', url: host.url, sharing: [{ user_email: bob.person.email, write: false }] },
      ann.person,
    );
    assert.deepEqual([server.state, server.error], ['connect', 'The MCP server asks for an account']);

    // Only who may change the server decides that everybody needs an account of their own.
    await service.refuse(403, 'permission denied', `${PATH}/connect`, { id: server.id }, bob.person.key);
    assert.equal(await connect(ann.visitor, server), `/connectors/mcp/${server.id}?connected=true`);
    const actions = (await findEntriesOf(service, ann.person.id)).map(({ action }) => action);
    assert.deepEqual(actions.slice(-3), ['credential.create', 'mcp_server.update', 'credential.connect']);
    const ready = await ask('check', { id: server.id }, ann.person);
    assert.deepEqual(
      [ready.state, ready.error, ready.credential, ready.tools.map(({ tool }) => tool)],
      ['ready', null, 'own', ['guarded_tool1']],
    );
    const output = readStepOutput(
      await runOnce(service, chain(node('call', 'tool.call', { tool: 'guarded_tool1' })), {}, ann.person.key),
      'call',
    );
    assert.deepEqual(output, { text: 'for [secret]' });

    // The other user sees neither the account nor the tools of it.
    const forBob = await ask('get', { id: server.id }, bob.person);
    assert.deepEqual([forBob.state, forBob.error, forBob.tools], ['connect', 'You have connected no account yet', []]);
    const workflow_id = await createWorkflow(
      service,
      chain(node('call', 'tool.call', { tool: 'guarded_tool1', params: {} })),
      bob.person.key,
    );
    const refused = await service.ask<{ status: string; error: string }>(
      '/api/v3/workflow/run',
      { workflow_id, input: {} },
      bob.person.key,
    );
    assert.deepEqual(
      [refused.status, refused.error],
      [
        'failed',
        "The tools of the MCP server 'guarded' are not known: This user has not connected an account for it yet",
      ],
    );
    await connect(bob.visitor, server);
    assert.deepEqual(
      (await ask('check', { id: server.id }, bob.person)).tools.map(({ tool }) => tool),
      ['guarded_tool2'],
    );
    assert.deepEqual(
      (await ask('get', { id: server.id }, ann.person)).tools.map(({ tool }) => tool),
      ['guarded_tool1'],
    );
    assert.equal(host.tokens.size, 2);

    // With the server go the accounts.
    await ask('delete', { id: server.id }, ann.person);
    for (const { person } of [ann, bob]) {
      assert.deepEqual(await service.ask('/api/v1/credential/find', {}, person.key), { items: [], total: 0 });
    }
  });

  test('is connected again with the same account, and anew when it moves', async () => {
    const [host, other] = [await openGuardedHost(), await openGuardedHost()];
    const { person, visitor } = await signedInPerson(service);
    const server = await ask('create', { name: 'moving', url: host.url, credential: 'own' }, person);
    assert.deepEqual([server.state, server.error], ['connect', 'You have connected no account yet']);
    await connect(visitor, server);
    const find = async () =>
      (
        await service.ask<{ items: { id: string; name: string; hosts: string[] }[] }>(
          '/api/v1/credential/find',
          {},
          person.key,
        )
      ).items;
    const [first] = await find();
    assert.deepEqual([first?.name, first?.hosts], ['moving_account', [host.origin]]);
    await connect(visitor, server);
    assert.deepEqual(await find().then(items => items.map(({ id }) => id)), [first?.id]);

    await ask('update', { id: server.id, url: other.url }, person);
    assert.equal(other.tokens.size, 0, 'the token of one server does not go to another');
    await connect(visitor, server);
    const again = await find();
    assert.deepEqual(
      again.map(({ hosts }) => hosts),
      [[other.origin]],
    );
    assert.equal((await ask('check', { id: server.id }, person)).state, 'ready');
    assert.equal(other.tokens.size, 1);
    assert.equal(
      [...other.tokens].some(token => host.tokens.has(token)),
      false,
    );
  });

  test('is not connected when it lets everybody in, or has a credential for everybody', async () => {
    const open = await openMcpHost({ after });
    const { person } = await signedInPerson(service);
    const { id } = await ask('create', { name: 'open', url: open.url }, person);
    await service.refuse(
      422,
      'The MCP server lets everybody in: it needs no account',
      `${PATH}/connect`,
      { id },
      person.key,
    );
    const credential = await service.ask<{ id: string }>(
      '/api/v1/credential/create',
      { name: 'token', kind: 'bearer', hosts: [open.origin], fields: { token: 'tok-0123456789' } },
      person.key,
    );
    await ask('update', { id, credential_id: credential.id }, person);
    await service.refuse(
      422,
      'The MCP server has a credential for everybody: only who may change it can replace that',
      `${PATH}/connect`,
      { id },
      person.key,
    );
    await service.refuse(
      422,
      'validation error: body.return_to: must be a path of the console',
      `${PATH}/connect`,
      { id, return_to: 'https://evil.example/' },
      person.key,
    );
  });
});
