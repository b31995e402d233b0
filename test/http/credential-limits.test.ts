/** Limits, certificates, tokens that are renewed, reminders, and what happens to those who use what was deleted. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, suite } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { sql } from 'kysely';
import type { AuditEvent } from '../../src/audit/schemas.ts';
import type { Credential, CredentialTestResult } from '../../src/credentials/schemas.ts';
import { defineJob } from '../../src/platform/jobs/jobs.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { openApiServer } from './credential-servers.ts';
import { poll } from './poll.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const api = await openApiServer({ after });
const { database, jobs } = service.service.system;
const ann = await service.person();

const PATH = '/api/v1/credential';
const KEY = 'sk-live-0123456789-abcd';

async function create(kind: string, fields: object, given: object = {}): Promise<Credential> {
  const body = { name: `key_${randomUUID().replaceAll('-', '')}`, kind, hosts: [api.url], fields, ...given };
  return service.ask<Credential>(`${PATH}/create`, body, ann.key);
}

const request = (params: object) => chain(node('call', 'http.request', { url: api.url, ...params }));

test('a client certificate identifies the client, and its own authority the server', async () => {
  const names: string[] = [];
  const server = createServer({ key, cert: certificate, ca: certificate, requestCert: true }, (received, response) => {
    names.push(String((received.socket as TLSSocket).getPeerCertificate().subject.CN));
    response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const hosts = [`127.0.0.1:${(server.address() as AddressInfo).port}`];
  const tested = async (fields: object) => {
    const { id } = await create('tls', { certificate, private_key: key, ...fields }, { hosts });
    return service.ask<CredentialTestResult>(`${PATH}/test`, { id }, ann.key);
  };
  const { ok, message } = await tested({});
  assert.deepEqual([ok, message.includes('No trusted connection')], [false, true]);
  assert.equal((await tested({ ca: certificate })).ok, true);
  assert.deepEqual(names, ['localhost']);
  const broken = { kind: 'tls', name: 'broken', hosts, fields: { certificate: 'none', private_key: key } };
  const detail = "validation error: fields: 'certificate' must be a certificate as PEM";
  await service.refuse(422, detail, `${PATH}/create`, broken, ann.key);
});

test('a token that the other server does not accept is renewed once, and the request is sent again', async () => {
  let issued = 0;
  const accepted = new Set(['token-number-2', 'token-number-4']);
  api.answer = ({ url, headers }, response) => {
    if (url !== '/token')
      return void response.writeHead(accepted.has(headers.authorization?.slice(7) ?? '') ? 200 : 401).end();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ access_token: `token-number-${++issued}`, token_type: 'Bearer', expires_in: 3600 }));
  };
  const fields = { token_url: `${api.url}/token`, client_id: 'heddle', client_secret: KEY };
  const { name } = await create('oauth2_client', fields);
  const workflow_id = await createWorkflow(service, request({ credential: name }), ann.key);
  const run = () => service.ask<Run>('/api/v3/workflow/run', { workflow_id, input: {} }, ann.key);
  const first = await run();
  assert.equal(first.status, 'success', first.error);
  assert.equal(issued, 2);
  await run();
  assert.equal(issued, 2);
  // From now on nothing is accepted: one new token is tried, and then the step fails.
  accepted.clear();
  assert.match((await run()).error ?? '', /^The server answered 401/);
  assert.equal(issued, 3);
});

suite('limits', () => {
  test('a step uses at most 20 credentials', async () => {
    const names: string[] = [];
    for (let index = 0; index < 21; index++) names.push((await create('generic', { token: `${KEY}-${index}` })).name);
    const body = (count: number) => names.slice(0, count).map(name => `{{ secrets.${name}.token }}`);
    api.answer = (_request, response) => response.end();
    const send = (count: number) => runOnce(service, request({ method: 'POST', body: body(count) }), {}, ann.key);
    assert.equal((await send(20)).status, 'success');
    assert.equal((await send(21)).error, 'One step can use at most 20 credentials');
  });

  test('an installation has at most 10,000', COMPLETE_ONLY, async () => {
    await sql`INSERT INTO credentials (id, created_by, name, kind, hosts, fields, secrets, sealed)
      SELECT gen_random_uuid(), ${ann.id}, 'filler ' || n, 'bearer', '{}', '{}', '{}', ''
      FROM generate_series(1, 10000) AS n`.execute(database.query);
    const body = { name: 'more', kind: 'bearer', hosts: [api.url], fields: { token: KEY } };
    await service.refuse(422, 'There are too many credentials (at most 10000)', `${PATH}/create`, body, ann.key);
    await sql`DELETE FROM credentials WHERE name LIKE 'filler %'`.execute(database.query);
  });
});

test('steps that use a deleted credential fail with one sentence', async () => {
  const { id, name } = await create('bearer', { token: KEY });
  api.answer = (_request, response) => {
    void service.ask(`${PATH}/delete`, { id }, ann.key).then(() => response.end());
  };
  const params = { url: api.url, credential: name };
  const run = await runOnce(
    service,
    chain(node('first', 'http.request', params), node('second', 'http.request', params)),
    {},
    ann.key,
  );
  assert.equal(run.error, `The credential '${name}' does not exist or may not be used by this user`);
});

test('a refusal is in the audit log, once an hour for each step and host', async () => {
  const { id, name } = await create('bearer', { token: KEY });
  const workflow_id = await createWorkflow(service, request({ url: 'http://127.0.0.1:9/', credential: name }), ann.key);
  const ids: string[] = [];
  for (let times = 0; times < 3; times++) {
    ids.push((await service.ask<Run>('/api/v3/workflow/run', { workflow_id, input: {} }, ann.key)).id);
    // Each is written on its own.
    await poll(async () => {
      const { rows } =
        await sql`SELECT FROM credential_uses WHERE credential_id = ${id} AND refused = ${times + 1}`.execute(
          database.query,
        );
      return rows.length === 1 || undefined;
    });
  }
  const found = await poll(async () => {
    const { items } = await findAudit(id);
    const refused = items.filter(({ action }) => action === 'credential.refuse');
    return refused.length > 0 ? refused : undefined;
  });
  assert.deepEqual(
    found.map(({ subject, details, actor }) => ({ subject, details, actor: actor.id })),
    [
      {
        subject: { kind: 'credential', id, name },
        details: { host: '127.0.0.1:9', run_id: ids[0], workflow_id, node_id: 'call' },
        actor: ann.id,
      },
    ],
  );
});

async function findAudit(id: string): Promise<{ items: AuditEvent[] }> {
  const found = await service.ask<{ items: AuditEvent[] } | AuditEvent[]>('/api/v1/audit/find', {
    filters: [['subject.id', '==', id]],
  });
  return Array.isArray(found) ? { items: found } : found;
}

test('the owner is reminded once when it is time to replace a secret', async () => {
  const remind = defineJob('credentials.remind');
  const due = await create('bearer', { token: KEY }, { rotate_at: Date.now() - 1000 });
  await create('bearer', { token: KEY }, { rotate_at: Date.now() + 3_600_000 });
  const titles = async () => {
    const rows = await service.ask<{ title: string; link: string }[]>('/api/v1/notification/find', {}, ann.key);
    return rows.map(({ title, link }) => [title, link]);
  };
  const remindOnce = async () => {
    await jobs.enqueue(remind, {});
    await poll(async () => {
      const { rows } = await sql`SELECT FROM jobs WHERE kind = 'credentials.remind' AND state <> 'dead'`.execute(
        database.query,
      );
      return rows.length === 0 || undefined;
    });
  };
  await remindOnce();
  const expected = [`Replace the secret of the credential '${due.name}'`, `/credentials/${due.id}`];
  await poll(async () => ((await titles()).length === 1 ? true : undefined));
  assert.deepEqual(await titles(), [expected]);
  await remindOnce();
  assert.deepEqual(await titles(), [expected]);
  const sent = { id: due.id, rotate_at: Date.now() - 500 };
  await service.ask(`${PATH}/update`, sent, ann.key);
  await remindOnce();
  await poll(async () => ((await titles()).length === 2 ? true : undefined));
});

test('secrets that can not be decrypted any more can be entered again', async () => {
  const { id, name } = await create('bearer', { token: KEY });
  await sql`UPDATE credentials SET sealed = '\\x00' WHERE id = ${id}`.execute(database.query);
  const message = `The credential '${name}' can not be decrypted with the keys of this installation`;
  const tested = await service.ask<CredentialTestResult>(`${PATH}/test`, { id }, ann.key);
  assert.deepEqual(tested, { ok: false, status: null, message });
  const detail = 'The stored secrets can not be decrypted with the keys of this installation: enter all of them again';
  await service.refuse(422, detail, `${PATH}/update`, { id, name: 'other' }, ann.key);
  api.answer = (_request, response) => response.end();
  await service.ask(`${PATH}/update`, { id, fields: { token: 'a-new-token' } }, ann.key);
  assert.equal((await service.ask<CredentialTestResult>(`${PATH}/test`, { id }, ann.key)).ok, true);
  assert.equal(api.last().headers.authorization, 'Bearer a-new-token');
});

test('the sealed secrets of one credential open at no other, and at no other version', async () => {
  const [one, other] = [await create('bearer', { token: KEY }), await create('bearer', { token: 'my-own-token' })];
  await sql`UPDATE credentials SET sealed = (SELECT sealed FROM credentials WHERE id = ${one.id})
    WHERE id = ${other.id}`.execute(database.query);
  await sql`UPDATE credentials SET version = 2 WHERE id = ${one.id}`.execute(database.query);
  for (const { id, name } of [one, other]) {
    const { message } = await service.ask<CredentialTestResult>(`${PATH}/test`, { id }, ann.key);
    assert.equal(message, `The credential '${name}' can not be decrypted with the keys of this installation`);
  }
});

/** A self-signed key of 127.0.0.1, valid until 2119. It protects nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgp3EwOQgvUudJs5nE
rtjAjOhzUScAN7AQjmFiVCddpIqhRANCAARWwz4B2vLs4JXa9dGeu9mQ5t8OwoPd
bkCyuBd7FAuW2VY1OWBqAa37mH4v7jmHutA8hcTWJ0c76N9asS45vYaY
-----END PRIVATE KEY-----`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUNY8u3h2kyLRgkzoI/wpPtE5sS2IwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNjE2Mzk1NVoYDzIxMTkxMjE5
MTYzOTU1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARWwz4B2vLs4JXa9dGeu9mQ5t8OwoPdbkCyuBd7FAuW2VY1OWBqAa37
mH4v7jmHutA8hcTWJ0c76N9asS45vYaYo2QwYjAdBgNVHQ4EFgQUsxdziU0nrsJn
fx2RRTif982qZpMwHwYDVR0jBBgwFoAUsxdziU0nrsJnfx2RRTif982qZpMwDwYD
VR0RBAgwBocEfwAAATAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYC
IQCR77y/Chf0vftvQoGXeXRsRxTipjXJTCKgMGyFljD8mgIhAMp4Km18ZDaus8vn
gIzOFXZQcUkDFY80Duv6apoV8kuL
-----END CERTIFICATE-----`;
