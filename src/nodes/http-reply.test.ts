/** How `http.request` converts a reply. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { serve } from '../../test/fixtures/outbound.ts';
import { failure, perform, testStep } from '../../test/fixtures/step.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { StepOutcome } from './step.ts';

interface Received {
  outcome: StepOutcome;
  body: unknown;
  saved: { filename: string; contentType?: string | undefined; content: Uint8Array }[];
}

async function received(
  t: TestContext,
  body: string | Buffer,
  headers: OutgoingHttpHeaders = {},
  { status = 200, path = '/', ...params }: { status?: number; path?: string; method?: string } = {},
): Promise<Received> {
  const server = await serve(t, (_, response) => response.writeHead(status, headers).end(body));
  const { context, saved } = await testStep(t);
  const outcome = await perform('http.request', { url: server.origin + path, accept_errors: true, ...params }, context);
  return { outcome, body: (outcome.output as { body: unknown }).body, saved };
}

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');

test('the output has the status, headers and body of the reply', async t => {
  const { outcome } = await received(t, '{"a":1}', { 'Content-Type': 'application/json', 'X-Two': ['1', '2'] });
  const { status, headers, body } = outcome.output as {
    status: number;
    headers: Record<string, string>;
    body: unknown;
  };
  assert.deepEqual([status, body], [200, { a: 1 }]);
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['x-two'], '1, 2');
  assert.deepEqual([outcome.text, outcome.handle, outcome.fileIds], ['200 OK', undefined, []]);
});

test('an unknown status has no reason phrase', async t => {
  assert.equal((await received(t, 'x', {}, { status: 299 })).outcome.text, '299');
});

describe('the body is a value:', () => {
  const latin1 = Buffer.from('Zoë', 'latin1');
  const cases: [type: string | undefined, sent: string | Buffer, body: unknown][] = [
    ['application/json', '[1,null,"x"]', [1, null, 'x']],
    ['application/json; charset=utf-8', '\ufeff{"a":"ü"}', { a: 'ü' }],
    ['APPLICATION/JSON', 'null', null],
    ['application/problem+json', '{"title":"x"}', { title: 'x' }],
    ['text/json', '7', 7],
    ['application/json; charset=iso-8859-1', Buffer.from('"Zoë"', 'latin1'), 'Zoë'],
    ['application/json', 'not json', 'not json'],
    ['application/json', '{"a":1', '{"a":1'],
    ['application/json', '{"__proto__":{"a":1}}', JSON.parse('{"__proto__":{"a":1}}')],
    ['text/plain', '{"a":1}', '{"a":1}'],
    ['text/plain', 'a\0b\r\n', 'a\0b\r\n'],
    ['text/html', '<p>ü</p>', '<p>ü</p>'],
    ['text/csv; charset=latin1', latin1, 'Zoë'],
    ['text/csv; charset="ISO-8859-1"', latin1, 'Zoë'],
    ['text/plain; charset=windows-1252', Buffer.from([0x80, 0x41]), '€A'],
    ['text/plain; charset=utf-16le', Buffer.from('Zoë', 'utf16le'), 'Zoë'],
    ['text/plain; charset=utf-16', Buffer.from('\ufeffZoë', 'utf16le'), 'Zoë'],
    ['text/plain; charset=shift_jis', Buffer.from([0x83, 0x65]), 'テ'],
    ['text/plain; charset=klingon', 'ü', 'ü'],
    ['text/plain', latin1, 'Zo\ufffd'],
    ['application/xml', '<a/>', '<a/>'],
    ['image/svg+xml', '<svg/>', '<svg/>'],
    ['application/x-www-form-urlencoded', 'a=1', 'a=1'],
    ['application/x-ndjson', '{}\n{}', '{}\n{}'],
    [undefined, '{"a":1}', { a: 1 }],
    [undefined, 'plain', 'plain'],
    ['nonsense', '[1]', [1]],
  ];
  for (const [type, sent, body] of cases) {
    test(`${type}: ${JSON.stringify(sent.toString('latin1'))}`, async t => {
      const reply = await received(t, sent, type === undefined ? {} : { 'content-type': type });
      assert.deepEqual(reply.body, body);
      assert.deepEqual(reply.saved, []);
    });
  }

  test('a compressed body', async t => {
    const { gzipSync } = await import('node:zlib');
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    assert.deepEqual((await received(t, gzipSync('{"a":1}'), headers)).body, { a: 1 });
  });
});

describe('the body is null for', () => {
  const json = { 'content-type': 'application/json' };
  test('an empty JSON reply', async t => assert.equal((await received(t, '', json)).body, null));
  test('an empty reply of a binary type', async t => {
    const { body, saved } = await received(t, '', { 'content-type': 'image/png' });
    assert.deepEqual([body, saved], [null, []]);
  });
  test('204', async t => assert.equal((await received(t, '', {}, { status: 204 })).body, null));
  test('304', async t => assert.equal((await received(t, '', json, { status: 304 })).body, null));
  test('HEAD', async t => assert.equal((await received(t, '{}', json, { method: 'HEAD' })).body, null));
});

describe('a file of the run is stored', () => {
  test('with its metadata as the body and its id in the outcome', async t => {
    const { outcome, body, saved } = await received(
      t,
      png,
      { 'content-type': 'image/png; q=1' },
      { path: '/a/logo.png' },
    );
    assert.deepEqual(body, {
      file_id: 'file-1',
      filename: 'logo.png',
      content_type: 'image/png',
      file_url: 'http://localhost/file-1',
      size: png.length,
    });
    assert.deepEqual(outcome.fileIds, ['file-1']);
    assert.deepEqual(saved, [{ filename: 'logo.png', contentType: 'image/png', content: png }]);
  });

  test('with the name from the server', async t => {
    const headers = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="May 1.pdf"' };
    assert.equal((await received(t, '%PDF-', headers, { path: '/x.bin' })).saved[0]?.filename, 'May 1.pdf');
  });

  test('for bytes without a type', async t => {
    const { saved } = await received(t, png);
    assert.deepEqual(
      saved.map(({ filename, contentType }) => [filename, contentType]),
      [['response.bin', 'application/octet-stream']],
    );
  });

  test('for text that the server declares as bytes', async t => {
    const { saved } = await received(t, 'text', { 'content-type': 'application/octet-stream' });
    assert.equal(saved.length, 1);
  });

  test('for an accepted error status', async t => {
    const { outcome, saved } = await received(t, png, { 'content-type': 'image/png' }, { status: 404 });
    assert.deepEqual([outcome.text, saved.length], ['404 Not Found', 1]);
  });

  test('with the name of the target of a redirect', async t => {
    const server = await serve(t, ({ url }, response) => {
      if (url === '/latest') response.writeHead(302, { location: '/v7.zip' }).end();
      else response.writeHead(200, { 'content-type': 'application/zip' }).end(png);
    });
    const { context, saved } = await testStep(t);
    await perform('http.request', { url: `${server.origin}/latest` }, context);
    assert.equal(saved[0]?.filename, 'v7.zip');
  });
});

test('JSON that is nested too deeply fails the step', async t => {
  const reply = received(t, '['.repeat(5000) + ']'.repeat(5000), { 'content-type': 'application/json' });
  await assert.rejects(reply, failure('The reply can not be read: JSON is nested more than 1000 levels deep'));
});

describe('the limits of replies:', () => {
  const { file, value } = fixedLimits.run.replyBytes;

  test('a text may be as long as the limit', async t => {
    const longest = await received(t, Buffer.alloc(value, 'x'), { 'content-type': 'text/plain' });
    assert.equal((longest.body as string).length, value);
  });

  for (const type of ['text/plain', 'application/json']) {
    test(`${type} may not be longer than the limit`, async t => {
      const reply = received(t, Buffer.alloc(value + 1, '1'), { 'content-type': type });
      await assert.rejects(reply, failure(`The reply is text or JSON of more than ${value} bytes`));
    });
  }

  test('a file may be as long as the limit, and no longer', async t => {
    const content = Buffer.alloc(file + 1, 'x');
    const headers = { 'content-type': 'application/zip' };
    const { saved } = await received(t, content.subarray(0, file), headers);
    const hash = (bytes: Uint8Array = Buffer.alloc(0)) => createHash('sha256').update(bytes).digest('hex');
    assert.equal(hash(saved[0]?.content), hash(content.subarray(0, file)));
    await assert.rejects(received(t, content, headers), failure(`The reply is larger than ${file} bytes`));
  });
});
