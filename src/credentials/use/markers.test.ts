import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { AuthorizedHop } from '../../platform/outbound/outbound.ts';
import { findMarkers, type MarkedValue, replaceMarkers } from './markers.ts';

const KEY: MarkedValue = { marker: 'secretAAA', value: 'a"b&c=d e', credential: 'shop', field: 'token' };
const OTHER: MarkedValue = { marker: 'secret{BBB}', value: 'secretAAA', credential: 'shop', field: 'other' };

function hop(more: Partial<AuthorizedHop> = {}): AuthorizedHop {
  return { url: new URL('https://shop.test/'), method: 'POST', headers: [], body: undefined, ...more };
}

const typed = (type: string, body: string | Uint8Array) => hop({ headers: [['Content-Type', type]], body });
const bodyOf = (of: AuthorizedHop, values: readonly MarkedValue[] = [KEY]) => replaceMarkers(of, values).body;

suite('a marker', () => {
  test('is found in each part of a request, literally and percent-encoded', () => {
    const request = hop({
      url: new URL('https://shop.test/secret%7BBBB%7D?a=secretAAA'),
      headers: [['X-Key', 'Key secretAAA']],
      body: Buffer.from('of secret{BBB} bytes'),
    });
    assert.deepEqual(
      [...findMarkers(request, [KEY.marker, OTHER.marker, 'secretCCC'])],
      [
        [KEY.marker, ['url', 'header']],
        [OTHER.marker, ['url', 'body']],
      ],
    );
  });

  test('is not looked for in the host and in names of headers', () => {
    const request = hop({ url: new URL('https://secretaaa.test/'), headers: [['secretAAA', 'x']] });
    assert.deepEqual([...findMarkers(request, ['secretaaa', KEY.marker])], []);
  });

  test('becomes its value, escaped as its place demands', () => {
    const { url, headers, body } = replaceMarkers(
      hop({
        url: new URL('https://shop.test/a/secretAAA?q=secretAAA&r=1'),
        headers: [
          ['X-Key', 'Key secretAAA!'],
          ['Content-Type', 'Application/vnd.shop+JSON; charset=utf-8'],
        ],
        body: '{"token":"secretAAA"}',
      }),
      [KEY],
    );
    const encoded = 'a%22b%26c%3Dd%20e';
    assert.equal(url.href, `https://shop.test/a/${encoded}?q=${encoded}&r=1`);
    assert.equal(headers[0]?.[1], 'Key a"b&c=d e!');
    assert.equal(body, String.raw`{"token":"a\"b&c=d e"}`);
  });

  test('becomes its value in a body by its type', () => {
    const body = 'x=secretAAA&y=1';
    assert.equal(bodyOf(typed('application/x-www-form-urlencoded', body)), 'x=a%22b%26c%3Dd%20e&y=1');
    for (const type of ['text/plain', 'text/jsonp', 'text/plain; a=/json']) {
      assert.equal(bodyOf(typed(type, body)), 'x=a"b&c=d e&y=1', type);
    }
    assert.equal(bodyOf(hop({ body })), 'x=a"b&c=d e&y=1');
  });

  test('becomes its value in bytes, which stay as they are around it', () => {
    const bytes = Buffer.concat([Buffer.from([0, 0xff, 0xc3]), Buffer.from('secretAAA'), Buffer.from([0x28, 0xfe])]);
    const replaced = Buffer.concat([Buffer.from([0, 0xff, 0xc3]), Buffer.from('ä€'), Buffer.from([0x28, 0xfe])]);
    assert.deepEqual(bodyOf(hop({ body: bytes }), [{ ...KEY, value: 'ä€' }]), replaced);
    const others = Buffer.from([1, 2, 3]);
    assert.equal(bodyOf(hop({ body: others })), others);
  });

  test('is not looked for in the value of another, nor replaced twice', () => {
    const replaced = bodyOf(hop({ body: 'secret{BBB} secret%7BBBB%7D secretAAA' }), [KEY, OTHER]);
    assert.equal(replaced, 'secretAAA secretAAA a"b&c=d e');
  });

  test('is refused in a header that its value would end, with names and no value', () => {
    for (const value of ['two\r\nLines: s3cret', ' s3cret', 's3cret\0', '€']) {
      assert.throws(() => replaceMarkers(hop({ headers: [['X-Key', 'secretAAA']] }), [{ ...KEY, value }]), {
        name: 'StepError',
        message: "The field 'token' of the credential 'shop' can not be sent in a header",
      });
      const [header] = replaceMarkers(hop({ headers: [['X-Key', 'another']] }), [{ ...KEY, value }]).headers;
      assert.deepEqual(header, ['X-Key', 'another']);
    }
  });

  test('that is not there leaves the request as it is', () => {
    const request = typed('application/json', '{}');
    assert.equal(replaceMarkers(request, []), request);
    assert.deepEqual(replaceMarkers(request, [KEY]), request);
  });
});
