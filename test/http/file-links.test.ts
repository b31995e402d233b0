/** The download links of files: who may use them, and which content and headers they send. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { get } from 'node:http';
import { suite, test } from 'node:test';
import { ADMIN_KEY, testService } from '../support/service.ts';
import { createFileForm, upload } from './file-uploads.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';
import { TEN, TEN_ETAG, testSentFile } from './sent-file.ts';

const memory = memoryLog();
const service = await testService({}, memory);
const ada = await service.person();
const file = await upload(service, ada, createFileForm(TEN, 'digits.txt'));
const empty = await upload(service, ada, createFileForm(''));

function ask(headers: RequestInit['headers'] = {}, method = 'GET', url = file.file_url): Promise<Response> {
  return fetch(url, { method, headers });
}

testSentFile({
  url: file.file_url,
  emptyUrl: empty.file_url,
  cacheControl: /^private, max-age=0, must-revalidate$/,
});

suite('a download link', () => {
  test('works for anyone who has it, with any key or none', async () => {
    for (const headers of [{}, { 'uni-api-key': ada.key }, { 'uni-api-key': 'of nobody' }]) {
      const reply = await ask(headers);
      assert.deepEqual([reply.status, await reply.text()], [200, TEN]);
    }
  });

  test('is refused with any other id or secret, always in the same way', async () => {
    const { id } = file;
    const secret = new URL(file.file_url).searchParams.get('secret') ?? '';
    const other = await upload(service, ada, createFileForm('other'));
    const otherSecret = new URL(other.file_url).searchParams.get('secret') ?? '';
    const flipped = (secret.startsWith('A') ? 'B' : 'A') + secret.slice(1);
    const queries = [
      '',
      `id=${id}`,
      `secret=${secret}`,
      `id=${id}&secret=`,
      `id=${id}&secret=${flipped}`,
      `id=${id}&secret=${secret}A`,
      `id=${id}&secret=${secret.slice(0, -1)}`,
      `id=${id}&secret=${otherSecret}`,
      `id=${id}&secret=${'x'.repeat(10_000)}`,
      `id=${id}&secret=%00`,
      `id=${randomUUID()}&secret=${secret}`,
      `id=x&secret=${secret}`,
      `id=${id}%00&secret=${secret}`,
      `id=urn:uuid:${id}&secret=${secret}`,
      `id=${id}&id=${id}&secret=${secret}`,
      `id=${id}&secret=${secret}&secret=${secret}`,
      `id[file_id]=${id}&secret=${secret}`,
    ];
    for (const query of queries) {
      const reply = await service.send(`/file?${query}`, { method: 'GET' });
      assert.deepEqual([reply.status, reply.body], [404, { detail: 'file not found' }], query);
      const head = await fetch(`${service.url}/file?${query}`, { method: 'HEAD' });
      assert.deepEqual([head.status, await head.text()], [404, ''], query);
    }
  });

  test('stops working when its file is deleted, even if the client has a cached copy', async () => {
    const gone = await upload(service, ada, createFileForm(TEN));
    await service.ask(`/api/v1/file/delete?entity_id=${gone.id}`, {}, ada.key);
    for (const headers of [{}, { 'if-none-match': TEN_ETAG }, { range: 'bytes=0-0' }]) {
      assert.equal((await ask(headers, 'GET', gone.file_url)).status, 404);
    }
  });

  test('is ended by the owner alone, who gets a new one', async () => {
    const [lent, bob] = [await upload(service, ada, createFileForm(TEN)), await service.person()];
    const path = `/api/v1/file/end_links?entity_id=${lent.id}`;
    await service.refuse(404, 'entity not found', path, {}, bob.key);
    const { file_url, ...renewed } = await service.ask<typeof lent>(path, {}, ada.key);
    assert.partialDeepStrictEqual(lent, renewed);
    assert.notEqual(file_url, lent.file_url);
    assert.equal((await ask({}, 'GET', lent.file_url)).status, 404);
    assert.equal((await ask({}, 'GET', file_url)).status, 200);
  });

  test('refuses other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const reply = await ask({ 'uni-api-key': ADMIN_KEY }, method);
      assert.deepEqual([reply.status, reply.headers.get('allow')], [405, 'GET, HEAD']);
      await reply.body?.cancel();
    }
  });

  test('leaves its secret out of the log', async () => {
    await ask();
    const text = JSON.stringify(memory.lines());
    assert.match(text, /"route":"\/file"/);
    assert.equal(text.includes(new URL(file.file_url).searchParams.get('secret') ?? ''), false);
  });
});

suite('the headers of a download', () => {
  const expected = {
    'content-type': 'text/plain',
    'content-length': '10',
    'content-disposition': 'attachment; filename="digits.txt"',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'private, max-age=0, must-revalidate',
    'accept-ranges': 'bytes',
    etag: TEN_ETAG,
  };

  test('are the same for GET and HEAD', async () => {
    for (const method of ['GET', 'HEAD']) {
      const reply = await ask({}, method);
      assert.equal(reply.status, 200);
      assert.partialDeepStrictEqual(Object.fromEntries(reply.headers), expected);
      assert.equal(await reply.text(), method === 'GET' ? TEN : '');
    }
  });

  test('make browsers save HTML and SVG instead of showing them', async () => {
    const pages = { 'text/html': '<script>alert(1)</script>', 'image/svg+xml': '<svg onload="alert(1)"/>' };
    for (const [type, content] of Object.entries(pages)) {
      const page = await upload(service, ada, createFileForm(content, 'x', 'text/plain'));
      const reply = await ask({}, 'GET', page.file_url);
      await reply.body?.cancel();
      assert.equal(reply.headers.get('content-type'), type);
      assert.match(reply.headers.get('content-disposition') ?? '', /^attachment;/);
    }
  });

  const names: [filename: string, disposition: string][] = [
    ['a b-c_(1).txt', 'attachment; filename="a b-c_(1).txt"'],
    ['a;b=c.txt', `attachment; filename="a;b=c.txt"; filename*=UTF-8''a%3Bb%3Dc.txt`],
    ["it's 100%.txt", `attachment; filename="it's 100%.txt"; filename*=UTF-8''it%27s%20100%25.txt`],
    ['灯泡.jpeg', `attachment; filename="__.jpeg"; filename*=UTF-8''%E7%81%AF%E6%B3%A1.jpeg`],
    ['naïve 🎉.txt', `attachment; filename="na_ve _.txt"; filename*=UTF-8''na%C3%AFve%20%F0%9F%8E%89.txt`],
  ];
  for (const [filename, disposition] of names) {
    test(`contain the file name ${filename}`, async () => {
      const named = await upload(service, ada, createFileForm('x', filename));
      assert.equal(named.filename, filename);
      const reply = await ask({}, 'HEAD', named.file_url);
      assert.equal(reply.headers.get('content-disposition'), disposition);
    });
  }
});

test('the service closes a file when the client that downloads it disconnects', async () => {
  const large = await upload(service, ada, createFileForm(new Uint8Array(20 * 2 ** 20)));
  const before = await openBlobs();
  for (let time = 0; time < 5; time++) {
    const request = get(large.file_url);
    const { promise, resolve } = Promise.withResolvers<void>();
    request.on('response', reply => reply.once('data', () => reply.destroy()).once('close', resolve));
    request.on('error', () => {});
    await promise;
  }
  await poll(async () => ((await openBlobs()) === before ? true : undefined));

  async function openBlobs(): Promise<number> {
    const descriptors = await readdir('/proc/self/fd');
    const targets = await Promise.all(descriptors.map(name => readlink(`/proc/self/fd/${name}`).catch(() => '')));
    return targets.filter(target => target.includes('/blobs/')).length;
  }
});
