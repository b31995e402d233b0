/** Tests of how a link sends its file, in ranges and with conditions. Links of every kind must pass them. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { suite, test } from 'node:test';

export const TEN = '0123456789';
export const TEN_ETAG = `"${hash('sha256', TEN)}"`;

export interface SentFiles {
  /** The link of a file whose content is `TEN`. */
  url: string;
  /** The link of an empty file. */
  emptyUrl: string;
  /** The cache-control header that links of this kind send. */
  cacheControl: RegExp;
}

export function testSentFile({ url, emptyUrl, cacheControl }: SentFiles): void {
  const ask = (headers: Record<string, string>, method = 'GET') => fetch(url, { method, headers });
  const assertCached = ({ headers }: Response) => assert.match(headers.get('cache-control') ?? '', cacheControl);

  test('an empty file is sent', async () => {
    for (const method of ['GET', 'HEAD']) {
      const reply = await fetch(emptyUrl, { method });
      assert.deepEqual([reply.status, reply.headers.get('content-length'), await reply.text()], [200, '0', '']);
    }
  });

  suite('a range', () => {
    const parts: [range: string, text: string, contentRange: string][] = [
      ['bytes=0-0', '0', 'bytes 0-0/10'],
      ['bytes=-1', '9', 'bytes 9-9/10'],
      ['bytes=5-5', '5', 'bytes 5-5/10'],
      ['bytes=8-99', '89', 'bytes 8-9/10'],
      ['bytes=3-', '3456789', 'bytes 3-9/10'],
      ['bytes=-99', TEN, 'bytes 0-9/10'],
      ['bytes=0-', TEN, 'bytes 0-9/10'],
      ['Bytes=1-2', '12', 'bytes 1-2/10'],
      ['bytes=9-99999999999999999999999', '9', 'bytes 9-9/10'],
    ];
    for (const [range, text, contentRange] of parts) {
      test(`${range} is answered with 206`, async () => {
        const reply = await ask({ range });
        assert.deepEqual([reply.status, await reply.text()], [206, text]);
        assert.equal(reply.headers.get('content-range'), contentRange);
        assert.equal(reply.headers.get('content-length'), String(text.length));
        assert.equal(reply.headers.get('etag'), TEN_ETAG);
        assertCached(reply);
      });
    }

    for (const range of ['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=99999999999999999999999-']) {
      test(`${range} is answered with 416`, async () => {
        const reply = await ask({ range });
        assert.deepEqual([reply.status, await reply.json()], [416, { detail: 'the range is not within the file' }]);
        assert.equal(reply.headers.get('content-range'), 'bytes */10');
        assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
        assert.equal(reply.headers.get('content-disposition'), null);
      });
    }

    const many = `bytes=${Array.from({ length: 1000 }, (_, index) => `${index}-${index}`).join(',')}`;
    const ignored = ['items=0-1', 'bytes=0-1,4-5', many, 'bytes=-', 'bytes=5-2', 'bytes=a-b', 'bytes=0-1-2', '0-1'];
    for (const range of ignored) {
      test(`${range.slice(0, 20)} is answered with the whole file`, async () => {
        const reply = await ask({ range });
        assert.deepEqual([reply.status, await reply.text()], [200, TEN]);
      });
    }

    test('is ignored for HEAD', async () => {
      const reply = await ask({ range: 'bytes=0-0' }, 'HEAD');
      assert.deepEqual([reply.status, reply.headers.get('content-length')], [200, '10']);
    });

    test('of an empty file is answered with 416, but its last bytes with 200', async () => {
      assert.equal((await fetch(emptyUrl, { headers: { range: 'bytes=0-' } })).status, 416);
      assert.equal((await fetch(emptyUrl, { headers: { range: 'bytes=-5' } })).status, 200);
    });
  });

  suite('a condition', () => {
    for (const tags of [TEN_ETAG, `W/${TEN_ETAG}`, `"x", ${TEN_ETAG}`, '*']) {
      test(`If-None-Match: ${tags.slice(0, 12)} is answered with 304`, async () => {
        for (const method of ['GET', 'HEAD']) {
          for (const more of [undefined, { range: 'bytes=0-0' }]) {
            const reply = await ask({ 'if-none-match': tags, ...more }, method);
            assert.deepEqual([reply.status, await reply.text(), reply.headers.get('etag')], [304, '', TEN_ETAG]);
            assertCached(reply);
          }
        }
      });
    }

    test('If-None-Match with another tag is answered with the file', async () => {
      for (const tag of ['"x"', TEN_ETAG.slice(1, -1), `"${'0'.repeat(64)}"`, '']) {
        assert.equal((await ask({ 'if-none-match': tag })).status, 200);
      }
    });

    test('If-Range is answered with the range only if the tag is that of the file', async () => {
      const range = 'bytes=2-3';
      const same = await ask({ range, 'if-range': TEN_ETAG });
      assert.deepEqual([same.status, await same.text()], [206, '23']);
      for (const other of ['"x"', `W/${TEN_ETAG}`, 'Wed, 21 Oct 2015 07:28:00 GMT']) {
        const reply = await ask({ range, 'if-range': other });
        assert.deepEqual([reply.status, await reply.text()], [200, TEN]);
      }
    });
  });
}
