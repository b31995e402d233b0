/** How steps send credentials: every kind, markers in all parts of a request, rights at the moment of use, counts. */
import assert from 'node:assert/strict';
import { createHmac, createPublicKey, generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { after, suite, test } from 'node:test';
import type { Credential, CredentialTestResult, CredentialUsers } from '../../src/credentials/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow, findStep, readStepOutput, runOnce } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { openApiServer } from './credential-servers.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const api = await openApiServer({ after });
const ann = await service.person();

const PATH = '/api/v1/credential';
const KEY = 'sk-live-0123456789-abcd';

async function create(kind: string, fields: Record<string, unknown>, given: Record<string, unknown> = {}, who = ann) {
  const body = { name: `key_${randomUUID().replaceAll('-', '')}`, kind, hosts: [api.url], fields, ...given };
  return service.ask<Credential>(`${PATH}/create`, body, who.key);
}

const request = (params: Record<string, unknown>) => chain(node('call', 'http.request', { url: api.url, ...params }));
const send = (params: Record<string, unknown>, who: Person = ann) => runOnce(service, request(params), {}, who.key);
const failure = ({ status, error }: Run) => ({ status, error });

/** Sends a request with a credential of this kind, and returns what arrived. */
async function arrive(kind: string, fields: Record<string, unknown>, params: Record<string, unknown> = {}) {
  const { name } = await create(kind, fields);
  const run = await send({ credential: name, ...params });
  assert.equal(run.status, 'success', run.error);
  return api.last();
}

suite('a request is sent', () => {
  test('with a key in a header, which replaces what the step has there', async () => {
    const fields = { name: 'X-API-Key', value: KEY, prefix: 'Token ' };
    const { headers } = await arrive('header', fields, { headers: { 'x-api-key': 'other' } });
    assert.equal(headers['x-api-key'], `Token ${KEY}`);
  });

  test('with a key in the URL, and the rest of the query stays as it is', async () => {
    const fields = { name: 'api key', value: 'a&b=c/d' };
    const { url } = await arrive('query', fields, { url: `${api.url}/path?a=%7E+x&api%20key=old&b` });
    assert.equal(url, '/path?a=%7E+x&b&api%20key=a%26b%3Dc%2Fd');
  });

  test('with a name and a password', async () => {
    const { headers } = await arrive('basic', { username: 'änn', password: 'pass:wörd' });
    assert.equal(headers.authorization, `Basic ${Buffer.from('änn:pass:wörd').toString('base64')}`);
  });

  test('with a bearer token', async () => {
    assert.equal((await arrive('bearer', { token: KEY })).headers.authorization, `Bearer ${KEY}`);
  });

  test('with a signature of its body', async () => {
    const fields = { secret: KEY, header: 'X-Signature', encoding: 'base64', prefix: 'v1=', algorithm: 'sha512' };
    const { headers, body } = await arrive('hmac', fields, { method: 'POST', body: { a: 1 } });
    assert.equal(headers['x-signature'], `v1=${createHmac('sha512', KEY).update(body).digest('base64')}`);
  });

  test('with a signature of its time and its body, in which a marker was replaced before', async () => {
    const secret = await create('generic', { token: 'inner-value' });
    const fields = { secret: KEY, header: 'X-Signature', timestamp_header: 'X-Time' };
    const params = { method: 'POST', body: { token: `{{ secrets.${secret.name}.token }}` } };
    const { headers, body } = await arrive('hmac', fields, params);
    assert.equal(body, '{"token":"inner-value"}');
    const signed = `${headers['x-time']}.${body}`;
    assert.equal(headers['x-signature'], createHmac('sha256', KEY).update(signed).digest('hex'));
    assert.ok(Math.abs(Number(headers['x-time']) * 1000 - Date.now()) < 60_000);
  });

  for (const [algorithm, pair] of [
    ['RS256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['EdDSA', generateKeyPairSync('ed25519')],
  ] as const) {
    test(`with a token that is signed with ${algorithm}`, async () => {
      const private_key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
      const fields = { private_key, algorithm, key_id: 'k1', claims: { iss: 'heddle' }, lifetime_seconds: 60 };
      const { headers } = await arrive('jwt', fields);
      const [head = '', payload = '', signature = ''] = (headers.authorization ?? '').replace('Bearer ', '').split('.');
      const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
      assert.deepEqual(read(head), { alg: algorithm, typ: 'JWT', kid: 'k1' });
      const claims = read(payload) as { iss: string; iat: number; exp: number };
      assert.deepEqual([claims.iss, claims.exp - claims.iat], ['heddle', 60]);
      const key = { key: createPublicKey(pair.privateKey), dsaEncoding: 'ieee-p1363' as const };
      const digest = algorithm === 'EdDSA' ? null : 'sha256';
      const data = Buffer.from(`${head}.${payload}`);
      assert.ok(verify(digest, data, algorithm === 'ES256' ? key : key.key, Buffer.from(signature, 'base64url')));
    });
  }

  test('with a token that is signed with a shared secret', async () => {
    const fields = { private_key: KEY, algorithm: 'HS256', header: 'X-Token', prefix: 'JWT ' };
    const bare = await arrive('jwt', { private_key: KEY, algorithm: 'HS256', header: 'X-Token' });
    assert.match(bare.headers['x-token'] ?? '', /^ey[^ ]+$/);
    const [, signed = '', signature] =
      /^JWT (.*)\.(.*)$/.exec((await arrive('jwt', fields)).headers['x-token'] ?? '') ?? [];
    assert.equal(signature, createHmac('sha256', KEY).update(signed).digest('base64url'));
  });
});

test('a key that does not fit fails the step, and is not told', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const cases = [
    [{ private_key: 'no key at all', algorithm: 'RS256' }, "the field 'private_key' is not a private key as PEM"],
    [
      { private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }), algorithm: 'ES256' },
      "the field 'private_key' is not a key for ES256",
    ],
  ] as const;
  for (const [fields, reason] of cases) {
    const { name } = await create('jwt', fields);
    assert.equal((await send({ credential: name })).error, `The credential '${name}' can not be used: ${reason}`);
  }
  const { name } = await create('bearer', { token: 'two\nlines' });
  const reason = "the field 'token' can not be sent in a header";
  assert.equal((await send({ credential: name })).error, `The credential '${name}' can not be used: ${reason}`);
});

suite('a marker', () => {
  const VALUE = 'v"al\\ue & ä/1';

  test('is replaced in the URL, in headers and in a body, each as the place demands', async () => {
    const { name } = await create('generic', { token: VALUE, plain: 'plain-value' });
    const token = `{{ secrets.${name}.token }}`;
    const run = await send({
      url: `${api.url}/bot${token}/x?token=${token}`,
      method: 'POST',
      headers: { 'X-Key': `Key {{ secrets.${name}.plain }}!` },
      body: { nested: [{ token: `<${token}>` }] },
    });
    assert.equal(run.status, 'success', run.error);
    const { url, headers, body } = api.last();
    const encoded = encodeURIComponent(VALUE);
    assert.equal(url, `/bot${encoded}/x?token=${encoded}`);
    assert.equal(headers['x-key'], 'Key plain-value!');
    assert.deepEqual(JSON.parse(body), { nested: [{ token: `<${VALUE}>` }] });
  });

  test('is replaced in a form and in a text', async () => {
    const { name } = await create('generic', { token: VALUE });
    const body = `a=1&token={{ secrets.${name}.token }}`;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    await send({ method: 'POST', headers, body });
    assert.equal(new URLSearchParams(api.last().body).get('token'), VALUE);
    await send({ method: 'POST', body });
    assert.equal(api.last().body, `a=1&token=${VALUE}`);
  });

  test('is replaced in the query param of the step', async () => {
    const { name } = await create('generic', { token: VALUE });
    await send({ query: { token: `{{ secrets.${name}.token }}` } });
    assert.equal(new URL(api.last().url, api.url).searchParams.get('token'), VALUE);
  });

  test('of a value that no header can have fails the step, and names only the field', async () => {
    const { name } = await create('generic', { token: 'line\r\nX-Evil: 1' });
    const seen = api.received.length;
    const run = await send({ headers: { 'X-Key': `{{ secrets.${name}.token }}` } });
    assert.deepEqual(failure(run), {
      status: 'failed',
      error: `The field 'token' of the credential '${name}' can not be sent in a header`,
    });
    assert.equal(api.received.length, seen);
  });

  test('does not give out keys that only sign', async () => {
    const { name } = await create('hmac', { secret: KEY, header: 'X-Signature' }, { template_places: ['header'] });
    const definition = request({ headers: { 'X-Key': `{{ secrets.${name}.secret }}` } });
    const workflow_id = await createWorkflow(service, definition, ann.key);
    const reply = await service.call('/api/v3/workflow/validate', { workflow_id }, ann.key);
    assert.match(JSON.stringify(reply.body), /uses the field 'secret', which the credential '.*' does not have/);
    const seen = api.received.length;
    assert.equal((await service.call('/api/v3/workflow/run', { workflow_id }, ann.key)).status, 422);
    assert.equal(api.received.length, seen);
  });
});

suite('the parts of a request in which a template may put a credential', () => {
  const kinds: Record<string, [fields: Record<string, unknown>, field: string]> = {
    header: [{ name: 'X-Key', value: KEY }, 'value'],
    query: [{ name: 'key', value: KEY }, 'value'],
    basic: [{ username: 'ann', password: KEY }, 'password'],
    bearer: [{ token: KEY }, 'token'],
  };
  for (const [kind, [fields, field]] of Object.entries(kinds)) {
    test(`are none for the kind ${kind}, unless its owner allows them`, async () => {
      const { id, name, ...created } = await create(kind, fields);
      assert.partialDeepStrictEqual(created, { template_places: [], template_fields: [] });
      const params = { method: 'POST', body: { description: `{{ secrets.${name}.${field} }}` } };
      const workflow_id = await createWorkflow(service, request(params), ann.key);
      const reply = await service.call('/api/v3/workflow/validate', { workflow_id }, ann.key);
      assert.match(JSON.stringify(reply.body), /which templates may not name/);
      const seen = api.received.length;
      assert.equal((await service.call('/api/v3/workflow/run', { workflow_id }, ann.key)).status, 422);
      assert.equal(api.received.length, seen);

      // Whoever may change a credential does not know its value.
      const allowed = { id, template_places: ['body'] };
      const refused = await service.call('/api/v1/credential/update', allowed, ann.key);
      assert.equal(refused.status, 422);
      const changed = await service.ask<Credential>('/api/v1/credential/update', { ...allowed, fields }, ann.key);
      assert.deepEqual(changed.template_places, ['body']);
      assert.ok(changed.template_fields.includes(field));
      assert.equal((await send(params)).status, 'success');
      assert.equal(
        (await send({ headers: { 'X-Note': `{{ secrets.${name}.${field} }}` } })).error,
        `Templates may not put the credential '${name}' into the headers of a request`,
      );
    });
  }

  test('are those of the moment in which it is sent, also when the run began before', async () => {
    const { id, name } = await create('generic', { token: KEY }, { template_places: ['header'] });
    const [begun, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const usual = api.answer;
    api.answer = async (_request, response) => {
      begun.resolve();
      await changed.promise;
      response.end();
    };
    const definition = chain(
      node('first', 'http.request', { url: api.url }),
      node('second', 'http.request', { url: api.url, headers: { 'X-Key': `{{ secrets.${name}.token }}` } }),
    );
    const running = runOnce(service, definition, {}, ann.key);
    await begun.promise;
    const seen = api.received.length;
    await service.ask('/api/v1/credential/update', { id, template_places: [] }, ann.key);
    changed.resolve();
    const advice = "Use it as 'credential', or ask its owner";
    assert.equal((await running).error, `Templates may not name the credential '${name}'. ${advice}`);
    assert.equal(api.received.length, seen);
    api.answer = usual;
  });

  test('are chosen by the owner of one with fields of its own', async () => {
    const places = { url: ['url', 'URL'], header: ['headers', 'headers'], body: ['body', 'body'] } as const;
    for (const [place, [, words]] of Object.entries(places)) {
      const template_places = Object.keys(places).filter(each => each !== place);
      const { name } = await create('generic', { token: KEY }, { template_places });
      const marker = `{{ secrets.${name}.token }}`;
      const sent = {
        url: { query: { token: marker } },
        header: { headers: { 'X-Token': marker } },
        body: { method: 'POST', body: { token: marker } },
      };
      for (const [where, params] of Object.entries(sent)) {
        const { status, error } = await send(params);
        if (where !== place) assert.equal(status, 'success');
        else assert.equal(error, `Templates may not put the credential '${name}' into the ${words} of a request`);
      }
    }
  });
});

suite('the right to use a credential', () => {
  const denied = (name: string) => ({
    status: 'failed',
    error: `The credential '${name}' does not exist or may not be used by this user`,
  });

  test('counts at the moment of the request', async () => {
    const ben = await service.person();
    const shared = await create('bearer', { token: KEY }, { sharing: [{ user_email: ben.email, write: false }] });
    const workflow_id = await createWorkflow(service, request({ credential: shared.id }), ben.key);
    const run = () => service.ask<Run>('/api/v3/workflow/run', { workflow_id, input: {} }, ben.key);
    assert.equal((await run()).status, 'success');
    await service.ask(`${PATH}/update`, { id: shared.id, sharing: [] }, ann.key);
    const seen = api.received.length;
    const refused = await service.call('/api/v3/workflow/run', { workflow_id, input: {} }, ben.key);
    assert.doesNotMatch(JSON.stringify(refused.body), /"status":"success"/);
    assert.equal(api.received.length, seen);
  });

  test('lost while a run waits fails its next request', async () => {
    const ben = await service.person();
    const shared = await create('bearer', { token: KEY }, { sharing: [{ user_email: ben.email, write: false }] });
    api.answer = (received, response) => {
      if (received.url !== '/first') return void response.end('{}');
      // The share ends while the first step waits for its answer.
      void service.ask(`${PATH}/update`, { id: shared.id, sharing: [] }, ann.key).then(() => response.end('{}'));
    };
    const definition = chain(
      node('first', 'http.request', { url: `${api.url}/first`, credential: shared.id }),
      node('call', 'http.request', { url: `${api.url}/second`, credential: shared.id }),
    );
    const run = await runOnce(service, definition, {}, ben.key);
    assert.deepEqual(failure(run), denied(shared.id));
    assert.equal(findStep(run, 'first').status, 'success');
    assert.equal(api.last().url, '/first');
  });

  test('of several with one name, the user’s own comes first, then that of an organization, then a share', async () => {
    const [ben, carl] = [await service.person(), await service.person()];
    const name = 'same';
    const organization_id = await service.organization([{ person: ben, write: true }]);
    const sharing = [{ user_email: ben.email, write: false }];
    const used = async () => {
      await send({ credential: 'SAME' }, ben);
      return api.last().headers.authorization;
    };
    await create('bearer', { token: 'of-a-share' }, { name, sharing }, carl);
    assert.equal(await used(), 'Bearer of-a-share');
    await create('bearer', { token: 'of-the-organization' }, { name, organization_id }, ben);
    assert.equal(await used(), 'Bearer of-the-organization');
    await create('bearer', { token: 'of-the-user' }, { name }, ben);
    assert.equal(await used(), 'Bearer of-the-user');
  });
});

test('a value that is replaced counts for the next request', async () => {
  const { id, name } = await create('bearer', { token: KEY });
  const workflow_id = await createWorkflow(service, request({ credential: name }), ann.key);
  const run = () => service.ask<Run>('/api/v3/workflow/run', { workflow_id, input: {} }, ann.key);
  await run();
  await service.ask(`${PATH}/update`, { id, fields: { token: 'the-next-token' } }, ann.key);
  await run();
  assert.equal(api.last().headers.authorization, 'Bearer the-next-token');
});

test('uses are counted by step and host, with the time of the last one', async () => {
  const { id, name } = await create('bearer', { token: KEY });
  const definition = request({ credential: name });
  const workflow_id = await createWorkflow(service, definition, ann.key, { name: 'billing' });
  // The database may round.
  const startedAt = Date.now() - 1;
  for (let times = 0; times < 3; times++)
    await service.ask('/api/v3/workflow/run', { workflow_id, input: {} }, ann.key);
  const users = await poll(async () => {
    const found = await service.ask<CredentialUsers>(`${PATH}/uses`, { id }, ann.key);
    return found.recent[0]?.count === 3 ? found : undefined;
  });
  assert.deepEqual(users.workflows, [
    { id: workflow_id, name: 'billing', node_id: 'call', draft: true, published: false },
  ]);
  assert.deepEqual([users.connectors, users.mcp_servers], [[], []]);
  const host = new URL(api.url).host;
  const [{ hour = 0, ...use } = {}] = users.recent;
  assert.deepEqual(use, { workflow_id, workflow_name: 'billing', node_id: 'call', host, count: 3, refused: 0 });
  assert.equal(hour % 3_600_000, 0);
  // The time is written after the count.
  const lastUsed = await poll(async () => {
    const { last_used_at } = await service.ask<Credential>(`${PATH}/get`, { id }, ann.key);
    return last_used_at ?? undefined;
  });
  assert.ok(lastUsed >= startedAt);
});

suite('a test', () => {
  test('sends a request to the first host, and tells the status alone', async () => {
    api.answer = (_request, response) => response.end(`the key is ${KEY}`);
    const { id } = await create('bearer', { token: KEY }, { hosts: ['*.example.org', api.url] });
    const tested = await service.ask<CredentialTestResult>(`${PATH}/test`, { id }, ann.key);
    assert.deepEqual(tested, { ok: true, status: 200, message: 'The server answered 200 OK' });
    assert.partialDeepStrictEqual(api.last(), { method: 'GET', url: '/', headers: { authorization: `Bearer ${KEY}` } });
    api.answer = (_request, response) => response.writeHead(401).end();
    const refused = await service.ask<CredentialTestResult>(`${PATH}/test`, { id, url: `${api.url}/me` }, ann.key);
    assert.deepEqual(refused, { ok: false, status: 401, message: 'The server answered 401 Unauthorized' });
    assert.equal(api.last().url, '/me');
  });

  test('of another host is refused', async () => {
    const { id, name } = await create('bearer', { token: KEY });
    const other = await openApiServer({ after });
    const tested = await service.ask<CredentialTestResult>(`${PATH}/test`, { id, url: other.url }, ann.key);
    const message = `The credential '${name}' may not be sent to '${new URL(other.url).host}'`;
    assert.deepEqual(tested, { ok: false, status: null, message });
    assert.deepEqual(other.received, []);
  });

  test('of wildcards alone needs a URL', async () => {
    const { id } = await create('bearer', { token: KEY }, { hosts: ['*.example.org'] });
    await service.refuse(422, "Give the 'url' of an allowed host to test it with", `${PATH}/test`, { id }, ann.key);
  });

  test('of fields alone reads them', async () => {
    const { id } = await create('generic', { password: KEY });
    const tested = await service.ask<CredentialTestResult>(`${PATH}/test`, { id }, ann.key);
    assert.deepEqual(tested, { ok: true, status: null, message: 'All fields can be read' });
  });
});

test('the output of a step has no value, but everything else', async () => {
  api.answer = (received, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ you: received.headers.authorization }));
  };
  const { name } = await create('bearer', { token: KEY });
  const output = readStepOutput(await send({ credential: name }), 'call');
  assert.partialDeepStrictEqual(output, { status: 200, body: { you: 'Bearer [secret]' } });
});
