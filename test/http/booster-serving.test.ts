/** How the service sends files of a panel: headers, ranges, conditions, names, and what a browser may show. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { testService } from '../support/service.ts';
import { makePanel, type SentFile, setFolders } from './booster-panels.ts';
import { TEN, TEN_ETAG, testSentFile } from './sent-file.ts';

const service = await testService();
const owner = await service.person();
const panel = await makePanel(service, owner);
const { url, download_url } = await panel.upload({ path: 'docs/digits.txt' }, { content: TEN });
const { url: emptyUrl } = await panel.upload({ path: 'docs/empty.txt' }, { content: '' });

function ask(headers: RequestInit['headers'] = {}, method = 'GET', link: string | null = url): Promise<Response> {
  return fetch(String(link), { method, headers });
}

/** Headers of every reply, whatever its status. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
};

testSentFile({ url: String(url), emptyUrl: String(emptyUrl), cacheControl: /^private, max-age=\d+$/ });

suite('headers', () => {
  const described = {
    ...ALWAYS,
    'content-type': 'text/plain',
    'content-length': '10',
    'content-disposition': 'attachment; filename="digits.txt"',
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
    etag: TEN_ETAG,
  };

  test('are the same for GET and HEAD', async () => {
    for (const link of [url, download_url]) {
      for (const method of ['GET', 'HEAD']) {
        const reply = await ask({}, method, link);
        assert.equal(reply.status, 200);
        assert.partialDeepStrictEqual(Object.fromEntries(reply.headers), described);
        assert.match(reply.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
        assert.match(reply.headers.get('cache-control') ?? '', /^private, max-age=\d+$/);
        assert.equal(await reply.text(), method === 'GET' ? TEN : '');
      }
    }
  });

  test('are as safe on refusals, which pages of other origins can read', async () => {
    const refusals: [status: number, link: string, headers?: Record<string, string>, method?: string][] = [
      [404, `${url}x`],
      [404, `${url}x`, {}, 'HEAD'],
      [416, String(url), { range: 'bytes=10-' }],
      [422, `${url}?w=0`],
      [304, String(url), { 'if-none-match': TEN_ETAG }],
      [206, String(url), { range: 'bytes=0-0' }],
    ];
    for (const [status, link, headers = {}, method = 'GET'] of refusals) {
      const reply = await ask({ origin: 'https://elsewhere.example', ...headers }, method, link);
      assert.equal(reply.status, status);
      assert.partialDeepStrictEqual(Object.fromEntries(reply.headers), ALWAYS, `${status} ${link}`);
      if (status >= 400) assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(reply.headers.get('content-disposition') !== null, status === 206, String(status));
      await reply.body?.cancel();
    }
  });

  test('let pages of other origins use the link', async () => {
    const preflight = await ask(
      {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'range',
      },
      'OPTIONS',
    );
    assert.deepEqual([preflight.status, await preflight.text()], [204, '']);
    const allowed = Object.fromEntries(preflight.headers);
    assert.partialDeepStrictEqual(allowed, ALWAYS);
    assert.match(allowed['access-control-allow-methods'] ?? '', /\bGET\b.*\bHEAD\b/);
    assert.match(allowed['access-control-allow-headers'] ?? '', /\*|range/i);
    assert.equal(allowed['access-control-allow-credentials'], undefined);
    const reply = await ask({ origin: 'https://elsewhere.example' });
    const exposed = reply.headers.get('access-control-expose-headers') ?? '';
    for (const name of ['content-disposition', 'content-length', 'content-range', 'accept-ranges', 'etag']) {
      assert.ok(exposed.includes(name), name);
    }
  });

  test('name the allowed methods if another one is used', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const reply = await ask({}, method);
      assert.equal(reply.status, 405);
      assert.match(reply.headers.get('allow') ?? '', /GET, HEAD/);
      assert.deepEqual(await reply.json(), { detail: 'method not allowed' });
    }
  });
});

test('the ranges of a large file add up to the file', async () => {
  const content = new Uint8Array(3_000_000).map((_, index) => index % 251);
  const large = await panel.upload({ path: 'docs/large.bin' }, { content, type: 'application/octet-stream' });
  const pieces: Buffer[] = [];
  for (let start = 0; start < content.length; start += 700_001) {
    const reply = await ask({ range: `bytes=${start}-${start + 700_000}` }, 'GET', large.url);
    assert.equal(reply.status, 206);
    pieces.push(Buffer.from(await reply.arrayBuffer()));
  }
  assert.equal(createHash('sha256').update(Buffer.concat(pieces)).digest('hex'), large.sha256);
});

suite('the name in content-disposition is right for', () => {
  const names: [filename: string, disposition: string][] = [
    ['a b-c_(1).txt', 'attachment; filename="a b-c_(1).txt"'],
    ['a;b=c, d.txt', `attachment; filename="a;b=c, d.txt"; filename*=UTF-8''a%3Bb%3Dc%2C%20d.txt`],
    ['灯泡.jpeg.txt', `attachment; filename="__.jpeg.txt"; filename*=UTF-8''%E7%81%AF%E6%B3%A1.jpeg.txt`],
    ['naïve 🎉.txt', `attachment; filename="na_ve _.txt"; filename*=UTF-8''na%C3%AFve%20%F0%9F%8E%89.txt`],
    ['a`$&!{}[].txt', 'attachment; filename="a`$&!{}[].txt"; filename*=UTF-8\'\'a%60%24%26!%7B%7D%5B%5D.txt'],
    ['.hidden', 'attachment; filename=".hidden"'],
    ['\u202egnp.exe', `attachment; filename="_gnp.exe"; filename*=UTF-8''%E2%80%AEgnp.exe`],
    ['x'.repeat(507), `attachment; filename="${'x'.repeat(507)}"`],
  ];
  for (const [name, disposition] of names) {
    test(name.slice(0, 20), async () => {
      const named = await panel.upload({ path: `n/${name}` });
      const reply = await ask({}, 'HEAD', named.url);
      assert.equal(reply.headers.get('content-disposition'), disposition);
      assert.equal(readName(reply.headers.get('content-disposition') ?? ''), name, 'as browsers read it');
    });
  }

  function readName(disposition: string): string {
    const [, encoded] = /filename\*=UTF-8''(\S+)$/.exec(disposition) ?? [];
    const [, quoted = ''] = /filename="((?:[^"\\]|\\.)*)"/.exec(disposition) ?? [];
    return encoded === undefined ? quoted.replace(/\\(.)/g, '$1') : decodeURIComponent(encoded);
  }
});

suite('what a browser may show', () => {
  const bytes = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'));
  const PNG = bytes('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ');
  const MP3 = Uint8Array.from([
    ...Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'),
    0xff,
    0xfb,
    0x90,
    0x64,
    ...Array(500).fill(0),
  ]);
  const MP4 = Uint8Array.from(Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2\0\0\0\x08free', 'latin1'));
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  const XHTML = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body onload="alert(1)"/></html>';

  const shown: [name: string, sent: SentFile, type: string][] = [
    ['a.png', { content: PNG, type: 'image/png' }, 'image/png'],
    ['a.bin', { content: PNG, type: 'application/octet-stream' }, 'image/png'],
    ['a.mp3', { content: MP3, type: 'audio/mpeg' }, 'audio/mpeg'],
    ['a.mp4', { content: MP4, type: 'video/mp4' }, 'video/mp4'],
    ['a.pdf', { content: '%PDF-1.7\n', type: 'application/pdf' }, 'application/pdf'],
  ];
  for (const [name, sent, type] of shown) {
    test(`${name} sent as ${sent.type} is shown as ${type}`, async () => {
      const file = await panel.upload({ path: `show/${name}` }, sent);
      const [view, download] = [await ask({}, 'GET', file.url), await ask({}, 'GET', file.download_url)];
      assert.equal(view.headers.get('content-type'), type);
      assert.match(view.headers.get('content-disposition') ?? '', /^inline; filename=/);
      assert.match(download.headers.get('content-disposition') ?? '', /^attachment; filename=/);
      const policies = [view, download].map(reply => reply.headers.get('content-security-policy') ?? '');
      for (const policy of policies) assert.match(policy, /default-src 'none'/);
      // Browsers do not show PDFs in a sandbox.
      assert.equal(policies[0]?.includes('sandbox'), type !== 'application/pdf');
      assert.equal(policies[1]?.includes('sandbox'), true);
      await Promise.all([view.arrayBuffer(), download.arrayBuffer()]);
    });
  }

  const downloaded: [name: string, sent: SentFile, type: string][] = [
    ['a.txt', { content: 'text', type: 'text/plain' }, 'text/plain'],
    ['page.html', { content: '<!doctype html><script>alert(1)</script>', type: 'text/html' }, 'text/html'],
    ['page.txt', { content: '<html><script>alert(1)</script>', type: 'text/plain' }, 'text/html'],
    ['page.bin', { content: '\ufeff<!-- x --><html>', type: 'application/octet-stream' }, 'text/html'],
    ['page.mp4', { content: '<html><script>alert(1)</script>', type: 'video/mp4' }, 'text/html'],
    ['a.svg', { content: SVG, type: 'image/svg+xml' }, 'image/svg+xml'],
    ['b.txt', { content: `\ufeff<!--${'x'.repeat(3000)}-->${SVG}`, type: 'text/plain' }, 'image/svg+xml'],
    ['a.xml', { content: '<?xml version="1.0"?><?xml-stylesheet href="x"?><a/>', type: 'text/xml' }, 'application/xml'],
    ['c.txt', { content: '<?xml version="1.0"?><a/>', type: 'text/plain' }, 'application/xml'],
    ['a.xhtml', { content: XHTML, type: 'application/xhtml+xml' }, 'application/xhtml+xml'],
    ['a.js', { content: 'alert(1)', type: 'text/javascript' }, 'text/javascript'],
    ['a.zip', { content: 'PK\x03\x04', type: 'application/zip' }, 'application/zip'],
  ];
  for (const [name, sent, type] of downloaded) {
    test(`${name} sent as ${sent.type} is downloaded as ${type}`, async () => {
      for (const folder of ['docs', 'open']) {
        await setFolders(panel, { open: { public_links: true } });
        const file = await panel.upload({ path: `${folder}/kinds/${name}` }, sent);
        assert.equal(file.content_type, type);
        for (const link of [file.url, file.download_url]) {
          const reply = await ask({}, 'HEAD', link);
          assert.equal(reply.headers.get('content-type'), type);
          assert.match(reply.headers.get('content-disposition') ?? '', /^attachment; filename=/);
          assert.match(reply.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
          assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
        }
      }
    });
  }

  test('a PDF whose type has parameters is still shown', async () => {
    const body = { path: 'docs/p.pdf', data: 'JVBERi0xLjcK', content_type: 'application/pdf; version=1.7' };
    const reply = await ask({}, 'HEAD', (await panel.ask('upload-b64', body)).url);
    assert.match(reply.headers.get('content-disposition') ?? '', /^inline;/);
    assert.doesNotMatch(reply.headers.get('content-security-policy') ?? '', /sandbox/);
  });
});
