/** Webhooks that check who calls them, before anything of the call is stored. */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { after, suite, test } from 'node:test';
import type { Credential, CredentialUsers } from '../../src/credentials/schemas.ts';
import type { Publication } from '../../src/workflows/console-schemas.ts';
import { edge, node } from '../support/definitions.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { openApiServer } from './credential-servers.ts';
import { poll } from './poll.ts';
import { publishHook, type TestHook } from './webhook-calls.ts';

const service = await testService({
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  HEDDLE_TRUST_PROXY: '127.0.0.0/8',
});
const ann = await service.person();
const bob = await service.person();

const INVALID = 'The signature is not valid';
const SECRET = 'hush-0123456789';

function createCredential(kind: string, fields: object, given: object = {}, who: Person = ann): Promise<Credential> {
  const name = `key_${randomUUID().replaceAll('-', '')}`;
  return service.ask('/api/v1/credential/create', { name, kind, hosts: ['example.org'], fields, ...given }, who.key);
}

function define(params: object) {
  const nodes = [
    node('hook', 'trigger.webhook', params as Record<string, unknown>),
    node('done', 'output', { value: '{{ input }}' }),
  ];
  return { nodes, edges: [edge('hook', 'done')] };
}

async function publish(verify: Record<string, unknown>, more: object = {}): Promise<TestHook> {
  return publishHook(service, ann, define({ verify, ...more }));
}

async function publishWith(scheme: string, kind: string, fields: object, more: object = {}): Promise<TestHook> {
  const { name: credential } = await createCredential(kind, fields);
  return publish({ scheme, credential, ...more });
}

const digest = (text: string | Buffer, secret = SECRET) => createHmac('sha256', secret).update(text).digest('hex');
const github = (body: string, secret?: string) => ({ 'x-hub-signature-256': `sha256=${digest(body, secret)}` });

suite('a call of a webhook with a list of addresses', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const REFUSAL = 'The address of the sender is not allowed';

  test('is accepted from these addresses and networks alone', async () => {
    const hook = await publish({
      addresses: ['192.0.2.0/24', '203.0.113.7', '2001:db8:1::/48', '::ffff:10.1.0.0/112'],
    });
    const allowed = [
      ...['192.0.2.0', '192.0.2.255', '203.0.113.7', '10.1.2.3'],
      ...['2001:db8:1::1', '2001:DB8:1:ffff::', '::ffff:192.0.2.9'],
    ];
    for (const address of allowed) await hook.call({ address }, from(address));
    const refused = ['192.0.3.0', '203.0.113.8', '10.2.0.0', '2001:db8:2::1', '::c000:209', '::ffff:192.0.3.9'];
    for (const address of refused) await hook.refuse(403, REFUSAL, { address }, from(address));
    await hook.refuse(403, REFUSAL, { address: 'that of the proxy' });
    await hook.refuse(403, REFUSAL, '{', { ...from('192.0.3.0'), 'content-type': 'application/json' });
    assert.equal(await hook.count(), allowed.length);
  });

  test('is believed about its address only by a proxy that is trusted', async () => {
    const hook = await publish({ addresses: ['192.0.2.7'] });
    await hook.call({}, from('198.51.100.1, 192.0.2.7'));
    await hook.refuse(403, REFUSAL, {}, from('192.0.2.7, 198.51.100.1'));
  });

  test('must also have the signature that the trigger asks for, and learns nothing about it from elsewhere', async () => {
    const hook = await publishWith('github', 'generic', { secret: SECRET }, { addresses: ['192.0.2.7'] });
    await hook.call('a', { ...github('a'), ...from('192.0.2.7') });
    await hook.refuse(401, INVALID, 'a', from('192.0.2.7'));
    await hook.refuse(403, REFUSAL, 'a', { ...github('a'), ...from('192.0.2.8') });
    await hook.refuse(403, REFUSAL, 'a', from('192.0.2.8'));
  });

  test('is shown to those who publish', async () => {
    const { workflowId: workflow_id } = await publish({ addresses: ['192.0.2.7'] });
    const { webhooks } = await service.ask<Publication>('/api/v1/workflow/publication', { workflow_id }, ann.key);
    assert.partialDeepStrictEqual(webhooks, [{ node_id: 'hook', addresses: ['192.0.2.7'] }]);
  });
});

suite('a call with a signature', () => {
  test('is accepted, and stores nothing when a byte, the secret or the header is another', async () => {
    const hook = await publishWith('github', 'generic', { secret: SECRET });
    const body = '{"action":"opened"}';
    const run = await hook.waitForRun(await hook.call(body, github(body)));
    assert.partialDeepStrictEqual(readResult(run), { body: { action: 'opened' } });
    await hook.refuse(401, INVALID, body, github(`${body} `));
    await hook.refuse(401, INVALID, body, github(body, 'other'));
    await hook.refuse(401, INVALID, body);
    await hook.refuse(401, INVALID, body, { 'x-hub-signature-256': 'sha256=' });
    await hook.refuse(401, INVALID, undefined, github('x'));
    // What is wrong with the body is told only to those who may send one.
    await hook.refuse(401, INVALID, '{', { ...github('x'), 'content-type': 'application/json' });
    assert.equal(await hook.count(), 1);
    assert.equal((await hook.send(undefined, github(''))).status, 200, 'an empty body can be signed as well');
  });

  test('is checked on the bytes, however many there are', async () => {
    const hook = await publishWith('github', 'hmac', { secret: SECRET, header: 'X-Signature' });
    const data = Buffer.alloc(3_000_000, 'ab').toString('base64');
    const body = JSON.stringify({ file: { name: 'large.txt', data } });
    const json = { 'content-type': 'application/json' };
    await hook.refuse(401, INVALID, body, { ...github(`${body}\n`), ...json });
    assert.equal(await hook.count(), 0);
    const run = await hook.waitForRun(await hook.call(body, { ...github(body), ...json }));
    assert.partialDeepStrictEqual(readResult(run), { body: { file: { size: 3_000_000 } } });
  });

  test('can not be repeated later', async () => {
    const hook = await publishWith('stripe', 'generic', { secret: SECRET });
    const body = '{"id":"evt_1"}';
    const seconds = Math.floor(Date.now() / 1000);
    const headers = (at: number) => ({ 'stripe-signature': `t=${at},v1=${digest(`${at}.${body}`)}` });
    await hook.call(body, headers(seconds));
    await hook.refuse(401, INVALID, body, headers(seconds - 400));
    await hook.refuse(401, INVALID, body, {
      'stripe-signature': `t=${seconds},v1=${digest(`${seconds - 400}.${body}`)}`,
    });
  });

  test('of Slack that asks for the URL gets its challenge back, and starts nothing', async () => {
    const hook = await publishWith('slack', 'generic', { signing_secret: SECRET });
    const body = JSON.stringify({ type: 'url_verification', challenge: '3eZbrw1aBm2r' });
    const at = Math.floor(Date.now() / 1000);
    const headers = {
      'content-type': 'application/json',
      'x-slack-request-timestamp': String(at),
      'x-slack-signature': `v0=${digest(`v0:${at}:${body}`)}`,
    };
    const reply = await hook.send(body, headers);
    assert.deepEqual([reply.status, reply.body], [200, '3eZbrw1aBm2r']);
    await hook.refuse(401, INVALID, body, { ...headers, 'x-slack-signature': 'v0=00' });
    assert.equal(await hook.count(), 0);
  });

  test('of Meta is preceded by a question with GET', async () => {
    const hook = await publishWith('meta', 'generic', { secret: SECRET, verify_token: 'token-1' });
    const ask = (token: string) => {
      const query = new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.challenge': '1158201444',
        'hub.verify_token': token,
      });
      return service.send(`${hook.path}?${query}`, { method: 'GET' });
    };
    const reply = await ask('token-1');
    assert.deepEqual([reply.status, reply.body], [200, '1158201444']);
    assert.equal((await ask('token-2')).status, 401);
    await hook.call('{}', github('{}'));
    assert.equal(await hook.count(), 1);
  });

  test('is checked while the secret is being replaced', async () => {
    const hook = await publishWith('github', 'generic', { secret: 'new', previous_secret: SECRET });
    await hook.call('a', github('a', 'new'));
    await hook.call('a', github('a', SECRET));
  });
});

suite('a call with a password or a token', () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

  test('is accepted only with the right one', async () => {
    const hook = await publishWith('basic', 'basic', { username: 'shop', password: 'pass:word' });
    await hook.call({}, basic('shop:pass:word'));
    const refused = await hook.refuse(401, INVALID, {}, basic('shop:pass'));
    assert.equal(refused.headers.get('www-authenticate'), 'Basic realm="webhook", charset="UTF-8"');
    await hook.refuse(401, INVALID, {});

    const bearer = await publishWith('bearer', 'bearer', { token: SECRET });
    const run = await bearer.waitForRun(await bearer.call({}, { authorization: `Bearer ${SECRET}` }));
    assert.ok(!JSON.stringify(run).includes(SECRET));
    await bearer.refuse(401, INVALID, {}, { authorization: `Bearer ${SECRET}x` });

    const key = await publishWith('bearer', 'header', { name: 'X-API-Key', value: SECRET });
    await key.call({}, { 'x-api-key': SECRET });
    await key.refuse(401, INVALID, {}, { authorization: `Bearer ${SECRET}` });
  });

  test('does not hand it to the author of the workflow, who asks for its header', async () => {
    const headers = ['x-api-key', 'x-hub-signature-256', 'x-signature', 'user-agent', 'x-github-delivery'];
    const passed = async (verify: Record<string, unknown>, kind: string, fields: object, sent: object) => {
      const { name: credential } = await createCredential(kind, fields);
      const hook = await publish({ ...verify, credential }, { headers });
      const body = '{}';
      const run = await hook.waitForRun(await hook.call(body, { ...sent, 'x-github-delivery': '1' }));
      return (readResult(run) as { headers: Record<string, string> }).headers;
    };
    const key = { name: 'X-API-Key', value: SECRET };
    const byKey = await passed({ scheme: 'bearer' }, 'header', key, { 'x-api-key': SECRET, 'x-signature': '2' });
    assert.partialDeepStrictEqual(byKey, { 'x-github-delivery': '1', 'x-signature': '2' });
    assert.ok(!('x-api-key' in byKey));
    const agent = { name: 'User-Agent', value: SECRET };
    assert.ok(!('user-agent' in (await passed({ scheme: 'bearer' }, 'header', agent, { 'user-agent': SECRET }))));
    const signed = await passed({ scheme: 'github' }, 'generic', { secret: SECRET }, github('{}'));
    assert.ok(!('x-hub-signature-256' in signed));
    const hmac = { scheme: 'hmac', header: 'X-Signature' };
    const named = await passed(hmac, 'generic', { secret: SECRET }, { 'x-signature': digest('{}') });
    assert.ok(!('x-signature' in named));
  });

  test('that is signed is checked with the keys of its issuer, and the run sees its claims', async () => {
    const issuer = await openApiServer({ after });
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
    issuer.answer = (_request, response) => response.end(JSON.stringify({ keys: [jwk] }));
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const issue = (kid: string, claims: object) => {
      const signed = `${encode({ alg: 'RS256', kid })}.${encode({ exp: Date.now() / 1000 + 60, ...claims })}`;
      return {
        authorization: `Bearer ${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`,
      };
    };
    const hook = await publish({ scheme: 'jwt', jwks_url: `${issuer.url}/keys`, audience: 'us' });
    const run = await hook.waitForRun(await hook.call({}, issue('one', { aud: 'us', sub: 'me' })));
    assert.partialDeepStrictEqual(readResult(run), { claims: { sub: 'me' } });
    await hook.refuse(401, INVALID, {}, issue('one', { aud: 'them' }));
    await hook.refuse(401, INVALID, {}, issue('two', { aud: 'us' }));
    await hook.refuse(401, INVALID, {}, { authorization: 'Bearer x.y.z' });
    assert.equal(issuer.received.length, 1, 'unknown keys are not fetched at once again');
  });
});

suite('the credential of a webhook', () => {
  test('must be one of a fitting kind that the publisher may use', async () => {
    const refusal = async (verify: object) => {
      const workflow_id = await createWorkflow(service, define({ verify }), ann.key);
      const reply = await service.call('/api/v3/workflow/publish', { workflow_id }, ann.key);
      assert.equal(reply.status, 422);
      return (reply.body as { detail: string }).detail;
    };
    const { name: basic } = await createCredential('basic', { username: 'a', password: 'b' });
    const { name: ofBob } = await createCredential('generic', { secret: 'b' }, {}, bob);
    assert.match(
      await refusal({ scheme: 'github', credential: basic }),
      /is of the kind 'basic', but must be one of hmac, generic/,
    );
    assert.match(await refusal({ scheme: 'github', credential: ofBob }), /does not exist or may not be used/);
    assert.match(await refusal({ scheme: 'github' }), /'verify.credential' is required/);
    assert.match(
      await refusal({ scheme: 'hmac', credential: basic }),
      /'verify.header' is required for the scheme hmac/,
    );
  });

  test('must still be usable when a call comes, and names the trigger among its users', async () => {
    const credential = await createCredential(
      'generic',
      { secret: SECRET },
      { sharing: [{ user_email: ann.email, write: false }] },
      bob,
    );
    const hook = await publish({ scheme: 'github', credential: credential.id });
    await hook.call('a', github('a'));
    const readUsers = () => service.ask<CredentialUsers>('/api/v1/credential/uses', { id: credential.id }, bob.key);
    const recent = await poll(async () => (await readUsers()).recent[0]);
    assert.partialDeepStrictEqual(recent, { node_id: 'hook', host: 'incoming calls', count: 1 });
    await service.ask('/api/v1/credential/update', { id: credential.id, sharing: [] }, bob.key);
    await hook.refuse(503, 'The sender of the call can not be checked at the moment', 'a', github('a'));
    assert.equal(await hook.count(), 1);
  });

  test('is listed with the trigger that names it', async () => {
    const credential = await createCredential('generic', { secret: SECRET });
    const hook = await publish({ scheme: 'github', credential: credential.name });
    const users = await service.ask<CredentialUsers>('/api/v1/credential/uses', { id: credential.id }, ann.key);
    assert.partialDeepStrictEqual(users.workflows, [{ id: hook.workflowId, node_id: 'hook', published: true }]);
  });
});
