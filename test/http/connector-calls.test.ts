/** Calls of connectors' operations in runs: what is sent, what comes back, and what can not be sent. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Message } from '../../src/assistants/schemas.ts';
import type { Attachment } from '../../src/nodes/step.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { startCollector } from '../fixtures/collector.ts';
import { chain, node } from '../support/definitions.ts';
import { openModelServer } from '../support/model-server.ts';
import { type Answer, json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, findStep, readStepOutput } from '../support/runs.ts';
import { type Person, serviceOn, testService } from '../support/service.ts';
import { ConnectorTests, LOOPBACK, manyPaths, shopDocument } from './connector-documents.ts';

const model = await openModelServer({ after });
const service = await testService({ ...LOOPBACK, HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: model.url }]) });
const open = await openPlaces();
const connectors = new ConnectorTests(service);
const ann = await service.person();
const toFailure = ({ status, error }: Run) => ({ status, error });

/** Opens a shop that answers in this way, with a connector to it. */
async function openShop(answer: Answer, body: Record<string, unknown> = {}, person: Person = ann) {
  const place = open(answer);
  const connector = await connectors.createShop(person, place.url, body);
  const call = (operation: string, params: object = {}, more: object = {}) =>
    connectors.run(person, `${connector.name}_${operation}`, params, more);
  return { place, connector, call };
}

const noContent: Answer = (_request, response) => void response.writeHead(204).end();
const PICTURE = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

suite('a call', () => {
  test('puts each param where the document says, and returns the body', async () => {
    const { place, call } = await openShop(json([{ id: 1 }]));
    const done = await call('list_orders', { state: 'open & paid', page: 2, 'X-Shop': 'a, b' });
    assert.deepEqual(readStepOutput(done, 'call'), [{ id: 1 }]);
    const [request] = place.seen;
    assert.equal(request?.method, 'GET');
    assert.equal(new URL(request?.path ?? '', place.url).href, `${place.url}/orders?state=open%20%26%20paid&page=2`);
    assert.partialDeepStrictEqual(request?.headers, {
      'x-shop': 'a, b',
      'user-agent': 'Heddle',
      accept: 'application/json',
    });
    assert.ok(request && !('idempotency-key' in request.headers));
  });

  test('with another base URL goes to no host of the document that was not allowed', async () => {
    const [production, testing, uploads] = [await openPlaces(), await openPlaces(), await openPlaces()].map(openOne =>
      openOne(json([])),
    );
    assert.ok(production && testing && uploads);
    const own = new URL(`${new URL(testing.url).pathname}/v2`, production.url);
    const paths = {
      '/orders': { get: { operationId: 'list', servers: [{ url: own.href }] } },
      '/pictures': { get: { operationId: 'pictures', servers: [{ url: uploads.url }] } },
    };
    const body = { base_url: testing.url };
    const { id, name } = await connectors.createShop(ann, production.url, body, { paths });
    assert.equal((await connectors.run(ann, `${name}_list`)).status, 'success');
    assert.equal(new URL(testing.seen[0]?.path ?? '', testing.url).href, `${testing.url}/v2/orders`);
    const refused = await connectors.run(ann, `${name}_pictures`);
    const { host } = new URL(uploads.url);
    assert.match(refused.error, new RegExp(`The description sends this operation to '${host}'`));
    await service.ask('/api/v1/connector/update', { id, allowed_hosts: [host] }, ann.key);
    assert.equal((await connectors.run(ann, `${name}_pictures`)).status, 'success');
    assert.deepEqual([production.seen.length, uploads.seen.length], [0, 1]);
  });

  test('sends a body with the idempotency key of the step', async () => {
    const { place, call } = await openShop(json({ id: 7 }, 201));
    const done = await call('create_order', { body: { item: 'tea', count: 2 } });
    assert.deepEqual(readStepOutput(done, 'call'), { id: 7 });
    const [request] = place.seen;
    assert.deepEqual(JSON.parse(request?.body ?? ''), { item: 'tea', count: 2 });
    assert.partialDeepStrictEqual(request?.headers, {
      'content-type': 'application/json',
      'idempotency-key': `${done.id}-call`,
    });
  });

  test('returns status and headers on request, and null when there is no body', async () => {
    const { call } = await openShop(noContent);
    assert.equal(readStepOutput(await call('delete_order', { id: '5' }), 'call'), null);
    const full = readStepOutput(await call('delete_order', { id: '5', full: true }), 'call');
    assert.partialDeepStrictEqual(full, { status: 204, body: null });
  });

  test('makes files of the run from files, and sends files', async () => {
    const { place, call } = await openShop((request, response) => {
      if (request.method === 'POST') return json({ ok: true })(request, response);
      response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE);
    });
    const done = await call('get_label', { id: '5' });
    const label = readStepOutput(done, 'call') as Attachment;
    assert.deepEqual([label.content_type, label.size], ['image/png', PICTURE.byteLength]);
    assert.deepEqual(findStep(done, 'call').file_ids, [label.file_id]);
    assert.deepEqual(Buffer.from(await (await fetch(label.file_url)).arrayBuffer()), PICTURE);

    const form = new FormData();
    form.append('file', new Blob(['some text'], { type: 'text/plain' }), 'note.txt');
    const uploaded = await service.send('/api/v1/file/upload', { body: form, headers: { 'uni-api-key': ann.key } });
    const { file_id } = uploaded.body as Attachment;
    const sent = await call('upload', { body: { note: 'hi', picture: { file_id } } });
    assert.deepEqual(readStepOutput(sent, 'call'), { ok: true });
    const request = place.seen.at(-1);
    assert.match(request?.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/);
    assert.match(
      request?.body ?? '',
      /name="note"\r\n\r\nhi\r\n.*name="picture"; filename="note\.txt"\r\nContent-Type: text\/plain\r\n\r\nsome text\r\n/s,
    );
    const missing = await call('upload', { body: { picture: 'nothing' } });
    assert.equal(missing.status, 'failed');
  });

  test('checks the params before anything is sent', async () => {
    const { place, connector, call } = await openShop(json({}));
    assert.deepEqual(toFailure(await call('create_order', { body: {} })), {
      status: 'failed',
      error: `The params of ${connector.name}_create_order do not fit: 'body.item' is required`,
    });
    assert.equal((await call('list_orders', { page: 'two' })).status, 'failed');
    assert.equal((await call('list_orders', { pages: { all: true, most: 0 } })).status, 'failed');
    assert.equal(place.seen.length, 0);
  });

  test('never leaves the path of its operation, or the headers of its request', async () => {
    const { place, call } = await openShop(json({}));
    const outside = 'The params lead to a path outside of the operation';
    for (const id of ['..', '.', '../../admin', '..\\admin', 'a/../../b', '%2e%2e/x/..']) {
      assert.deepEqual(toFailure(await call('get_order', { id })), { status: 'failed', error: outside }, id);
    }
    assert.deepEqual(toFailure(await call('get_order', { id: '' })), {
      status: 'failed',
      error: "'id' must not be empty",
    });
    const header = await call('list_orders', { 'X-Shop': 'a\r\nX-Admin: 1' });
    assert.deepEqual(toFailure(header), {
      status: 'failed',
      error: "The header 'X-Shop' contains a character that is not allowed",
    });
    assert.equal(place.seen.length, 0);
    const encoded = ['group/project', '?admin=1', '#x', '%2e%2e', '@evil.example.org', '//evil.example.org', ';a=1'];
    for (const id of encoded) {
      readStepOutput(await call('get_order', { id }), 'call');
      const { pathname, search } = new URL(place.seen.at(-1)?.path ?? '', place.url);
      assert.equal(search, '');
      const last = pathname.split('/').at(-1) ?? '';
      assert.equal(decodeURIComponent(last), id);
      assert.equal(pathname, `${new URL(place.url).pathname}/orders/${last}`);
    }
  });

  test('goes only to addresses that are public or allowed', async () => {
    const { name } = await connectors.createShop(ann, 'http://169.254.169.254/latest');
    assert.deepEqual(toFailure(await connectors.run(ann, `${name}_get_order`, { id: '1' })), {
      status: 'failed',
      error: "The address of '169.254.169.254' is not public",
    });
  });

  test('fails with the words of the service', async () => {
    const { call } = await openShop(json({ message: 'no such item' }, 422));
    assert.deepEqual(toFailure(await call('create_order', { body: { item: 'x' } })), {
      status: 'failed',
      error: 'Little Shop answered 422 Unprocessable Entity: {"message":"no such item"}',
    });
  });

  test('is retried when the service says that this may help, and not otherwise', async () => {
    for (const [status, headers, attempts] of [
      [429, { 'retry-after': '0' }, 2],
      [503, {}, 2],
      [408, {}, 2],
      [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0' }, 2],
      [403, {}, 1],
      [400, {}, 1],
      [404, {}, 1],
    ] as const) {
      const { place, call } = await openShop((request, response) =>
        json({ ok: place.seen.length }, place.seen.length === 1 ? status : 200, headers)(request, response),
      );
      const done = await call('get_order', { id: '1' }, { retry: { attempts: 2, delay_seconds: 0 } });
      assert.equal(place.seen.length, attempts, String(status));
      assert.equal(done.status, attempts === 2 ? 'success' : 'failed');
    }
  });
});

suite('a credential', () => {
  const createCredential = async (person: Person, host: string) => {
    const body = { name: `key ${host}`, kind: 'bearer', hosts: [host], fields: { token: 's3cret-token-0123' } };
    return service.ask<{ id: string }>('/api/v1/credential/create', body, person.key);
  };

  test('goes with the calls of a connector, and is never seen', async () => {
    const place = open((request, response) =>
      json({ auth: request.headers.authorization, same: request.headers['x-shop'] })(request, response),
    );
    const { id } = await createCredential(ann, new URL(place.url).origin);
    const { name } = await connectors.createShop(ann, place.url, { credential_id: id });
    const done = await connectors.run(ann, `${name}_get_order`, { id: '1' });
    assert.equal(place.seen[0]?.headers.authorization, 'Bearer s3cret-token-0123');
    assert.deepEqual(readStepOutput(done, 'call'), { auth: 'Bearer [secret]' });
    assert.ok(!JSON.stringify(done).includes('s3cret-token'));
  });

  test('does not go to another host, and not with the calls of somebody who may not use it', async () => {
    const place = open(json({}));
    const { id } = await createCredential(ann, 'api.example.org');
    const { name } = await connectors.createShop(ann, place.url, { credential_id: id });
    assert.equal((await connectors.run(ann, `${name}_get_order`, { id: '1' })).status, 'failed');
    const ben = await service.person();
    const origin = new URL(place.url).origin;
    const allowed = await service.ask<{ id: string }>(
      '/api/v1/credential/create',
      { name: 'mine', kind: 'bearer', hosts: [origin], fields: { token: 's3cret-token-0123' } },
      ann.key,
    );
    const sharing = [{ user_email: ben.email, write: false }];
    const shared = await connectors.createShop(ann, place.url, { credential_id: allowed.id, sharing });
    assert.equal((await connectors.run(ben, `${shared.name}_get_order`, { id: '1' })).status, 'failed');
    assert.equal(place.seen.length, 0);
    assert.equal((await connectors.run(ann, `${shared.name}_get_order`, { id: '1' })).status, 'success');
  });
});

suite('an account of their own', () => {
  test('is that of the user who calls, goes only to the host of the connector, and goes with it', async () => {
    const [owner, guest] = [await service.person(), await service.person()];
    const place = open((request, response) => json({ by: request.headers['x-key'] })(request, response));
    const sharing = [{ user_email: guest.email, write: false }];
    const { id, name } = await connectors.createShop(owner, place.url, { credential: 'own', sharing });
    const run = (person: Person) => connectors.run(person, `${name}_get_order`, { id: '1' });
    assert.equal((await run(guest)).status, 'failed');
    assert.equal(place.seen.length, 0);
    const set = (person: Person, value: string, more: object = {}) =>
      service.call(
        '/api/v1/connector/account',
        { id, kind: 'header', fields: { name: 'X-Key', value }, ...more },
        person.key,
      );
    for (const [person, value] of [
      [guest, 'first-key-0123456'],
      [guest, 'guests-key-0123456'],
      [owner, 'owners-key-0123456'],
    ] as const) {
      const { status, body } = await set(person, value);
      assert.equal(status, 200, JSON.stringify(body));
      assert.partialDeepStrictEqual(body, { account: { kind: 'header', state: 'ready' } });
      assert.ok(!JSON.stringify(body).includes(value));
    }
    assert.deepEqual(readStepOutput(await run(guest), 'call'), { by: '[secret]' });
    assert.equal((await run(owner)).status, 'success');
    assert.deepEqual(
      place.seen.map(({ headers }) => headers['x-key']),
      ['guests-key-0123456', 'owners-key-0123456'],
    );
    // Whoever may change the connector can not lead the keys of others to another host.
    const elsewhere = (await openPlaces())(json({}));
    await service.ask('/api/v1/connector/update', { id, base_url: elsewhere.url }, owner.key);
    assert.equal((await run(guest)).status, 'failed');
    assert.equal(elsewhere.seen.length, 0);
    await service.ask('/api/v1/connector/delete', { id }, owner.key);
    const { total } = await service.ask<{ total: number }>('/api/v1/credential/find', {}, guest.key);
    assert.equal(total, 0);
  });

  test('is one also when it is set twice at once', async () => {
    const person = await service.person();
    const place = open(json({}));
    const { id, name } = await connectors.createShop(person, place.url, { credential: 'own' });
    const fields = { name: 'X-Key', value: 'some-key-0123456' };
    const set = () => service.call('/api/v1/connector/account', { id, kind: 'header', fields }, person.key);
    const replies = await Promise.all([set(), set(), set()]);
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200],
    );
    const { total } = await service.ask<{ total: number }>('/api/v1/credential/find', {}, person.key);
    assert.equal(total, 1);
    assert.equal((await connectors.run(person, `${name}_get_order`, { id: '1' })).status, 'success');
  });

  test('is set only where it is asked for, by those who may use the connector', async () => {
    const { connector } = await openShop(json({}));
    const body = { id: connector.id, kind: 'bearer', fields: { token: 'some-token' } };
    const path = '/api/v1/connector/account';
    await service.refuse(422, 'The connector does not ask for accounts of its users', path, body, ann.key);
    await service.refuse(404, 'entity not found', path, body, (await service.person()).key);
    await service.refuse(403, 'permission denied', path, body);
  });
});

suite('a run', () => {
  test('that goes on after its user lost the connector fails', async () => {
    const [owner, guest] = [await service.person(), await service.person()];
    const sharing = [{ user_email: guest.email, write: false }];
    const { connector } = await openShop(json({}), { sharing }, owner);
    const tool = `${connector.name}_get_order`;
    const workflow_id = await createWorkflow(
      service,
      chain(node('call', 'tool.call', { tool, params: { id: '1' } })),
      guest.key,
    );
    const run = () => service.ask<Run>('/api/v3/workflow/run', { workflow_id }, guest.key);
    assert.equal((await run()).status, 'success');
    await service.ask('/api/v1/connector/update', { id: connector.id, sharing: [] }, owner.key);
    const reply = await service.call('/api/v3/workflow/run', { workflow_id }, guest.key);
    assert.match(JSON.stringify(reply.body), new RegExp(`there is no tool '${tool}'`, 'i'));
  });

  test('uses the own connector before a shared one of the same name', async () => {
    const [owner, guest] = [await service.person(), await service.person()];
    const theirs = open(json({ of: 'owner' }));
    const own = open(json({ of: 'guest' }));
    const sharing = [{ user_email: guest.email, write: false }];
    await connectors.createShop(owner, theirs.url, { name: 'same', sharing });
    assert.deepEqual(readStepOutput(await connectors.run(guest, 'same_get_order', { id: '1' }), 'call'), {
      of: 'owner',
    });
    await connectors.createShop(guest, own.url, { name: 'same' });
    assert.deepEqual(readStepOutput(await connectors.run(guest, 'same_get_order', { id: '1' }), 'call'), {
      of: 'guest',
    });
  });
});

test('a call continues the trace of its run', async t => {
  const collector = await startCollector(t);
  const traced = await serviceOn(service.database, { ...LOOPBACK, HEDDLE_OTLP_URL: collector.endpoint });
  try {
    const { place, connector } = await openShop(json({}));
    const tool = `${connector.name}_get_order`;
    const definition = chain(node('call', 'tool.call', { tool, params: { id: '1' } }));
    const body = JSON.stringify({ workflow_id: await createWorkflow(service, definition, ann.key) });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const headers = { 'content-type': 'application/json', 'uni-api-key': ann.key, traceparent };
    assert.equal((await traced.send('/api/v3/workflow/run', { body, headers })).status, 200);
    assert.match(String(place.seen[0]?.headers.traceparent), /^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
    // The other process notices at once what was changed here.
    const moved = open(json({}));
    await service.ask('/api/v1/connector/update', { id: connector.id, base_url: moved.url }, ann.key);
    assert.equal((await traced.send('/api/v3/workflow/run', { body, headers })).status, 200);
    assert.deepEqual([place.seen.length, moved.seen.length], [1, 1]);
  } finally {
    await traced.stopService();
  }
});

test('an assistant finds and calls the operations of a large connector', async () => {
  const place = open(json([{ id: 3 }]));
  const document = JSON.stringify(shopDocument({ url: place.url, paths: manyPaths(60) }));
  const { name } = await connectors.create(ann, { document });
  model.answer = ({ messages }) => {
    const results = messages.filter(({ role }) => role === 'tool');
    if (results.length === 0) return { calls: [{ name: `${name}_find`, input: { text: 'things 42' } }] };
    if (results.length > 1) return { text: String(results[1]?.content) };
    const [found] = JSON.parse(String(results[0]?.content)) as { operation: string; params: object }[];
    assert.ok(found && 'properties' in found.params);
    return { calls: [{ name: `${name}_call`, input: { operation: found.operation, params: {} } }] };
  };
  const tools = [`${name}_find`, `${name}_call`];
  const { id } = await service.ask<{ id: string }>('/api/v3/assistant/create', { name: 'clerk', tools }, ann.key);
  const { content } = await service.ask<Message>('/api/v3/chat', { message: 'List', assistant_id: id }, ann.key);
  assert.equal(content, '[{"id":3}]');
  assert.equal(new URL(place.seen[0]?.path ?? '', place.url).href, `${place.url}/things42`);
  const failed = await connectors.run(ann, `${name}_call`, { operation: 'nothing' });
  assert.deepEqual(toFailure(failed), {
    status: 'failed',
    error: "Little Shop has no operation 'nothing', or it is not enabled",
  });
  const params = { operation: 'list_things42', params: { more: 1 } };
  assert.match((await connectors.run(ann, `${name}_call`, params)).error, /^The params of list_things42 do not fit: /);
});
