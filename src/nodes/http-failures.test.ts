/** The failures of `http.request`, their messages, and whether they may be retried. */
import assert from 'node:assert/strict';
import type { OutgoingHttpHeaders } from 'node:http';
import { createServer } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { serve } from '../../test/fixtures/outbound.ts';
import { failure, perform, testStep } from '../../test/fixtures/step.ts';
import { StepError } from './step.ts';

async function requestError(
  t: TestContext,
  status: number,
  body: string | Buffer = '',
  headers: OutgoingHttpHeaders = { 'content-type': 'text/plain' },
): Promise<StepError> {
  const server = await serve(t, (_, response) => response.writeHead(status, headers).end(body));
  const { context, saved } = await testStep(t);
  const error: unknown = await perform('http.request', { url: server.origin }, context).catch(thrown => thrown);
  assert(error instanceof StepError, String(error));
  assert.deepEqual(saved, []);
  return error;
}

describe('a status of 400 or more', () => {
  for (const [status, phrase, mayPass] of [
    [400, ' Bad Request', false],
    [404, ' Not Found', false],
    [408, ' Request Timeout', true],
    [409, ' Conflict', false],
    [425, ' Too Early', true],
    [429, ' Too Many Requests', true],
    [503, ' Service Unavailable', true],
    [599, '', true],
  ] as const) {
    test(`${status} fails the step, which ${mayPass ? 'may' : 'must not'} be retried`, async t => {
      const error = await requestError(t, status);
      assert.equal(error.message, `The server answered ${status}${phrase}`);
      assert.equal(error.retryable, mayPass);
      assert.equal(error.retryAfterMs, undefined);
    });
  }

  test('399 does not fail the step', async t => {
    const server = await serve(t, (_, response) => response.writeHead(399).end());
    const { context } = await testStep(t);
    assert.equal((await perform('http.request', { url: server.origin }, context)).text, '399');
  });

  test('is a result like any other when errors are accepted', async t => {
    const server = await serve(t, (_, response) => response.writeHead(500, { 'x-a': 'b' }).end('oh'));
    const { context } = await testStep(t);
    const { output, text } = await perform('http.request', { url: server.origin, accept_errors: true }, context);
    const { status, headers, body } = output as { status: number; headers: Record<string, string>; body: string };
    assert.deepEqual([status, headers['x-a'], body, text], [500, 'b', 'oh', '500 Internal Server Error']);
  });
});

describe('the error message quotes', () => {
  const bodies: [name: string, type: string, body: string | Buffer, quoted: string][] = [
    ['a text', 'text/plain', ' No such\r\n  order ', ': No such order'],
    ['JSON', 'application/json', '{"detail": "no"}', ': {"detail": "no"}'],
    ['another charset', 'text/plain; charset=latin1', Buffer.from('Zoë', 'latin1'), ': Zoë'],
    ['only the beginning of a long text', 'text/plain', 'é'.repeat(5000), `: ${'é'.repeat(300)}…`],
    ['only whole characters', 'text/plain', '😀'.repeat(151), `: ${'😀'.repeat(150)}…`],
    ['no long white space', 'text/plain', `a${' '.repeat(2398)}é${'x'.repeat(300)}`, ': a'],
    ['no text of white space alone', 'text/plain', ' \n ', ''],
    ['no binary body', 'image/png', Buffer.from([0x89, 0x50]), ''],
  ];
  for (const [name, type, body, quoted] of bodies) {
    test(name, async t => {
      const error = await requestError(t, 400, body, { 'content-type': type });
      assert.equal(error.message, `The server answered 400 Bad Request${quoted}`);
    });
  }
});

describe('the delay of Retry-After', () => {
  test('may be in seconds', async t => {
    const error = await requestError(t, 429, '', { 'retry-after': '7' });
    assert.equal(error.retryAfterMs, 7000);
  });

  test('may be a date', async t => {
    const inTenMinutes = new Date(Date.now() + 600_000).toUTCString();
    const { retryAfterMs = 0 } = await requestError(t, 503, '', { 'retry-after': inTenMinutes });
    assert(retryAfterMs > 0 && retryAfterMs <= 600_000, String(retryAfterMs));
  });

  test('is ignored if it is neither', async t => {
    assert.equal((await requestError(t, 503, '', { 'retry-after': 'later' })).retryAfterMs, undefined);
  });
});

describe('without a reply', () => {
  test('a refused connection may be retried', async t => {
    const closed = createServer();
    await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve));
    const address = closed.address();
    assert(address !== null && typeof address === 'object');
    await new Promise(resolve => closed.close(resolve));
    const { context } = await testStep(t);
    const step = perform('http.request', { url: `http://127.0.0.1:${address.port}/` }, context);
    await assert.rejects(step, failure(`The connection to '127.0.0.1:${address.port}' was refused`, true));
  });

  test('a broken connection may be retried', async t => {
    const server = await serve(t, ({ socket }) => socket.destroy());
    const { context } = await testStep(t);
    const step = perform('http.request', { url: server.origin }, context);
    await assert.rejects(step, failure(/^The connection to '127.0.0.1:\d+' broke off$/, true));
  });

  test('a timeout may be retried', async t => {
    const server = await serve(t, () => {});
    const { context } = await testStep(t);
    const step = perform('http.request', { url: server.origin, timeout_seconds: 0.05 }, context);
    await assert.rejects(step, failure('The request took longer than 0.05 seconds', true));
  });
});

describe('an abort', () => {
  test('ends the request with its reason, which is not a failure of the step', async t => {
    const aborting = new AbortController();
    const reason = new Error('another process continues the run');
    const server = await serve(t, () => aborting.abort(reason));
    const { context } = await testStep(t, { signal: aborting.signal });
    await assert.rejects(perform('http.request', { url: server.origin }, context), error => error === reason);
    assert.equal(server.seen.length, 1);
  });

  test('before the request prevents it', async t => {
    const server = await serve(t, (_, response) => response.end());
    const reason = new Error('over');
    const { context } = await testStep(t, { signal: AbortSignal.abort(reason) });
    await assert.rejects(perform('http.request', { url: server.origin }, context), error => error === reason);
    assert.equal(server.connections(), 0);
  });
});
