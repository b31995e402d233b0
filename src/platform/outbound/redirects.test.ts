import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { get, hostileHosts, outbound, serve } from '../../../test/fixtures/outbound.ts';

describe('a redirect', () => {
  for (const [status, method, expectedMethod, keepsBody] of [
    [301, 'POST', 'GET', false],
    [302, 'POST', 'GET', false],
    [303, 'POST', 'GET', false],
    [303, 'PUT', 'GET', false],
    [303, 'HEAD', 'HEAD', false],
    [301, 'PUT', 'PUT', true],
    [302, 'DELETE', 'DELETE', true],
    [307, 'POST', 'POST', true],
    [308, 'POST', 'POST', true],
  ] as const) {
    test(`${status} turns ${method} into ${expectedMethod} ${keepsBody ? 'with' : 'without'} the body`, async t => {
      const server = await serve(t, (request, response) => {
        if (request.url === '/from') response.writeHead(status, { Location: '/to' });
        response.end();
      });
      const sent = method === 'HEAD' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } };
      const reply = await outbound(t).request(get(`${server.origin}/from`, { method, ...sent }));
      assert.equal(reply.status, 200);
      assert.equal(reply.url, `${server.origin}/to`);
      const last = server.seen.at(-1);
      assert.equal(last?.method, expectedMethod);
      assert.equal(last?.body, keepsBody ? '{}' : '');
      assert.equal(last?.headers['content-type'], keepsBody ? 'application/json' : undefined);
    });
  }

  for (const [location, expected] of [
    ['b?x=1', '/a/b?x=1'],
    ['../c', '/c'],
    ['?y', '/a/from?y'],
    ['/grün', '/gr%C3%BCn'],
  ] as const) {
    test(`to '${location}' is relative to the redirecting URL`, async t => {
      const server = await serve(t, (request, response) => {
        if (request.url === '/a/from') {
          response.writeHead(302, ['Location', Buffer.from(location).toString('latin1')]);
        }
        response.end();
      });
      await outbound(t).request(get(`${server.origin}/a/from`));
      assert.equal(server.seen.at(-1)?.url, expected);
    });
  }

  test('without a Location is an ordinary reply, and so is a Location without a redirect', async t => {
    const server = await serve(t, (request, response) => {
      if (request.url === '/bare') response.statusCode = 302;
      else response.writeHead(201, { Location: '/created' });
      response.end('here');
    });
    const http = outbound(t);
    const bare = await http.request(get(`${server.origin}/bare`));
    assert.deepEqual([bare.status, bare.body.toString()], [302, 'here']);
    const created = await http.request(get(`${server.origin}/create`));
    assert.deepEqual([created.status, created.headers.location], [201, '/created']);
    assert.equal(server.seen.length, 2);
  });

  test('is followed as often as allowed and not once more', async t => {
    const server = await serve(t, (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) response.writeHead(302, { Location: `/${left - 1}` });
      response.end();
    });
    const http = outbound(t);
    assert.equal((await http.request(get(`${server.origin}/3`, { maxRedirects: 3 }))).status, 200);
    await assert.rejects(http.request(get(`${server.origin}/4`, { maxRedirects: 3 })), {
      reason: 'redirects',
      message: 'The request was redirected more than 3 times',
      status: 302,
    });
    await assert.rejects(http.request(get(`${server.origin}/1`, { maxRedirects: 0 })), { reason: 'redirects' });
    assert.equal(server.seen.length, 4 + 4 + 1);
  });
});

describe('a redirect to a forbidden address', () => {
  test('never reaches the server there', async t => {
    const forbidden = await serve(t, (_request, response) => response.end('secret'), '127.0.0.2');
    const server = await serve(t, (_request, response) => {
      response.writeHead(302, { Location: `${forbidden.origin}/` }).end();
    });
    await assert.rejects(outbound(t).request(get(server.origin)), { reason: 'address' });
    assert.equal(forbidden.connections(), 0);
  });

  for (const host of hostileHosts) {
    test(`${host} is refused`, async t => {
      const forbidden = await serve(t, (_request, response) => response.end('secret'));
      const server = await serve(
        t,
        (_request, response) => {
          const location = Buffer.from(`http://${host}:${forbidden.port}/`).toString('latin1');
          response.writeHead(302, ['Location', location]).end();
        },
        '127.0.0.3',
      );
      await assert.rejects(outbound(t, { allowedCidrs: ['127.0.0.3'] }).request(get(server.origin)), {
        reason: 'address',
      });
      assert.equal(forbidden.connections(), 0);
    });
  }

  for (const location of ['file:///etc/passwd', 'gopher://127.0.0.1/', 'http://user:pass@127.0.0.1/', 'http://[x]/']) {
    test(`${location} is refused`, async t => {
      const server = await serve(t, (_request, response) => response.writeHead(302, { Location: location }).end());
      await assert.rejects(outbound(t).request(get(server.origin)), { reason: 'url' });
      assert.equal(server.seen.length, 1);
    });
  }
});

describe('credentials', () => {
  const headers = {
    Authorization: 'Bearer x',
    Cookie: 'a=1',
    'Proxy-Authorization': 'Basic x',
    'X-Signature': 'x',
    'X-Other': 'kept',
  };
  const names = ['authorization', 'cookie', 'proxy-authorization', 'x-signature', 'x-other'];

  test('stay within their origin', async t => {
    const server = await serve(t, (request, response) => {
      if (request.url === '/from') response.writeHead(307, { Location: '/to' });
      response.end();
    });
    await outbound(t).request(get(`${server.origin}/from`, { headers, credentialHeaders: ['x-signature'] }));
    assert.deepEqual(
      names.filter(name => server.seen.at(-1)?.headers[name] !== undefined),
      names,
    );
  });

  test('are not sent to another origin, nor after a redirect back', async t => {
    const home = await serve(t, (request, response) => {
      if (request.url === '/from') response.writeHead(307, { Location: `${other.origin}/` });
      response.end();
    });
    const other = await serve(t, (_request, response) =>
      response.writeHead(307, { Location: `${home.origin}/` }).end(),
    );
    await outbound(t).request(get(`${home.origin}/from`, { headers, credentialHeaders: ['x-SIGNATURE'] }));
    assert.equal(home.seen.length, 2);
    for (const seen of [other.seen[0], home.seen[1]]) {
      assert.deepEqual(
        names.filter(name => seen?.headers[name] !== undefined),
        ['x-other'],
      );
    }
  });
});
