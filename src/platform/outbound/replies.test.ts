import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { describe, type TestContext, test } from 'node:test';
import * as zlib from 'node:zlib';
import { get, outbound, serve } from '../../../test/fixtures/outbound.ts';

const text = 'the quick brown fox '.repeat(1000);

/** An endless stream of zeros. */
function endlessZeros(): Readable {
  const block = Buffer.alloc(65_536);
  return new Readable({
    read() {
      this.push(block);
    },
  });
}

describe('an encoded reply is decoded', () => {
  for (const [encoding, bytes] of [
    ['gzip', zlib.gzipSync(text)],
    ['GZIP', zlib.gzipSync(text)],
    ['deflate', zlib.deflateSync(text)],
    ['deflate', zlib.deflateRawSync(text)],
    ['br', zlib.brotliCompressSync(text)],
    ['zstd', zlib.zstdCompressSync(text)],
  ] as const) {
    test(`${encoding}, ${bytes.length} bytes`, async t => {
      const server = await serve(t, (_request, response) => {
        response.writeHead(200, { 'Content-Encoding': encoding, 'Content-Length': bytes.length }).end(bytes);
      });
      const reply = await outbound(t).request(get(server.origin));
      assert.equal(reply.body.toString(), text);
      assert.equal(reply.headers['content-encoding'], undefined);
      assert.equal(reply.headers['content-length'], undefined);
    });
  }

  test('but not when the encoding is unknown', async t => {
    const server = await serve(t, (_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip, x-other' }).end('as it came');
    });
    const reply = await outbound(t).request(get(server.origin));
    assert.equal(reply.body.toString(), 'as it came');
    assert.equal(reply.headers['content-encoding'], 'gzip, x-other');
  });

  test('and may be empty', async t => {
    const server = await serve(t, (request, response) => {
      response.writeHead(request.url === '/none' ? 204 : 200, { 'Content-Encoding': 'gzip' }).end();
    });
    const http = outbound(t);
    for (const [path, method] of [
      ['/', 'GET'],
      ['/none', 'GET'],
      ['/', 'HEAD'],
    ] as const) {
      assert.equal((await http.request(get(server.origin + path, { method }))).body.length, 0);
    }
  });

  for (const encoding of ['gzip', 'deflate', 'br', 'zstd']) {
    test(`and an error when it is broken (${encoding})`, async t => {
      const server = await serve(t, (_request, response) => {
        response.writeHead(200, { 'Content-Encoding': encoding }).end('\x0bthis is something else');
      });
      await assert.rejects(outbound(t).request(get(server.origin)), {
        reason: 'network',
        message: `The reply of '127.0.0.1:${server.port}' could not be decoded`,
      });
    });
  }

  test('and an error when it is incomplete', async t => {
    const server = await serve(t, (_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(zlib.gzipSync(text).subarray(0, 60));
    });
    await assert.rejects(outbound(t).request(get(server.origin)), { reason: 'network' });
  });
});

describe('the size limit', () => {
  test('accepts a reply of exactly that size', async t => {
    const server = await serve(t, (request, response) => {
      const bytes = Buffer.alloc(Number(request.url?.slice(2)), 'x');
      if (request.url?.startsWith('/z')) {
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(zlib.gzipSync(bytes));
      } else response.end(bytes);
    });
    const http = outbound(t);
    for (const kind of ['p', 'z']) {
      const reply = await http.request(get(`${server.origin}/${kind}10`, { limitBytes: 10 }));
      assert.equal(reply.body.toString(), 'xxxxxxxxxx');
      await assert.rejects(http.request(get(`${server.origin}/${kind}11`, { limitBytes: 10 })), {
        reason: 'too_large',
        message: 'The reply is larger than 10 bytes',
        status: 200,
      });
    }
  });

  test('reports the status of a reply that is too large', async t => {
    const server = await serve(t, (_request, response) => response.writeHead(503).end('too much'));
    const request = outbound(t).request(get(server.origin, { limitBytes: 1 }));
    await assert.rejects(request, { reason: 'too_large', status: 503 });
  });

  for (const [encoding, encoder] of [
    ['gzip', () => zlib.createGzip()],
    ['deflate', () => zlib.createDeflate()],
    ['br', () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['zstd', () => zlib.createZstdCompress()],
    ['identity', undefined],
  ] as const) {
    test(`stops an endless reply (${encoding}) and closes the connection`, async t => {
      const hungUp = Promise.withResolvers<void>();
      const server = await serve(t, (_request, response) => {
        response.writeHead(200, { 'Content-Encoding': encoding });
        const zeros = endlessZeros();
        const source = encoder ? zeros.pipe(encoder()) : zeros;
        source.pipe(response);
        response.on('close', () => {
          zeros.destroy();
          hungUp.resolve();
        });
      });
      await assert.rejects(outbound(t).request(get(server.origin)), { reason: 'too_large' });
      await hungUp.promise;
    });
  }

  for (const [encoding, encode] of [
    ['gzip', zlib.gzipSync],
    ['deflate', zlib.deflateSync],
    ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync],
  ] as const) {
    test(`stops a small reply (${encoding}) that decodes to a large one`, async t => {
      const bomb = encode(Buffer.alloc(20_000_000));
      assert.ok(bomb.length < 50_000);
      const server = await serve(t, (_request, response) => {
        response.writeHead(200, { 'Content-Encoding': encoding }).end(bomb);
      });
      await assert.rejects(outbound(t).request(get(server.origin)), { reason: 'too_large' });
    });
  }

  test('applies to headers too', async t => {
    const server = await serve(t, (_request, response) => {
      for (let index = 0; index < 100; index++) response.setHeader(`x-${index}`, 'x'.repeat(1000));
      response.end();
    });
    await assert.rejects(outbound(t).request(get(server.origin)), {
      reason: 'network',
      message: `The reply of '127.0.0.1:${server.port}' has too many headers`,
    });
  });
});

describe('the time limit', () => {
  const timeout = { reason: 'timeout', message: 'The request took longer than 0.3 seconds' };

  /** Sends requests until one has run out of time where the test wants it: a busy machine may need longer to come that far. */
  async function timeOut(t: TestContext, url: string, isThere: () => boolean): Promise<void> {
    for (let timeoutMs = 300; !isThere(); timeoutMs *= 2)
      await assert.rejects(outbound(t).request(get(url, { timeoutMs })), { reason: 'timeout' });
  }

  /** Sends a byte now and then, so that the connection is never idle. */
  function drip(response: ServerResponse): void {
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  }

  test('ends an endless slow reply and closes the connection', async t => {
    const responses: ServerResponse[] = [];
    const server = await serve(t, (_request, response) => {
      responses.push(response);
      drip(response);
    });
    await timeOut(t, server.origin, () => responses.length > 0);
    const [response] = responses;
    assert.ok(response);
    if (!response.closed) await once(response, 'close');
  });

  test('includes redirects', async t => {
    const server = await serve(t, (request, response) => {
      if (request.url === '/') response.writeHead(302, { Location: '/slow' }).end();
    });
    await timeOut(t, `${server.origin}/`, () => server.seen.at(-1)?.url === '/slow');
  });

  test('includes the lookup', async t => {
    const http = outbound(t, { lookup: () => new Promise(() => {}) });
    await assert.rejects(http.request(get('http://slow.example/', { timeoutMs: 300 })), timeout);
  });
});

describe('a reply that breaks off is an error', () => {
  test('with a known length', async t => {
    const server = await serve(t, (_request, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('half', () => response.destroy());
    });
    await assert.rejects(outbound(t).request(get(server.origin)), {
      reason: 'network',
      message: `The connection to '127.0.0.1:${server.port}' broke off`,
    });
  });

  test('in chunks', async t => {
    const server = await serve(t, (_request, response) => {
      response.write('half', () => response.destroy());
    });
    await assert.rejects(outbound(t).request(get(server.origin)), {
      reason: 'network',
      message: `The reply of '127.0.0.1:${server.port}' is incomplete or not HTTP`,
    });
  });

  test('before it begins', async t => {
    const server = await serve(t, (_request, response) => response.destroy());
    await assert.rejects(outbound(t).request(get(server.origin)), {
      reason: 'network',
      message: `The connection to '127.0.0.1:${server.port}' broke off`,
    });
    assert.equal(server.connections(), 1);
  });
});

test('a header cannot change the prototype of the headers', async t => {
  const server = await serve(t, (_request, response) => {
    response.writeHead(200, ['__proto__', 'a', '__proto__', 'b', 'constructor', 'c']).end();
  });
  const { headers } = await outbound(t).request(get(server.origin));
  assert.equal(Object.getPrototypeOf(headers), Object.prototype);
  assert.equal(headers.constructor, 'c');
});

describe('a large reply', () => {
  const large = Buffer.alloc(3_000_000, 'x');

  test('is read when it is admitted, and the time of waiting does not count', async t => {
    const server = await serve(t, (_request, response) => response.end(large));
    const asked: number[] = [];
    const reply = await outbound(t).request(
      get(server.origin, {
        limitBytes: 4_000_000,
        timeoutMs: 1000,
        admit: async bytes => {
          asked.push(bytes);
          await new Promise(resolve => setTimeout(resolve, 1500));
        },
      }),
    );
    assert.equal(reply.body.length, large.length);
    assert.deepEqual(asked, [large.length]);
  });

  test('of unknown size may be as large as the limit', async t => {
    const server = await serve(t, (_request, response) => {
      response.write(large.subarray(0, 1_500_000));
      response.end(large.subarray(1_500_000));
    });
    const asked: number[] = [];
    const admit = async (bytes: number) => void asked.push(bytes);
    const reply = await outbound(t).request(get(server.origin, { limitBytes: 4_000_000, admit }));
    assert.equal(reply.body.length, large.length);
    assert.deepEqual(asked, [4_000_000]);
  });

  test('fails with the error of the admission', async t => {
    const server = await serve(t, (_request, response) => response.end(large));
    const admit = () => Promise.reject(new Error('no room'));
    const request = outbound(t).request(get(server.origin, { limitBytes: 4_000_000, admit }));
    await assert.rejects(request, (error: Error) => /no room/.test(String(error.cause ?? error)));
  });

  test('needs no admission when it is small', async t => {
    const server = await serve(t, (_request, response) => response.end('small'));
    const admit = () => Promise.reject(new Error('asked'));
    const reply = await outbound(t).request(get(server.origin, { admit }));
    assert.equal(reply.body.toString(), 'small');
  });
});
