/** Against a server that fails as the test wants, which the real one does not. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { ConnectionError, Heddle, HeddleError, RateLimitError, ServerError, TimeoutError } from './index.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

interface FailingServer {
  url: string;
  requests: { path: string; key: string | undefined; body: string }[];
}

/** Answers one request after the other in these ways. */
async function serve(t: TestContext, ...answers: Answer[]): Promise<FailingServer> {
  const requests: FailingServer['requests'] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    requests.push({ path: request.url ?? '', key: request.headers['idempotency-key']?.toString(), body });
    answers[requests.length - 1]?.(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const reply =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  response =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
const busy = reply(503, { detail: 'busy' }, { 'retry-after': '0' });
const cut: Answer = response => response.destroy();
const silent: Answer = () => undefined;

suite('the client', () => {
  test('repeats a start with the same idempotency key', async t => {
    const server = await serve(t, busy, cut, reply(200, { id: 'run', status: 'success' }));
    const heddle = new Heddle({ url: `${server.url}/`, key: 'k' });
    const run = await heddle.runs.start({ workflow_id: 'w', input: { a: 1 } });
    assert.equal(run.id, 'run');
    const [first, ...others] = server.requests;
    assert.ok(first?.key && first.key.length > 20);
    assert.deepEqual(others, [first, first]);
    assert.deepEqual(JSON.parse(first.body), { workflow_id: 'w', input: { a: 1 }, wait: true });
  });

  test('makes its keys without what browsers have only on pages with https', async t => {
    const { randomUUID } = crypto;
    t.after(() => Object.assign(crypto, { randomUUID }));
    Object.assign(crypto, { randomUUID: undefined });
    const server = await serve(t, reply(200, { id: 'run' }), reply(200, { id: 'run' }));
    const heddle = new Heddle({ url: server.url, key: 'k' });
    for (let count = 0; count < 2; count++) await heddle.runs.start({ workflow_id: 'w' });
    assert.equal(new Set(server.requests.map(({ key }) => key)).size, 2);
  });

  test('does not repeat what may have had an effect', async t => {
    const server = await serve(t, cut, busy);
    const heddle = new Heddle({ url: server.url, key: 'k' });
    await assert.rejects(heddle.workflows.create({ name: 'w' }), ConnectionError);
    await assert.rejects(heddle.workflows.create({ name: 'w' }), ServerError);
    assert.equal(server.requests.length, 2);
  });

  test('tells which field is not valid where only a header does', async t => {
    const invalid = reply(422, { detail: 'validation error' }, { 'x-validation-error': 'folder: must be string' });
    const heddle = new Heddle({ url: (await serve(t, invalid)).url, key: 'k' });
    await assert.rejects(heddle.workflows.count(), { detail: 'validation error: folder: must be string' });
  });

  test('gives up when the service asks for too much patience, or has been asked often enough', async t => {
    const server = await serve(t, reply(429, { detail: 'Too many requests' }, { 'retry-after': '900' }), busy, busy);
    const heddle = new Heddle({ url: server.url, key: 'k', retries: 1 });
    await assert.rejects(heddle.workflows.count(), error => {
      assert.ok(error instanceof RateLimitError);
      assert.deepEqual([error.status, error.retryAfter, error.detail], [429, 900, 'Too many requests']);
      return true;
    });
    await assert.rejects(heddle.workflows.count(), ServerError);
    assert.equal(server.requests.length, 3);
  });

  test('explains a reply that is not of the service', async t => {
    const page = reply(413, '<html>nginx</html>', { 'x-request-id': 'abc' });
    const heddle = new Heddle({ url: (await serve(t, page)).url });
    await assert.rejects(heddle.workflows.count(), error => {
      assert.ok(error instanceof HeddleError);
      assert.equal(error.message, 'Payload Too Large (413, /api/v3/workflow/count)');
      assert.equal(error.requestId, 'abc');
      return true;
    });
  });

  test('stops after its time limit, and when the caller has enough', async t => {
    const heddle = new Heddle({ url: (await serve(t, silent, silent)).url, retries: 0 });
    await assert.rejects(heddle.workflows.count({}, { timeoutMs: 20 }), TimeoutError);
    const reason = new Error('enough');
    const controller = new AbortController();
    const counting = heddle.workflows.count({}, { signal: controller.signal });
    controller.abort(reason);
    await assert.rejects(counting, reason);
  });

  test('connects again to a stream that broke off, and tells of nothing twice', async t => {
    const event = (type: string, node_id = '') =>
      JSON.stringify({ timestamp: 1, data: { type, node_id, iteration: [], text: '' }, error: null });
    const alive = JSON.stringify({ timestamp: 1, data: '', error: null });
    const breaking: Answer = response => {
      response.writeHead(200).write(event('run_start') + alive + event('step_start', 'a'), () => response.destroy());
    };
    const server = await serve(t, breaking, reply(200, event('run_start') + event('run_end')));
    const heddle = new Heddle({ url: server.url, key: 'k' });
    const types: string[] = [];
    for await (const { type } of heddle.runs.stream({ workflow_id: 'w', version: 'draft' })) types.push(type);
    assert.deepEqual(types, ['run_start', 'step_start', 'run_end']);
    assert.equal(server.requests[0]?.key, server.requests[1]?.key);
  });

  test('throws the error that ends a stream', async t => {
    const chunk = { timestamp: 1, data: '', error: { status: 503, text: 'x', detail: 'stopping' } };
    const heddle = new Heddle({ url: (await serve(t, reply(200, chunk))).url });
    await assert.rejects(heddle.chat.stream({ message: 'hi' }).next(), error => {
      assert.ok(error instanceof ServerError);
      assert.equal(error.detail, 'stopping');
      return true;
    });
  });

  test('leaves out what moves to the next page while it goes through a list', async t => {
    const ids = (...names: string[]) =>
      reply(
        200,
        names.map(id => ({ id })),
      );
    const first = Array.from({ length: 50 }, (_, index) => `w${index}`);
    const server = await serve(t, ids(...first), ids('w49', 'w50'));
    const found: string[] = [];
    for await (const { id } of new Heddle({ url: server.url }).workflows.each()) found.push(id);
    assert.deepEqual(found, [...first, 'w50']);
    assert.deepEqual(
      server.requests.map(({ body }) => JSON.parse(body)),
      [
        { limit_from: 0, limit_to: 50 },
        { limit_from: 50, limit_to: 100 },
      ],
    );
  });

  test('calls hooks around every attempt, which add headers and learn the id of each request', async t => {
    const traces: unknown[] = [];
    const named =
      (answer: Answer, id: string): Answer =>
      (response, request) => {
        traces.push(request.headers.traceparent);
        response.setHeader('x-request-id', id);
        answer(response, request);
      };
    const server = await serve(t, named(busy, 'one'), named(reply(200, 7), 'two'));
    const seen: string[] = [];
    const heddle = new Heddle({
      url: server.url,
      key: 'k',
      onRequest({ path, headers }) {
        assert.equal(headers['uni-api-key'], undefined);
        headers.traceparent = `trace-${seen.push(path)}`;
      },
      onResponse: ({ status, requestId }) => void seen.push(`${status} ${requestId}`),
    });
    const count = await heddle.runs.count(
      {},
      { onResponse: ({ headers }) => void seen.push(`${headers.get('date')}`) },
    );
    assert.equal(count, 7);
    assert.deepEqual(traces, ['trace-1', 'trace-4']);
    assert.deepEqual(
      seen.map(each => each.replace(/^.* GMT$/, 'date')),
      ['/api/v3/workflow/runs/count', '503 one', 'date', '/api/v3/workflow/runs/count', '200 two', 'date'],
    );
  });

  test('ends a call with what a hook throws, and sends nothing again', async t => {
    const server = await serve(t, reply(200, 7));
    const stop = new Error('stop');
    const throws = () => {
      throw stop;
    };
    const heddle = new Heddle({ url: server.url, key: 'k' });
    await assert.rejects(heddle.runs.count({}, { onRequest: throws }), stop);
    assert.equal(server.requests.length, 0);
    await assert.rejects(heddle.runs.watch('run', { onResponse: throws }).next(), stop);
    assert.equal(server.requests.length, 1);
  });
});
