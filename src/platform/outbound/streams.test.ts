/** Bodies that stream: those of requests, and replies that a sink takes. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { get, outbound, serve } from '../../../test/fixtures/outbound.ts';
import type { ReplySink } from './outbound.ts';
import { type ByteSource, digestBody } from './streamed-body.ts';

const MEGABYTE = 2 ** 20;
/** What a reply may have in memory. */
const LIMIT = 1.5 * MEGABYTE;

function source(content: string, counts = { reads: 0 }): ByteSource {
  return {
    sizeBytes: Buffer.byteLength(content),
    async *read() {
      counts.reads++;
      for (let start = 0; start < content.length; start += 1000) yield Buffer.from(content.slice(start, start + 1000));
    },
  };
}

/** Takes everything that is large. */
function counting(limitBytes: number): ReplySink & { bytes: number; announced: number | undefined; url: string } {
  const sink = {
    limitBytes,
    bytes: 0,
    announced: undefined as number | undefined,
    url: '',
    takes: () => true,
    async save(head: { url: string }, body: AsyncIterable<Buffer>, sizeBytes: number | undefined) {
      sink.announced = sizeBytes;
      sink.url = head.url;
      for await (const chunk of body) sink.bytes += chunk.length;
    },
  };
  return sink;
}

describe('a streamed request', () => {
  test('has the length of all its parts, and is read again after a redirect', async t => {
    const server = await serve(t, (request, response) => {
      if (request.url === '/') response.writeHead(307, { location: '/next' }).end();
      else response.end('ok');
    });
    const counts = { reads: 0 };
    const text = 'ab'.repeat(50_000);
    const body = { parts: [Buffer.from('<'), source(text, counts), Buffer.from('>')] };
    const reply = await outbound(t).request(get(`${server.origin}/`, { method: 'POST', body }));
    assert.equal(reply.body.toString(), 'ok');
    assert.deepEqual(
      server.seen.map(({ url, headers, body: sent }) => [url, headers['content-length'], sent === `<${text}>`]),
      [
        ['/', '100002', true],
        ['/next', '100002', true],
      ],
    );
    assert.equal(counts.reads, 2);
  });

  test('is signed as the whole would be', async () => {
    const text = 'a file '.repeat(5000);
    const streamed = await digestBody(createHmac('sha256', 'k'), { parts: [Buffer.from('x'), source(text)] });
    assert.equal(streamed.digest('hex'), createHmac('sha256', 'k').update(`x${text}`).digest('hex'));
  });

  test('fails as its source does', async t => {
    const server = await serve(t, (_, response) => response.end());
    const broken = {
      sizeBytes: 10,
      async *read() {
        yield Buffer.from('12345');
        throw new TypeError('the file is gone');
      },
    };
    const request = outbound(t).request(get(server.origin, { method: 'POST', body: { parts: [broken] } }));
    await assert.rejects(request, { name: 'TypeError', message: 'the file is gone' });
  });
});

describe('a sink', () => {
  test('takes more than the limit of replies in memory, and the reply is without it', async t => {
    const server = await serve(t, (_, response) => response.end(Buffer.alloc(3 * MEGABYTE)));
    const sink = counting(4 * MEGABYTE);
    const reply = await outbound(t).request(get(`${server.origin}/file`, { sink, limitBytes: LIMIT }));
    assert.deepEqual([reply.body.length, sink.bytes, sink.announced], [0, 3 * MEGABYTE, 3 * MEGABYTE]);
    assert.equal(sink.url, `${server.origin}/file`);
  });

  test('is not asked about small replies', async t => {
    const server = await serve(t, (_, response) => response.end('small'));
    const sink = counting(MEGABYTE);
    assert.equal((await outbound(t).request(get(server.origin, { sink, limitBytes: LIMIT }))).body.toString(), 'small');
  });

  for (const [what, headers, body] of [
    ['a reply', {}, Buffer.alloc(3 * MEGABYTE)],
    ['what a packed reply holds', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(3 * MEGABYTE))],
  ] as const) {
    test(`takes no more than its limit of ${what}`, async t => {
      const server = await serve(t, (_, response) => response.writeHead(200, headers).end(body));
      const sink = counting(2 * MEGABYTE);
      const request = outbound(t).request(get(server.origin, { sink, limitBytes: LIMIT }));
      await assert.rejects(request, { reason: 'too_large', message: 'The reply is larger than 2097152 bytes' });
      assert.ok(sink.bytes <= 2 * MEGABYTE);
    });
  }

  test('fails with its own error, and with that of the exchange when that broke off', async t => {
    const server = await serve(t, (request, response) => {
      response.writeHead(200, { 'content-length': 4 * MEGABYTE }).write(Buffer.alloc(2 * MEGABYTE));
      if (request.url === '/half') setImmediate(() => response.destroy());
      else response.end(Buffer.alloc(2 * MEGABYTE));
    });
    const full: ReplySink = {
      ...counting(9 * MEGABYTE),
      save: async () => {
        throw new RangeError('the quota is full');
      },
    };
    await assert.rejects(outbound(t).request(get(server.origin, { sink: full, limitBytes: LIMIT })), {
      message: 'the quota is full',
    });
    const half = outbound(t).request(get(`${server.origin}/half`, { sink: counting(9 * MEGABYTE), limitBytes: LIMIT }));
    await assert.rejects(half, { reason: 'network', message: /broke off/ });
  });

  test('has as much time as it takes, while something comes', async t => {
    const server = await serve(t, async (_, response) => {
      response.write(Buffer.alloc(2 * MEGABYTE));
      for (let part = 0; part < 4; part++) {
        await new Promise(resolve => setTimeout(resolve, 400));
        response.write('.');
      }
      response.end();
    });
    const sink = counting(3 * MEGABYTE);
    await outbound(t).request(get(server.origin, { sink, limitBytes: LIMIT, timeoutMs: 1500 }));
    assert.equal(sink.bytes, 2 * MEGABYTE + 4);
  });

  test('does not wait for a server that stands still', async t => {
    const server = await serve(t, async (request, response) => {
      response.write(Buffer.alloc(2 * MEGABYTE));
      await once(request.socket, 'close');
    });
    const request = outbound(t).request(
      get(server.origin, { sink: counting(3 * MEGABYTE), limitBytes: LIMIT, timeoutMs: 300 }),
    );
    await assert.rejects(request, { reason: 'timeout' });
  });
});
