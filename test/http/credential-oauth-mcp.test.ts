/** How Heddle finds out where the users of an MCP server sign in, with real and with hostile servers. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { after, suite, test } from 'node:test';
import { prepareMcpConnection } from '../../src/credentials/oauth/mcp-discovery.ts';
import { ApiError } from '../../src/errors.ts';
import { startAuthorizationServer } from '../support/authorization-server.ts';
import { inReverse } from '../support/process.ts';
import { testService } from '../support/service.ts';
import { connect, type OauthCredential } from './oauth-credentials.ts';
import { signedInPerson } from './visitors.ts';

const server = await startAuthorizationServer(inReverse({ after }));
const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const { outbound: http, publicUrl } = service.service.system;

suite('an MCP server with a real authorization server', () => {
  test('gets a credential with which its user signs in', async () => {
    const { person, visitor } = await signedInPerson(service);
    const connection = await prepareMcpConnection({ url: `${server.issuer}/mcp` }, { http, publicUrl });
    assert.ok(connection);
    const { client_id, ...fields } = connection.fields;
    assert.ok(client_id.length > 10);
    assert.deepEqual(
      { ...connection, fields },
      {
        kind: 'oauth2_code',
        hosts: [server.issuer],
        fields: {
          issuer: server.issuer,
          authorization_url: `${server.issuer}/auth`,
          token_url: `${server.issuer}/token`,
          revocation_url: `${server.issuer}/token/revocation`,
          client_authentication: 'none',
          scopes: ['read', 'offline_access'],
          resource: `${server.issuer}/mcp`,
        },
      },
    );
    const body = { name: 'mcp', ...connection };
    const { id } = await service.ask<OauthCredential>('/api/v1/credential/create', body, person.key);
    await connect(service, server, visitor, id);
    const url = `${server.issuer}/mcp`;
    const tried = await service.ask<{ status: number }>('/api/v1/credential/test', { id, url }, person.key);
    assert.equal(tried.status, 200);
  });

  test('is asked for the scopes that somebody wants', async () => {
    const request = { url: `${server.issuer}/mcp`, scopes: ['write'] };
    const connection = await prepareMcpConnection(request, { http, publicUrl });
    assert.deepEqual(connection?.fields.scopes, ['write', 'offline_access']);
  });
});

suite('what an MCP server says', () => {
  type Answer = { status?: number; headers?: Record<string, string>; json?: unknown };
  let answers: Record<string, Answer> = {};
  const requests: { url: string; body: string }[] = [];
  const hostile = createServer(async (request, response) => {
    requests.push({ url: request.url ?? '', body: await readBody(request) });
    const { status = 200, headers = {}, json = {} } = answers[request.url ?? ''] ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
  });
  const origin = new Promise<string>(resolve => {
    hostile.listen(0, '127.0.0.1', () => {
      const address = hostile.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    });
  });
  after(() => {
    hostile.close();
    hostile.closeAllConnections();
  });

  const UNAUTHORIZED: Answer = { status: 401 };
  const RESOURCE = '/.well-known/oauth-protected-resource/mcp';
  const METADATA = '/.well-known/oauth-authorization-server';

  async function metadata(change: object = {}): Promise<Answer> {
    const issuer = await origin;
    return {
      json: {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        ...change,
      },
    };
  }

  async function prepare(given: Record<string, Answer>, services: { publicUrl?: () => string } = {}) {
    answers = given;
    requests.length = 0;
    return prepareMcpConnection({ url: `${await origin}/mcp` }, { http, publicUrl, ...services });
  }

  async function refuses(given: Record<string, Answer>, reason: string | RegExp): Promise<void> {
    await assert.rejects(prepare(given), (error: unknown) => {
      assert.ok(error instanceof ApiError && error.status === 422, String(error));
      const message = error.message.replace(/^The MCP server can not be connected: /, '');
      if (typeof reason === 'string') assert.equal(message, reason);
      else assert.match(message, reason);
      return true;
    });
  }

  test('may be that everybody is let in', async () => {
    assert.equal(await prepare({ '/mcp': { json: { jsonrpc: '2.0', id: 1, result: {} } } }), undefined);
  });

  test('is registered with a secret where public clients are not accepted', async () => {
    const connection = await prepare({
      '/mcp': UNAUTHORIZED,
      [METADATA]: await metadata({ registration_endpoint: `${await origin}/register` }),
      '/register': {
        status: 201,
        json: { client_id: 'the client', client_secret: 'a secret', client_secret_expires_at: 0 },
      },
    });
    const { client_id, client_secret, client_authentication, scopes, resource } = Object(connection?.fields);
    assert.deepEqual(
      { client_id, client_secret, client_authentication, scopes, resource },
      {
        client_id: 'the client',
        client_secret: 'a secret',
        client_authentication: 'basic',
        scopes: [],
        resource: `${await origin}/mcp`,
      },
    );
    const registration = JSON.parse(requests.find(({ url }) => url === '/register')?.body ?? '{}');
    assert.deepEqual(registration, {
      client_name: 'Heddle',
      client_uri: service.url,
      redirect_uris: [`${service.url}/api/v1/credential/callback`],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: 'web',
      token_endpoint_auth_method: 'client_secret_basic',
    });
  });

  test('may be that it reads the description of Heddle', async () => {
    const given = {
      '/mcp': UNAUTHORIZED,
      [METADATA]: await metadata({ client_id_metadata_document_supported: true }),
    };
    const connection = await prepare(given, { publicUrl: () => 'https://heddle.example.org' });
    assert.equal(connection?.fields.client_id, 'https://heddle.example.org/api/v1/credential/client.json');
    const document = await fetch(`${service.url}/api/v1/credential/client.json`);
    assert.partialDeepStrictEqual(await document.json(), {
      client_id: `${service.url}/api/v1/credential/client.json`,
      redirect_uris: [`${service.url}/api/v1/credential/callback`],
      token_endpoint_auth_method: 'none',
    });
    const byHand =
      'its authorization server registers no clients by itself: create a credential with the client id that you get there';
    await refuses(given, byHand);
  });

  test('is not believed when it is about another server', async () => {
    const issuer = await origin;
    const another = 'its description (RFC 9728) is that of another server';
    for (const resource of ['https://api.example.org/mcp', `${issuer}/mcp2`, `${issuer}/mcp/deeper`, 7, 'nonsense']) {
      const json = { resource, authorization_servers: [issuer] };
      await refuses({ '/mcp': UNAUTHORIZED, [RESOURCE]: { json } }, another);
    }
    const json = { resource: `${issuer}/mcp`, authorization_servers: [issuer] };
    const described = { '/mcp': UNAUTHORIZED, [RESOURCE]: { json } };
    await refuses(
      { ...described, [METADATA]: await metadata({ issuer: 'https://login.example.org' }) },
      /the answer of the server is not valid: .*issuer/,
    );
    const nobody = 'its description (RFC 9728) names no authorization server';
    await refuses({ ...described, [RESOURCE]: { json: { resource: `${issuer}/mcp` } } }, nobody);
  });

  test('can not lead Heddle to addresses that are not public', async () => {
    const issuer = await origin;
    const closed = "the address of '10.0.0.1' is not public";
    const header = 'Bearer resource_metadata="https://10.0.0.1/metadata"';
    await refuses({ '/mcp': { status: 401, headers: { 'www-authenticate': header } } }, closed);
    const json = { resource: `${issuer}/mcp`, authorization_servers: ['https://10.0.0.1'] };
    await refuses({ '/mcp': UNAUTHORIZED, [RESOURCE]: { json } }, closed);
    const registration_endpoint = 'https://10.0.0.1/register';
    await refuses({ '/mcp': UNAUTHORIZED, [METADATA]: await metadata({ registration_endpoint }) }, closed);
    const token_endpoint = 'http://login.example.org/token';
    const insecure = "'token_endpoint' must begin with https://";
    await refuses({ '/mcp': UNAUTHORIZED, [METADATA]: await metadata({ token_endpoint }) }, insecure);
    const elsewhere = { status: 302, headers: { location: 'https://10.0.0.1/' } };
    await refuses({ '/mcp': elsewhere }, 'the request was redirected more than 0 times');
  });

  test('must include PKCE', async () => {
    const none = await metadata({ code_challenge_methods_supported: undefined });
    await refuses(
      { '/mcp': UNAUTHORIZED, [METADATA]: none },
      'its authorization server does not support PKCE with S256',
    );
  });

  test('is told when it can not be read', async () => {
    await refuses({ '/mcp': { status: 500 } }, 'it answered with status 500');
    await refuses({ '/mcp': UNAUTHORIZED }, 'the server answered with status 404');
    const header = `Bearer resource_metadata="${await origin}/missing"`;
    const unreadable = 'its description (RFC 9728) can not be read';
    await refuses({ '/mcp': { status: 401, headers: { 'www-authenticate': header } } }, unreadable);
  });
});

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
