import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { get, hostileHosts, outbound, serve } from '../../../test/fixtures/outbound.ts';
import { createOutboundHttp, OutboundError } from './outbound.ts';

describe('a request', () => {
  test('arrives as it was written, and returns the reply', async t => {
    const server = await serve(t, (_request, response) => {
      response.writeHead(201, { 'X-Reply': 'yes', 'Set-Cookie': ['a=1', 'b=2'] });
      response.end('hello');
    });
    const url = `${server.origin}/path%20x?q=ä#part`;
    const headers = { 'Content-Type': 'text/plain', 'X-Latin': 'é' };
    const reply = await outbound(t).request(get(url, { method: 'post', headers, body: 'grüße' }));

    assert.equal(reply.status, 201);
    assert.equal(reply.body.toString(), 'hello');
    assert.equal(reply.headers['x-reply'], 'yes');
    assert.equal(reply.headers['set-cookie'], 'a=1, b=2');
    assert.equal(reply.url, `${server.origin}/path%20x?q=%C3%A4#part`);
    const [seen] = server.seen;
    assert.equal(seen?.method, 'POST');
    assert.equal(seen?.url, '/path%20x?q=%C3%A4');
    assert.equal(seen?.body, 'grüße');
    assert.equal(seen?.headers['content-type'], 'text/plain');
    assert.equal(seen?.headers['x-latin'], 'é');
    assert.equal(seen?.headers.host, `127.0.0.1:${server.port}`);
  });

  test('sends bytes, even with GET, and keeps its own Accept-Encoding', async t => {
    const server = await serve(t, (_request, response) => response.end());
    const http = outbound(t);
    await http.request(get(server.origin, { method: 'PUT', body: Buffer.from('bytes') }));
    await http.request(get(server.origin, { body: '{}', headers: { 'Accept-Encoding': 'identity' } }));
    assert.deepEqual(
      server.seen.map(seen => [seen.method, seen.body, seen.headers['accept-encoding']]),
      [
        ['PUT', 'bytes', 'gzip, deflate, br, zstd'],
        ['GET', '{}', 'identity'],
      ],
    );
  });

  test('to a closed port is a network error', async t => {
    const closed = createTcpServer();
    closed.listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const address = closed.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    closed.close();
    await once(closed, 'close');
    await assert.rejects(outbound(t).request(get(`http://127.0.0.1:${port}/`)), {
      reason: 'network',
      message: `The connection to '127.0.0.1:${port}' was refused`,
    });
  });

  test('to a name that does not exist is a network error', async t => {
    const lookup = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    await assert.rejects(outbound(t, { lookup }).request(get('http://nowhere.example/')), {
      reason: 'network',
      message: "The host 'nowhere.example' was not found",
    });
  });

  test('ends with the reason of its signal, before and while it runs', async t => {
    const controller = new AbortController();
    const server = await serve(t, () => controller.abort(new Error('the run was cancelled')));
    const http = outbound(t);
    await assert.rejects(http.request(get(server.origin, { signal: controller.signal })), {
      message: 'the run was cancelled',
    });
    await assert.rejects(http.request(get(server.origin, { signal: controller.signal })), {
      message: 'the run was cancelled',
    });
    assert.equal(server.connections(), 1);
  });

  test('ends when the client is closed', async t => {
    const http = outbound(t);
    const server = await serve(t, () => http.close());
    await assert.rejects(http.request(get(server.origin)), { reason: 'network' });
    await assert.rejects(http.request(get(server.origin)), { reason: 'network' });
    assert.equal(server.connections(), 1);
  });
});

describe('unsafe requests are refused before anything is sent', () => {
  test('URLs', async t => {
    const server = await serve(t, (_request, response) => response.end());
    const http = outbound(t);
    for (const url of [
      `${server.origin}/a\r\nX-Injected: 1`,
      `${server.origin}/\n`,
      `${server.origin}/\ta`,
      `${server.origin}/\0`,
      `http://user:secret@127.0.0.1:${server.port}/`,
      `http://user@127.0.0.1:${server.port}/`,
      `ftp://127.0.0.1:${server.port}/`,
      'file:///etc/passwd',
      'data:text/plain,x',
      'unix:/run/x.sock',
      '//127.0.0.1/',
      '/path',
      'http://',
      '',
    ]) {
      await assert.rejects(http.request(get(url)), { name: 'OutboundError', reason: 'url' }, JSON.stringify(url));
    }
    assert.equal(server.connections(), 0);
  });

  test('header names and values', async t => {
    const server = await serve(t, (_request, response) => response.end());
    const http = outbound(t);
    const values = ['a\r\nX-Injected: 1', 'a\nb', 'a\rb', 'a\0b', 'a\u007fb', '日本'];
    const names = ['X-A\r\nX-Injected', 'X A', 'X:A', '', 'X-Ä', 'X\0'];
    const ours = ['Host', 'content-length', 'Transfer-Encoding', 'CONNECTION', 'Upgrade', 'Expect', 'TE', 'Trailer'];
    const refused = [
      ...values.map(value => ({ 'X-A': value })),
      ...names.map(name => ({ [name]: 'a' })),
      ...ours.map(name => ({ [name]: '1' })),
    ];
    for (const headers of refused) {
      await assert.rejects(
        http.request(get(server.origin, { headers })),
        { reason: 'header' },
        JSON.stringify(headers),
      );
    }
    assert.equal(server.connections(), 0);
  });

  test('methods', async t => {
    const server = await serve(t, (_request, response) => response.end());
    const http = outbound(t);
    for (const method of ['', 'GET / HTTP/1.1\r\nX: 1\r\n\r\nGET', 'G T', 'CONNECT', 'trace']) {
      await assert.rejects(http.request(get(server.origin, { method })), { reason: 'header' }, JSON.stringify(method));
    }
    assert.equal(server.connections(), 0);
  });

  test('an error message has one line, whatever the request contains', async t => {
    const http = outbound(t);
    const error: unknown = await http.request(get('http://x.example', { method: 'A\r\nB' })).catch(caught => caught);
    assert.ok(error instanceof OutboundError);
    assert.equal(error.message, "The method 'A??B' is not allowed");
  });
});

describe('addresses', () => {
  for (const host of hostileHosts) {
    test(`${host} is refused and receives no connection`, async t => {
      const server = await serve(t, (_request, response) => response.end('secret'));
      const request = get(`http://${host}:${server.port}/`);
      await assert.rejects(outbound(t, { allowedCidrs: [] }).request(request), { reason: 'address' });
      assert.equal(server.connections(), 0);
    });
  }

  test('localhost with a dot at its end is refused, whether it resolves or not', async t => {
    const server = await serve(t, (_request, response) => response.end('secret'));
    await assert.rejects(outbound(t, { allowedCidrs: [] }).request(get(`http://localhost.:${server.port}/`)), {
      name: 'OutboundError',
    });
    assert.equal(server.connections(), 0);
  });

  test('the message names the host as written, not the address it resolved to', async t => {
    const lookup = async (): Promise<LookupAddress[]> => [{ address: '10.7.7.7', family: 4 }];
    await assert.rejects(outbound(t, { lookup }).request(get('http://intranet.example/')), {
      message: "The address of 'intranet.example' is not public",
    });
  });

  test('a listed range is allowed, by address and by name', async t => {
    const server = await serve(t, (_request, response) => response.end('in'), '127.0.0.3');
    const http = outbound(t, { allowedCidrs: ['127.0.0.0/8', '::1'] });
    assert.equal((await http.request(get(server.origin))).body.toString(), 'in');
  });

  test('an IPv6 address works', async t => {
    const server = await serve(t, (_request, response) => response.end('six'), '::1').catch(() => undefined);
    if (!server) return t.skip('this machine has no IPv6 loopback');
    const http = outbound(t, { allowedCidrs: ['::1'] });
    assert.equal((await http.request(get(`http://[::1]:${server.port}/`))).body.toString(), 'six');
  });

  test('an invalid range is refused when the client is created', () => {
    assert.throws(() => createOutboundHttp({ allowedCidrs: ['10.0.0.0/40'] }), { message: /10\.0\.0\.0\/40/ });
  });
});

describe('names', () => {
  const here: LookupAddress = { address: '127.0.0.1', family: 4 };
  const elsewhere: LookupAddress = { address: '127.0.0.2', family: 4 };

  test('one forbidden address makes the name forbidden', async t => {
    const server = await serve(t, (_request, response) => response.end());
    for (const answer of [[here, elsewhere], [{ address: '1.1.1.1', family: 4 }, elsewhere], []]) {
      const http = outbound(t, { lookup: async () => answer });
      await assert.rejects(http.request(get(`http://mixed.example:${server.port}/`)), { reason: 'address' });
    }
    assert.equal(server.connections(), 0);
  });

  test('the first lookup decides, and the connection uses its address', async t => {
    const server = await serve(t, (_request, response) => response.end('checked'));
    const asked: string[] = [];
    const lookup = async (hostname: string) => {
      asked.push(hostname);
      return [asked.length === 1 ? here : elsewhere];
    };
    const reply = await outbound(t, { lookup }).request(get(`http://rebinding.example:${server.port}/`));
    assert.equal(reply.body.toString(), 'checked');
    assert.deepEqual(asked, ['rebinding.example']);
    assert.equal(server.seen[0]?.headers.host, `rebinding.example:${server.port}`);
  });

  test('a later request to the same name is checked again and uses no old connection', async t => {
    const server = await serve(t, (_request, response) => {
      response.setHeader('Connection', 'keep-alive');
      response.end();
    });
    const answers = [[here], [elsewhere], [here]];
    const http = outbound(t, { lookup: async () => answers.shift() ?? [] });
    const request = get(`http://moving.example:${server.port}/`);
    await http.request(request);
    await assert.rejects(http.request(request), { reason: 'address' });
    await http.request(request);
    assert.equal(server.connections(), 2);
  });

  test('checked addresses are tried in turn', async t => {
    const server = await serve(t, (_request, response) => response.end('second'));
    const http = outbound(t, { allowedCidrs: ['127.0.0.0/8'], lookup: async () => [elsewhere, here] });
    const reply = await http.request(get(`http://two.example:${server.port}/`));
    assert.equal(reply.body.toString(), 'second');
  });

  test('TLS uses the name, and the certificate must be trusted', async t => {
    const servernames: string[] = [];
    const server = createTlsServer({ key, cert: certificate }, (_request, response) => response.end('private'));
    server.on('secureConnection', socket => servernames.push(String(socket.servername)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const http = outbound(t, { lookup: async () => [here] });

    await assert.rejects(http.request(get(`https://pinned.example:${port}/`)), {
      reason: 'network',
      message: `No trusted connection to 'pinned.example:${port}' is possible (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    });
    const trusted = getCACertificates();
    setDefaultCACertificates([...trusted, certificate]);
    t.after(() => setDefaultCACertificates(trusted));
    const reply = await http.request(get(`https://pinned.example:${port}/`));
    assert.equal(reply.body.toString(), 'private');
    assert.equal(servernames.at(-1), 'pinned.example');
    await assert.rejects(http.request(get(`https://other.example:${port}/`)), {
      message: `No trusted connection to 'other.example:${port}' is possible (ERR_TLS_CERT_ALTNAME_INVALID)`,
    });
  });
});

/** A self-signed key of `pinned.example`, valid until 2120. It protects nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgm5E+e8t79rhao/j6
QCh5qGpxTiFn5Zj9yGywtELG8vahRANCAASuJcJvcN5P7M1If0HbZM5aPBX+Qosa
VIX4qy8OoOnV3mZpjwFFtESV0pGJPYoBFWD3Tn0plmZMMdrUl3kzBWVF
-----END PRIVATE KEY-----
`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIBXzCCAQWgAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5waW5uZWQu
ZXhhbXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGTEXMBUG
A1UEAwwOcGlubmVkLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASu
JcJvcN5P7M1If0HbZM5aPBX+QosaVIX4qy8OoOnV3mZpjwFFtESV0pGJPYoBFWD3
Tn0plmZMMdrUl3kzBWVFozwwOjAZBgNVHREEEjAQgg5waW5uZWQuZXhhbXBsZTAd
BgNVHQ4EFgQUwSicDnIPkvj9q9WQI03bTbtg+oMwCgYIKoZIzj0EAwIDSAAwRQIg
bqkWW+Y6kcn/KVpSPGIYQkgFniJxE6+AQLBdJK1ZJQ8CIQDNBRQ5YADfl/JSsyM+
jesuz6oCixaJxT27UUNZVVsZYg==
-----END CERTIFICATE-----
`;
