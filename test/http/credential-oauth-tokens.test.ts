/** Access tokens of credentials: when they are renewed, and what happens when they can not be. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { after, afterEach, suite, test } from 'node:test';
import { openTokens, type StoredTokens, sealTokens } from '../../src/credentials/oauth/stored-tokens.ts';
import { startAuthorizationServer } from '../support/authorization-server.ts';
import { chain, node } from '../support/definitions.ts';
import { inReverse } from '../support/process.ts';
import { findStep, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import {
  ACCEPTED,
  connect,
  createCodeCredential,
  failed,
  type OauthCredential,
  useCredential,
} from './oauth-credentials.ts';
import { poll } from './poll.ts';
import { signedInPerson } from './visitors.ts';

const server = await startAuthorizationServer(inReverse({ after }));
const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', HEDDLE_LOG_LEVEL: 'error' });
const { person, visitor } = await signedInPerson(service);
const { database, sealer } = service.service.system;

afterEach(() => server.control({ tokenSeconds: 3600, delayMs: 0, failStatus: 0 }));

const use = (id: string) => useCredential(service, server, person, id);
const get = (id: string) => service.ask<OauthCredential>('/api/v1/credential/get', { id }, person.key);
const countRefreshes = async () => (await server.control()).granted.refresh_token ?? 0;

async function connected(given: Record<string, unknown> = {}): Promise<OauthCredential> {
  const credential = await createCodeCredential(service, server, person, given);
  await connect(service, server, visitor, credential.id);
  return credential;
}

async function readTokens(id: string): Promise<StoredTokens> {
  const row = await database.query.selectFrom('credentials').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const tokens = openTokens(sealer, row);
  assert.ok(tokens);
  return tokens;
}

async function changeStoredTokens(id: string, change: Partial<StoredTokens>): Promise<void> {
  const tokens_sealed = sealTokens(sealer, id, { ...(await readTokens(id)), ...change });
  await database.query.updateTable('credentials').set({ tokens_sealed }).where('id', '=', id).execute();
}

/** Lets so much of its hour be over that so many seconds are left. */
const leave = (id: string, seconds: number) =>
  changeStoredTokens(id, { expires_at: Date.now() + seconds * 1000, obtained_at: Date.now() - 3_600_000 });

async function createClientCredential(fields: Record<string, unknown> = {}, authentication = 'client_secret_basic') {
  const client = await server.register({
    redirect_uris: [],
    response_types: [],
    grant_types: ['client_credentials'],
    token_endpoint_auth_method: authentication,
  });
  return service.ask<OauthCredential>(
    '/api/v1/credential/create',
    {
      name: `client ${client.client_id}`,
      kind: 'oauth2_client',
      hosts: [server.issuer],
      fields: { issuer: server.issuer, ...client, scopes: ['read'], ...fields },
    },
    person.key,
  );
}

suite('a client without a user', () => {
  test('gets one token for many requests', async () => {
    const { id, state } = await createClientCredential();
    assert.equal(state, 'ready');
    const before = (await server.control()).granted.client_credentials ?? 0;
    const results = await Promise.all([use(id), use(id), use(id)]);
    assert.deepEqual([...results, await use(id)], [ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED]);
    assert.equal((await server.control()).granted.client_credentials, before + 1);
  });

  test('may send its secret in the body, and name the resource', async () => {
    const { id } = await createClientCredential(
      { client_authentication: 'post', resource: `${server.issuer}/api` },
      'client_secret_post',
    );
    assert.deepEqual(await use(id), ACCEPTED);
  });

  test('gets another token for other scopes', async () => {
    const { id } = await createClientCredential();
    assert.deepEqual(await use(id), ACCEPTED);
    const { access_token } = await readTokens(id);
    await service.ask('/api/v1/credential/update', { id, fields: { scopes: ['write'] } }, person.key);
    assert.deepEqual(await use(id), ACCEPTED);
    assert.notEqual((await readTokens(id)).access_token, access_token);
  });

  test('that is refused is not tried with each request, and works with the right secret', async () => {
    const { id, name } = await createClientCredential();
    const right = await createClientCredential();
    const { client_id } = Object(Object(right).fields);
    await service.ask('/api/v1/credential/update', { id, fields: { client_id } }, person.key);
    const refused = failed(`The credential '${name}' needs another client id or secret`);
    assert.deepEqual(await use(id), refused);
    const { requests } = await server.control();
    assert.deepEqual([await use(id), await use(id)], [refused, refused]);
    assert.equal((await server.control()).requests, requests);
    assert.equal((await get(id)).state, 'reconnect');

    const { client_secret, client_id: another } = await server.register({
      redirect_uris: [],
      response_types: [],
      grant_types: ['client_credentials'],
    });
    const fields = { client_id: another, client_secret };
    const { state } = await service.ask('/api/v1/credential/update', { id, fields }, person.key);
    assert.equal(state, 'ready');
    assert.deepEqual(await use(id), ACCEPTED);
    assert.equal((await get(id)).state, 'ready');
  });
});

suite('an access token', () => {
  test('is used while it is valid for a minute, and renewed after that', async () => {
    const { id } = await connected();
    const before = await countRefreshes();
    await leave(id, 70);
    assert.deepEqual(await use(id), ACCEPTED);
    assert.equal(await countRefreshes(), before);

    await leave(id, 50);
    const old = await readTokens(id);
    const results = await Promise.all(Array.from({ length: 10 }, () => use(id)));
    assert.ok(results.every(({ ok }) => ok));
    assert.equal(await countRefreshes(), before + 1);
    const renewed = await readTokens(id);
    assert.notEqual(renewed.access_token, old.access_token);
    assert.notEqual(renewed.refresh_token, old.refresh_token);
    assert.ok(((await get(id)).connected?.expires_at ?? 0) > Date.now() + 3_500_000);
  });

  test('that lives for less than a minute is used for half of its life', async () => {
    await server.control({ tokenSeconds: 59 });
    const { id } = await connected();
    const before = await countRefreshes();
    assert.deepEqual([await use(id), await use(id)], [ACCEPTED, ACCEPTED]);
    assert.equal(await countRefreshes(), before);
    await changeStoredTokens(id, { expires_at: Date.now() + 10_000, obtained_at: Date.now() - 30_000 });
    assert.deepEqual([await use(id), await use(id)], [ACCEPTED, ACCEPTED]);
    assert.equal(await countRefreshes(), before + 1);
    await server.control({ tokenSeconds: 3600 });
  });

  test('that the API rejects is renewed once', async () => {
    const { id } = await connected();
    const before = await countRefreshes();
    await changeStoredTokens(id, { access_token: 'a token that was withdrawn' });
    const results = await Promise.all([use(id), use(id), use(id)]);
    assert.deepEqual(results, [ACCEPTED, ACCEPTED, ACCEPTED]);
    assert.equal(await countRefreshes(), before + 1);
  });

  test('is used to its last second while the authorization server is away', async () => {
    const { id, name } = await connected();
    await server.control({ failStatus: 503 });
    await leave(id, 55);
    assert.deepEqual(await use(id), ACCEPTED);
    await leave(id, -5);
    const away = failed(`The credential '${name}' got no access token: the server answered with status 503`);
    assert.deepEqual(await use(id), away);
    assert.equal((await get(id)).state, 'ready');
    await server.control({ failStatus: 0 });
    assert.deepEqual(await use(id), ACCEPTED);
  });

  test('is renewed even if whoever needs it gives up', async () => {
    const { id } = await connected();
    await leave(id, -5);
    const before = await countRefreshes();
    const { requests } = await server.control({ delayMs: 1_000 });
    const abort = new AbortController();
    const asked = fetch(`${service.url}/api/v1/credential/test`, {
      method: 'POST',
      body: JSON.stringify({ id, url: `${server.issuer}/api` }),
      headers: { 'content-type': 'application/json', 'uni-api-key': person.key },
      signal: abort.signal,
    });
    await poll(async () => (await server.control()).requests > requests || undefined);
    abort.abort();
    await assert.rejects(asked);
    await server.control({ delayMs: 0 });
    assert.deepEqual(await use(id), ACCEPTED);
    assert.equal(await countRefreshes(), before + 1);
  });

  test('is not awaited for longer than ten seconds', async () => {
    const { id, name } = await connected();
    await leave(id, -5);
    await server.control({ delayMs: 11_000 });
    const slow = failed(`The credential '${name}' got no access token: the server took too long to answer`);
    const waiting = use(id);
    // A server that does not answer keeps no connection to the database busy.
    const others = await Promise.all(Array.from({ length: 20 }, () => get(id)));
    assert.equal(others.length, 20);
    assert.deepEqual(await waiting, slow);
    await server.control({ delayMs: 0 });
  });
});

suite('a grant that is gone', () => {
  test('must be connected again, of which the owner is told once', async () => {
    const { id, name } = await connected();
    await changeStoredTokens(id, { refresh_token: 'a token that was withdrawn', expires_at: Date.now() });
    const lost = failed(`The credential '${name}' must be connected again`);
    assert.deepEqual(await Promise.all([use(id), use(id), use(id)]), [lost, lost, lost]);
    const { requests } = await server.control();
    assert.deepEqual(await use(id), lost);
    assert.equal((await server.control()).requests, requests);
    assert.equal((await get(id)).state, 'reconnect');
    const told = await service.ask<{ title: string; link: string; kind: string }[]>(
      '/api/v1/notification/find',
      {},
      person.key,
    );
    const about = told.filter(({ link }) => link === `/credentials/${id}`);
    assert.deepEqual(
      about.map(({ kind, title }) => ({ kind, title })),
      [{ kind: 'credential', title: `The credential '${name}' must be connected again` }],
    );

    await connect(service, server, visitor, id);
    assert.equal((await get(id)).state, 'ready');
    assert.deepEqual(await use(id), ACCEPTED);
  });

  test('is told to those who may write in the organization that owns it', async () => {
    const [writer, member] = [await signedInPerson(service), await signedInPerson(service)];
    const organization_id = await service.organization([
      { person: writer.person, write: true },
      { person: member.person, write: false },
    ]);
    const { id } = await createCodeCredential(service, server, writer.person, { organization_id });
    await member.visitor.refuse(403, 'permission denied', '/api/v1/credential/connect', { id });
    await connect(service, server, writer.visitor, id);
    await changeStoredTokens(id, { refresh_token: 'a token that was withdrawn', expires_at: Date.now() });
    assert.equal((await useCredential(service, server, member.person, id)).ok, false);
    const count = async (key: string) => (await service.ask<unknown[]>('/api/v1/notification/find', {}, key)).length;
    assert.deepEqual([await count(writer.person.key), await count(member.person.key)], [1, 0]);
  });

  test('is that of a token which expires and can not be renewed', async () => {
    const { id, name } = await connected();
    const { refresh_token: _gone, ...rest } = await readTokens(id);
    const tokens_sealed = sealTokens(sealer, id, { ...rest, expires_at: Date.now() });
    await database.query.updateTable('credentials').set({ tokens_sealed }).where('id', '=', id).execute();
    assert.deepEqual(await use(id), failed(`The credential '${name}' must be connected again`));
  });

  test('is that of another client', async () => {
    const { id, name } = await connected();
    const before = (await server.control()).requests;
    await service.ask('/api/v1/credential/update', { id, fields: { client_id: 'another' } }, person.key);
    assert.deepEqual(await use(id), failed(`The credential '${name}' must be connected again`));
    assert.equal((await server.control()).requests, before);
    assert.equal((await get(id)).state, 'reconnect');
  });
});

suite('a run', () => {
  const request = (credential: string) =>
    chain(
      node('call', 'http.request', {
        url: `${server.issuer}/api`,
        credential,
        retry: { attempts: 3, delay_seconds: 0 },
      }),
    );

  test('acts for the account, and shows no token', async () => {
    const { id } = await connected();
    const { access_token = '', refresh_token = '' } = await readTokens(id);
    const run = await runOnce(service, request(id), {}, person.key);
    assert.equal(run.status, 'success', run.error);
    assert.match(findStep(run, 'call').output_json, /"account":"ada"/);
    for (const token of [access_token, refresh_token]) assert.ok(!JSON.stringify(run).includes(token));
  });

  test('fails at once when the credential must be connected again', async () => {
    const { id, name } = await connected();
    await changeStoredTokens(id, { refresh_token: 'a token that was withdrawn', expires_at: Date.now() });
    const { requests } = await server.control();
    const run = await runOnce(service, request(id), {}, person.key);
    assert.deepEqual(
      { status: run.status, error: run.error },
      { status: 'failed', error: `The credential '${name}' must be connected again` },
    );
    assert.equal((await server.control()).requests, requests + 1);
  });

  test('tries again when the authorization server is away', async () => {
    const { id, name } = await connected();
    await changeStoredTokens(id, { expires_at: Date.now() });
    const { requests } = await server.control({ failStatus: 500, retryAfter: '0' });
    const run = await runOnce(service, request(id), {}, person.key);
    await server.control({ failStatus: 0 });
    assert.match(
      run.error ?? '',
      new RegExp(`The credential '${name}' got no access token: the server answered with status 500`),
    );
    assert.equal((await server.control()).requests, requests + 3);
  });
});

suite('an authorization server', () => {
  let answer: RequestListener = (_request, response) => response.end();
  const hostile = createServer((request, response) => answer(request, response));
  const listening = new Promise<string>(resolve => {
    hostile.listen(0, '127.0.0.1', () => {
      const address = hostile.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    });
  });
  after(() => {
    hostile.close();
    hostile.closeAllConnections();
  });

  async function useWith(fields: Record<string, unknown>): Promise<string> {
    const { id, name } = await createClientCredential({ issuer: '', ...fields });
    const { message } = await use(id);
    return message.replace(`The credential '${name}' got no access token: `, '');
  }

  test('at an address that is not public is not asked', async () => {
    for (const host of ['10.0.0.1', '169.254.169.254', '[::1]', '192.168.1.1']) {
      const message = await useWith({ token_url: `https://${host}/token` });
      assert.equal(message, `the address of '${host}' is not public`);
    }
  });

  test('is asked without TLS only at a local address', async () => {
    assert.equal(
      await useWith({ token_url: 'http://login.example.org/token' }),
      "'token_url' must begin with https://",
    );
    assert.equal(await useWith({ token_url: 'https://a:b@login.example.org/token' }), "'token_url' is not a valid URL");
  });

  test('can not lead a secret to another place', async () => {
    const url = await listening;
    const seen: string[] = [];
    answer = (request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(307, { location: `${url}/elsewhere` }).end();
    };
    assert.equal(await useWith({ token_url: `${url}/token` }), 'the request was redirected more than 0 times');
    assert.deepEqual(seen, ['/token']);
  });

  test('can not make a secret known by repeating it', async () => {
    const url = await listening;
    answer = (request, response) => {
      const secret = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
      const [, password = ''] = secret.split(':').map(decodeURIComponent);
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'invalid_scope', error_description: `not for ${password}\u0000` }));
    };
    assert.equal(await useWith({ token_url: `${url}/token` }), 'the server answered invalid_scope (not for [secret] )');
  });

  for (const { what, status = 200, type = 'application/json', body, message } of [
    { what: 'HTML', type: 'text/html', body: '<html>', message: 'the server did not answer with JSON' },
    { what: 'a status', status: 404, body: '{}', message: 'the server answered with status 404' },
    { what: 'nothing', body: '', message: 'the server did not answer with JSON' },
    { what: 'an array', body: '[]', message: /^the answer of the server is not valid: / },
    { what: 'no token', body: '{"token_type":"bearer"}', message: /^the answer of the server is not valid: / },
    {
      what: 'an error with status 200',
      body: '{"error":"redirect_uri_mismatch","error_description":"The redirect_uri"}',
      message: 'the server answered redirect_uri_mismatch (The redirect_uri)',
    },
    {
      what: 'a lifetime of nothing',
      body: '{"access_token":"a","expires_in":0}',
      message: 'it has always just expired',
    },
    { what: 'a negative lifetime', body: '{"access_token":"a","expires_in":-1}', message: /^the answer of the server/ },
    { what: 'a token that is no header', body: '{"access_token":"a\\nb"}', message: /header/ },
    { what: 'a status that has no body', status: 204, body: '', message: 'the server did not answer with JSON' },
    {
      what: 'errors that are no texts',
      status: 400,
      body: '{"error":{"a":1}}',
      message: 'the server answered with status 400',
    },
    {
      what: 'an unknown type of token',
      body: '{"access_token":"a","token_type":5}',
      message: /^the answer of the server/,
    },
    { what: 'megabytes', body: `{"access_token":"${'a'.repeat(1_000_000)}"}`, message: /larger than/ },
  ]) {
    test(`that answers with ${what} gives a clear error`, async () => {
      const url = await listening;
      answer = (_request, response) => response.writeHead(status, { 'content-type': type }).end(body);
      const told = await useWith({ token_url: `${url}/token` });
      if (typeof message === 'string') assert.equal(told, message);
      else assert.match(told, message);
    });
  }

  for (const { what, headers, fields = {} } of [
    { what: 'leave out the type of the token' },
    { what: 'give a token that lives longer than any date', fields: { expires_in: 1e300 } },
    { what: 'name scopes that are no texts of a database', fields: { scope: 'a\0b \ud800' } },
    { what: 'send headers that are not Latin', headers: { 'x-region': Buffer.from('東京').toString('latin1') } },
  ]) {
    test(`may ${what}`, async () => {
      const url = await listening;
      answer = (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify({ access_token: 'abcdefgh', ...fields }));
      assert.equal(await useWith({ token_url: `${url}/token` }), 'The server answered 401 Unauthorized');
    });
  }

  test('is not told parameters that replace its own', async () => {
    const token_url = `${await listening}/token`;
    const fields = { token_url, client_id: 'a', client_secret: 'b', extra_params: { client_id: 'other' } };
    await service.refuse(
      422,
      "validation error: fields: the parameter 'client_id' can not be set in 'extra_params'",
      '/api/v1/credential/create',
      { name: 'greedy', kind: 'oauth2_client', hosts: [new URL(token_url).origin], fields },
    );
  });
});
