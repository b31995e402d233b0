/** The requests that `http.request` sends. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { type SeenRequest, serve } from '../../test/fixtures/outbound.ts';
import { failure, perform, testStep } from '../../test/fixtures/step.ts';
import type { Params } from '../engine/definition.ts';

/** Returns the request that a step with these params sends. */
async function sent(t: TestContext, params: Params, path = '/'): Promise<SeenRequest> {
  const server = await serve(t, (_, response) => response.end());
  const { context } = await testStep(t);
  await perform('http.request', { url: server.origin + path, ...params }, context);
  const [request, ...others] = server.seen;
  assert(request && others.length === 0);
  return request;
}

test('the default is GET without a body, with our user agent and the idempotency key of the step', async t => {
  const { method, url, headers, body } = await sent(t, {}, '/a%20b?x=1');
  assert.deepEqual([method, url, body], ['GET', '/a%20b?x=1', '']);
  assert.equal(headers['user-agent'], 'Heddle');
  assert.equal(headers['idempotency-key'], 'run-1:post');
  assert.equal(headers['content-type'], undefined);
  assert.equal(headers['x-service-signature'], undefined);
});

for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
  test(`the method ${method} may have a body`, async t => {
    const seen = await sent(t, { method, body: 'x' });
    assert.deepEqual([seen.method, seen.body], [method, 'x']);
  });
}

describe('the query', () => {
  const cases: [name: string, path: string, query: object, url: string][] = [
    ['is added', '/p', { a: 1, b: true, c: 'x' }, '/p?a=1&b=true&c=x'],
    ['does not change the query of the URL', '/p?x=%7e+y&a=0', { a: 1 }, '/p?x=%7e+y&a=0&a=1'],
    ['comes before the fragment', '/p#top', { a: 1 }, '/p?a=1'],
    ['follows a bare question mark', '/p?', { a: 1 }, '/p?a=1'],
    ['follows a trailing ampersand', '/p?b=1&', { a: 1 }, '/p?b=1&a=1'],
    ['repeats lists', '/p', { a: [1, 'b', false] }, '/p?a=1&a=b&a=false'],
    ['leaves out null', '/p', { a: null, b: [null, 2], c: [] }, '/p?b=2'],
    ['without values changes nothing', '/p?x', { a: null }, '/p?x'],
    ['is escaped', '/p', { 'a&b': '=?# +ü/\r\n' }, '/p?a%26b=%3D%3F%23%20%2B%C3%BC%2F%0D%0A'],
  ];
  for (const [name, path, query, url] of cases) {
    test(name, async t => assert.equal((await sent(t, { query }, path)).url, url));
  }

  test('is added without the spaces around the URL', async t => {
    assert.equal((await sent(t, { query: { a: 1 } }, '/p  ')).url, '/p?a=1');
  });
});

describe('the body', () => {
  const json = 'application/json';
  const cases: [body: unknown, text: string, contentType: string | undefined][] = [
    [{ ü: [1, null] }, '{"ü":[1,null]}', json],
    [[], '[]', json],
    ['a: ü', 'a: ü', 'text/plain; charset=utf-8'],
    [0, '0', json],
    [false, 'false', json],
    [null, '', undefined],
    ['', '', undefined],
  ];
  for (const [body, text, contentType] of cases) {
    test(JSON.stringify(body), async t => {
      const seen = await sent(t, { method: 'POST', body });
      assert.equal(seen.body, text);
      assert.equal(seen.headers['content-type'], contentType);
    });
  }

  const text = 'x'.repeat(8 * 2 ** 20);
  const deep = JSON.parse('['.repeat(1001) + ']'.repeat(1001));
  const refused: [name: string, body: unknown, message: string][] = [
    ['too long', [text, text, text, text], 'JSON is longer than 33554432 characters'],
    ['nested too deep', deep, 'JSON is nested more than 1000 levels deep'],
  ];
  for (const [name, body, message] of refused) {
    test(`${name} fails the step`, async t => {
      await assert.rejects(sent(t, { method: 'POST', body }), failure(`The body can not be sent: ${message}`));
    });
  }

  test('has the type that the step sets', async t => {
    const headers = { 'content-TYPE': 'application/vnd.api+json' };
    assert.equal(
      (await sent(t, { method: 'POST', body: {}, headers })).headers['content-type'],
      headers['content-TYPE'],
    );
    assert.equal(
      (await sent(t, { method: 'POST', body: 'x', headers })).headers['content-type'],
      headers['content-TYPE'],
    );
  });
});

describe('the headers', () => {
  test('may be strings, numbers and booleans', async t => {
    const { headers } = await sent(t, { headers: { 'X-A': 'a b', 'X-B': 1.5, 'X-C': false, 'X-D': '' } });
    assert.deepEqual([headers['x-a'], headers['x-b'], headers['x-c'], headers['x-d']], ['a b', '1.5', 'false', '']);
  });

  test('of the step replace ours, whatever their case', async t => {
    const { headers } = await sent(t, { headers: { 'USER-AGENT': 'mine', 'idempotency-KEY': 'own' } });
    assert.deepEqual([headers['user-agent'], headers['idempotency-key']], ['mine', 'own']);
  });

  const refused: [name: string, headers: object, message: string][] = [
    ['line break', { 'X-A': 'a\r\nX-B: b' }, "The header 'X-A' contains a character that is not allowed"],
    ['trailing line feed', { 'X-A': 'a\n' }, "The header 'X-A' contains a character that is not allowed"],
    ['line break in a name', { 'X-A\r\nX-B': 'b' }, "The header name 'X-A??X-B' is not valid"],
    ['host', { Host: 'other.example' }, "The header 'Host' cannot be set"],
    ['length', { 'content-length': 3 }, "The header 'content-length' cannot be set"],
  ];
  for (const [name, headers, message] of refused) {
    test(`with an invalid ${name} fail the step, and nothing is sent`, async t => {
      const server = await serve(t, (_, response) => response.end());
      const { context } = await testStep(t);
      await assert.rejects(perform('http.request', { url: server.origin, headers }, context), failure(message));
      assert.equal(server.connections(), 0);
    });
  }
});

describe('the URL is refused:', () => {
  const cases: [url: string, query: object, message: string | RegExp][] = [
    ['http://127.0.0.1/a\r\nb', {}, 'The URL contains a control character'],
    ['http://127.0.0.1/\n', {}, 'The URL contains a control character'],
    ['http://127.0.0.1/\n', { a: 1 }, 'The URL contains a control character'],
    ['http://127.0.0.1/#a\nb', { a: 1 }, 'The URL contains a control character'],
    ['http://user:word@127.0.0.1/', {}, 'The URL must not contain a user name or password'],
    ['http://', {}, 'The URL is not valid'],
    ['http://10.0.0.1/', {}, "The address of '10.0.0.1' is not public"],
    ['http://169.254.169.254/latest', {}, "The address of '169.254.169.254' is not public"],
  ];
  for (const [url, query, message] of cases) {
    test(JSON.stringify(url), async t => {
      const { context } = await testStep(t);
      await assert.rejects(perform('http.request', { url, query }, context), failure(message));
    });
  }
});

describe('the signature', () => {
  const expected = (body: string) => `sha256=${createHmac('sha256', 'signing secret').update(body).digest('hex')}`;

  test('signs the sent bytes', async t => {
    const seen = await sent(t, { method: 'POST', body: { name: 'Zoë' }, sign: true });
    assert.equal(seen.headers['x-service-signature'], expected(seen.body));
    assert.equal(seen.body, '{"name":"Zoë"}');
  });

  test('signs the empty text when there is no body', async t => {
    assert.equal((await sent(t, { sign: true })).headers['x-service-signature'], expected(''));
  });

  test('replaces a header of the step', async t => {
    const seen = await sent(t, { sign: true, headers: { 'x-service-SIGNATURE': 'forged' } });
    assert.equal(seen.headers['x-service-signature'], expected(''));
  });

  test('does not read the secret when nothing is signed', async t => {
    const server = await serve(t, (_, response) => response.end());
    const { context } = await testStep(t, { signingSecret: () => assert.fail('not needed') });
    await perform('http.request', { url: server.origin, sign: false }, context);
    assert.equal(server.seen.length, 1);
  });
});

describe('redirects', () => {
  const params = {
    method: 'POST',
    body: 'x',
    sign: true,
    headers: { Authorization: 'a', 'X-Api-Key': 'b', 'x-session-id': 'c', 'X-Trace': 'd' },
  };
  const carried = ({ headers }: SeenRequest) =>
    ['authorization', 'x-api-key', 'x-session-id', 'x-service-signature', 'x-trace', 'idempotency-key'].filter(
      name => name in headers,
    );

  test('to another origin carry neither the signature nor headers that look like credentials', async t => {
    const target = await serve(t, (_, response) => response.end('there'));
    const start = await serve(t, (_, response) => response.writeHead(307, { location: `${target.origin}/x` }).end());
    const { context } = await testStep(t);
    const { output } = await perform('http.request', { url: start.origin, ...params }, context);
    assert.equal((output as { status: number }).status, 200);
    assert.equal(start.seen.map(carried)[0]?.length, 6);
    assert.deepEqual(target.seen.map(carried), [['x-trace', 'idempotency-key']]);
    assert.deepEqual([target.seen[0]?.method, target.seen[0]?.body], ['POST', 'x']);
  });

  test('to another origin carry the idempotency key of the author', async t => {
    const target = await serve(t, (_, response) => response.end('there'));
    const start = await serve(t, (_, response) => response.writeHead(307, { location: target.origin }).end());
    const { context } = await testStep(t);
    await perform('http.request', { url: start.origin, headers: { 'idempotency-key': 'own' } }, context);
    assert.equal(target.seen[0]?.headers['idempotency-key'], 'own');
  });

  test('within one origin carry all headers', async t => {
    const server = await serve(t, ({ url }, response) => {
      if (url === '/') response.writeHead(308, { location: '/x' });
      response.end();
    });
    const { context } = await testStep(t);
    await perform('http.request', { url: server.origin, ...params }, context);
    assert.deepEqual(
      server.seen.map(request => carried(request).length),
      [6, 6],
    );
  });

  test('are limited to five', async t => {
    const server = await serve(t, ({ url = '' }, response) => {
      const left = Number(url.slice(1));
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` });
      response.end();
    });
    const { context } = await testStep(t);
    const { output } = await perform('http.request', { url: `${server.origin}/5` }, context);
    assert.equal((output as { status: number }).status, 200);
    const tooMany = perform('http.request', { url: `${server.origin}/6` }, context);
    await assert.rejects(tooMany, failure('The request was redirected more than 5 times'));
  });

  test('to an address that is not public are refused', async t => {
    const server = await serve(t, (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
    const { context } = await testStep(t);
    const refused = perform('http.request', { url: server.origin }, context);
    await assert.rejects(refused, failure("The address of '10.0.0.1' is not public"));
  });
});
