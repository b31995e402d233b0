/** Tests attacks through outgoing requests: every way to reach a private address, and replies that never end. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite } from 'node:test';
import { gzipSync } from 'node:zlib';
import PostalMime from 'postal-mime';
import { chain, node } from '../support/definitions.ts';
import { type Answer, json, openPlaces } from '../support/outside-places.ts';
import { findStep, readResult, readStepOutput, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';

/** Uses the default settings, which allow no private address. */
const closed = await testService();
const open = await testService({
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
  HEDDLE_MAX_FILE_MB: '1',
  HEDDLE_RUN_FILE_BYTES: String(2 ** 20),
});
/** Allows 127.0.0.2, and no other address of this machine. */
const neighbour = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.2' });
const openPlace = await openPlaces();
const openElsewhere = await openPlaces('127.0.0.2');

const call = (params: Record<string, unknown>) => chain(node('call', 'http.request', params));
const redirect =
  (location: string, status = 302): Answer =>
  (_request, response) =>
    // Servers send other characters than ASCII as the bytes of UTF-8.
    response.writeHead(status, { location: Buffer.from(location).toString('latin1') }).end();

const HOSTS = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '0',
  '0.0.0.0',
  '[::]',
  '[::1]',
  '[::ffff:7f00:1]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '100.64.0.1',
  '169.254.169.254',
  '10.0.0.1',
  '192.168.0.1',
  '[fe80::1]',
  '[fd00:ec2::254]',
  'localhost',
  'localhost.',
  'LOCALHOST',
];

suite('addresses', () => {
  const here = openPlace(json({ secret: true }));
  const { port } = new URL(here.url);

  for (const [index, host] of HOSTS.entries()) {
    test(`${host} is not reached`, async () => {
      for (const url of [`http://${host}:${port}/${here.url.split('/').at(-1)}`, `https://${host}/`]) {
        const run = await runOnce(closed, call({ url: '{{ input.url }}' }), { url });
        assert.equal(run.status, 'failed', url);
        assert.match(run.error, /is not public$|was not found$/, url);
        assert.equal(findStep(run, 'call').output_json, '');
      }
      assert.equal(here.seen.length, 0);
    });

    test(`${host} is not reached by a redirect`, async () => {
      // Every status for one host, and every host for one that keeps the body or one that does not.
      for (const status of index === 0 ? [301, 302, 303, 307, 308] : [index % 2 === 0 ? 302 : 307]) {
        const place = openElsewhere(redirect(`http://${host}:${port}/`, status));
        const run = await runOnce(neighbour, call({ url: place.url, method: 'POST', body: { a: 1 } }));
        assert.match(run.error, /is not public$|was not found$/, String(status));
        assert.equal(place.seen.length, 1);
      }
      assert.equal(here.seen.length, 0);
    });
  }

  test('other schemes, and URLs with credentials, are refused', async () => {
    for (const location of ['file:///etc/passwd', 'gopher://127.0.0.1/', 'ftp://127.0.0.1/', 'data:text/plain,x']) {
      const place = openPlace(redirect(location));
      const run = await runOnce(open, call({ url: place.url }));
      assert.match(run.error, /http:\/\/ or https:\/\//, location);
    }
    for (const url of ['file:///etc/passwd', 'ftp://example.org/', '//127.0.0.1/', 'javascript:1', '/etc/passwd']) {
      const run = await runOnce(open, call({ url: '{{ input.url }}' }), { url });
      assert.equal(run.status, 'failed', url);
    }
    const credentials = await runOnce(open, call({ url: '{{ input.url }}' }), {
      url: here.url.replace('//', '//u:p@'),
    });
    assert.match(credentials.error, /user name or password/);
  });

  test('an address that is not listed is not reached, although its neighbour is', async () => {
    const place = openElsewhere(json({}));
    const run = await runOnce(open, call({ url: place.url }));
    assert.match(run.error, /'127.0.0.2' is not public$/);
    assert.equal(place.seen.length, 0);
  });
});

suite('redirects', () => {
  test('carry credentials within one origin, but not to another', async () => {
    const wide = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
    const headers = { Authorization: 'Bearer s', Cookie: 'c=s', 'X-Api-Key': 's', 'X-Auth-Token': 's', 'X-Other': 'o' };
    const names = ['authorization', 'cookie', 'x-api-key', 'x-auth-token', 'x-service-signature'];
    for (const [openTarget, carried] of [
      [openElsewhere, false],
      [openPlace, true],
    ] as const) {
      const target = openTarget(json({ there: true }));
      const from = openPlace(redirect(target.url, 307));
      const run = await runOnce(wide, call({ url: from.url, method: 'POST', body: { a: 1 }, headers, sign: true }));
      assert.deepEqual((readStepOutput(run, 'call') as { body: unknown }).body, { there: true });
      const seen = target.seen[0]?.headers ?? {};
      for (const name of names) assert.equal(name in seen, carried, name);
      assert.equal(seen['x-other'], 'o');
      for (const name of names) assert.ok(name in (from.seen[0]?.headers ?? {}), name);
    }
  });

  test('are followed at most five times', async () => {
    const end = openPlace(json('end'));
    let url = end.url;
    const urls = Array.from({ length: 6 }, () => {
      url = openPlace(redirect(url)).url;
      return url;
    });
    const five = await runOnce(open, call({ url: urls[4] }));
    assert.equal((readStepOutput(five, 'call') as { body: unknown }).body, 'end');
    const six = await runOnce(open, call({ url: urls[5] }));
    assert.match(six.error, /redirected more than 5 times/);
    const circle = openPlace((_request, response) => response.writeHead(302, { location: circle.url }).end());
    assert.match((await runOnce(open, call({ url: circle.url }))).error, /redirected more than 5 times/);
    assert.equal(circle.seen.length, 6);
  });
});

suite('replies', () => {
  const others = async () =>
    assert.equal(readResult(await runOnce(open, chain(node('done', 'output', { value: 1 })))), 1);

  test('that are decompression bombs fail the step', COMPLETE_ONLY, async () => {
    // 40 MB of zeros compress to 40 KB.
    const bomb = gzipSync(Buffer.alloc(40 * 2 ** 20));
    const place = openPlace((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(bomb),
    );
    const run = await runOnce(open, call({ url: place.url }));
    assert.equal(run.status, 'failed');
    assert.match(run.error, /larger than|more than/);
    await others();
  });

  test('that never end are aborted by size or by time', COMPLETE_ONLY, async () => {
    const chunk = randomBytes(2 ** 20);
    const flood = openPlace((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      const pump = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', pump);
      pump();
    });
    const flooded = await runOnce(open, call({ url: flood.url }));
    assert.match(flooded.error, /larger than/);
    const drip = openPlace((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const dripped = await runOnce(open, call({ url: drip.url, timeout_seconds: 0.5 }));
    assert.match(dripped.error, /took longer than 0.5 seconds/);
    await others();
  });

  test('that become files obey the file size limit and the quota', async () => {
    const place = openPlace((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/zip' }).end(Buffer.alloc(2 ** 20 + 1)),
    );
    assert.match((await runOnce(open, call({ url: place.url }))).error, /the file is larger than 1 MB/);
    const poor = await open.person({ storage_quota: 10 });
    const small = openPlace((_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(11)),
    );
    assert.equal((await runOnce(open, call({ url: small.url }), {}, poor.key)).error, 'storage quota exceeded');
  });

  test('that are not HTTP, or are incomplete, fail the step', async () => {
    for (const bytes of ['nonsense\r\n\r\n', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nx', '']) {
      const place = openPlace((_request, response) => response.socket?.end(bytes));
      const run = await runOnce(open, call({ url: place.url }));
      assert.equal(run.status, 'failed');
      assert.match(run.error, /^The (reply|connection|request) /);
    }
  });
});

suite('an outgoing request or mail', () => {
  test('contains no line breaks from a template', async () => {
    const place = openPlace(json({}));
    for (const bad of ['a\r\nX-Injected: 1', 'a\nb', 'a\rb', 'a\x7fb', 'ä\u2028']) {
      const inHeader = await runOnce(open, call({ url: place.url, headers: { 'X-A': '{{ input.bad }}' } }), { bad });
      assert.match(inHeader.error, /header 'X-A'/, JSON.stringify(bad));
    }
    for (const bad of ['\r\nX-Injected: 1', '\n', '\t', '\x7f']) {
      const inUrl = await runOnce(open, call({ url: `${place.url}/{{ input.bad }}` }), { bad });
      assert.match(inUrl.error, /URL/, JSON.stringify(bad));
    }
    // A request can not contain NUL, but a template can produce one.
    for (const params of [{ headers: { 'X-A': '{{ "\\x00" }}' } }, { url: `${place.url}/{{ "\\x00" }}` }]) {
      const run = await runOnce(open, call({ url: place.url, ...params }));
      assert.match(run.error, /header 'X-A'|URL/);
    }
    assert.equal(place.seen.length, 0);
    await runOnce(open, call({ url: place.url, query: { q: '{{ input.bad }}' } }), { bad: '\r\nX-Injected: 1' });
    assert.equal(place.seen[0]?.headers['x-injected'], undefined);
    assert.match(place.seen[0]?.path ?? '', /q=%0D%0AX-Injected/);
  });

  test('can not set headers that the service controls, such as Host', async () => {
    const place = openPlace(json({}));
    for (const name of ['Host', 'Content-Length', 'Transfer-Encoding', 'Connection', 'Upgrade', 'Expect', 'TE']) {
      const run = await runOnce(open, call({ url: place.url, headers: { [name]: 'x' } }));
      assert.match(run.error, /cannot be set$/, name);
    }
    assert.equal(place.seen.length, 0);
  });

  test('has no mail header and no recipient from a template', async () => {
    const ann = await open.person();
    const bad = 'x\r\nBcc: evil@example.org\r\n\r\nbody';
    const mail = node('mail', 'notify', { subject: '{{ input.bad }}', message: '{{ input.bad }}' });
    const run = await runOnce(open, chain(mail), { bad }, ann.key);
    assert.deepEqual(readStepOutput(run, 'mail'), { sent_to: ann.email });
    const outbox = path.join(open.dataFolder, 'outbox');
    const [name = '', ...more] = await readdir(outbox);
    const { to, bcc, headers } = await PostalMime.parse(await readFile(path.join(outbox, name)));
    assert.deepEqual([to?.map(({ address }) => address), bcc, more.length], [[ann.email], undefined, 0]);
    assert.equal(headers.filter(({ key }) => key === 'bcc').length, 0);
  });
});
