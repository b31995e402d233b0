import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parseBody, parseQuery, selectHeaders } from './webhook-body.ts';

const parse = (bytes: Buffer, type: string | undefined) => parseBody(bytes, type, 'owner');

const utf8 = (text: string) => Buffer.from(text);
const JSON_TYPES = [
  'application/json',
  'Application/JSON; charset=utf-8',
  'application/vnd.github+json',
  ' a/b+json ;x=y',
];
const OTHER_TYPES = [undefined, '', 'text/plain', 'application/x-www-form-urlencoded', 'image/png', ';;', 'text/json'];

suite('the body of a webhook call', () => {
  test('is an empty object when nothing was sent, whatever its type', async () => {
    for (const type of [...JSON_TYPES, ...OTHER_TYPES]) assert.deepEqual(await parse(Buffer.alloc(0), type), {});
  });

  test('is parsed when it is JSON, whatever its type', async () => {
    const values = [{ a: [1, 'ä', null] }, [], 7, -1.5, 'text', true, false, null];
    for (const type of [...JSON_TYPES, ...OTHER_TYPES]) {
      for (const value of values) assert.deepEqual(await parse(utf8(` \n${JSON.stringify(value)}\r\n`), type), value);
    }
  });

  const broken: [text: string, problem: RegExp][] = [
    ['{', /^validation error: body: is not JSON: /],
    ['hello', /^validation error: body: is not JSON: /],
    [' ', /^validation error: body: is not JSON: /],
    ['{"__proto__": 1}', /^validation error: body: the key '__proto__' is not allowed$/],
    ['"\\u0000"', /^validation error: body: NUL characters are not allowed$/],
    ['"\\ud800"', /^validation error: body: lone surrogates are not allowed$/],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, /^validation error: body: is nested deeper than 200 levels$/],
  ];
  for (const [text, problem] of broken) {
    test(`${text.slice(0, 20)}: is refused as JSON, and is text with any other type`, async () => {
      for (const type of JSON_TYPES) {
        await assert.rejects(async () => parse(utf8(text), type), { status: 422, message: problem });
      }
      for (const type of OTHER_TYPES) assert.equal(await parse(utf8(text), type), text);
    });
  }

  test('is refused as JSON when it is not UTF-8', async () => {
    const bytes = Buffer.from([0x22, 0xff, 0x22]);
    await assert.rejects(async () => parse(bytes, 'application/json'), { status: 422 });
    assert.equal(await parse(bytes, 'text/plain'), '"\ufffd"');
  });

  const texts: [type: string | undefined, bytes: Buffer, text: unknown][] = [
    ['text/plain', utf8('ä\n{{ 7*7 }}'), 'ä\n{{ 7*7 }}'],
    ['text/plain', utf8('\ufeffä'), 'ä'],
    ['text/plain', utf8('\ufeff{"a":1}'), { a: 1 }],
    ['text/plain; charset=iso-8859-1', Buffer.from([0xe4]), 'ä'],
    ['text/plain;Charset="windows-1252"', Buffer.from([0x80]), '€'],
    ['text/plain; charset=utf-16le', Buffer.from('{"a":"ä"}', 'utf16le'), { a: 'ä' }],
    ['text/plain; charset=utf-16le', Buffer.from([0x00, 0xd8]), '\ufffd'],
    ['text/plain; charset=utf-16le', Buffer.from([0x41]), '\ufffd'],
    ['text/plain; charset=nonsense', utf8('ä'), 'ä'],
    ['text/plain; charset=replacement', utf8('ä'), 'ä'],
    ['text/plain; charset=', utf8('ä'), 'ä'],
    ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]), '\ufffdPNG\ufffd\ufffd'],
    ['application/x-www-form-urlencoded', utf8('a=1&b=2'), 'a=1&b=2'],
    ['multipart/form-data; boundary=x', utf8('--x\r\n\r\n--x--'), '--x\r\n\r\n--x--'],
    [undefined, utf8('\0'), '\ufffd'],
  ];
  for (const [type, bytes, text] of texts) {
    test(`${type}: ${JSON.stringify(text)}`, async () => assert.deepEqual(await parse(bytes, type), text));
  }

  test('may have megabytes, which are processed in slices', async () => {
    const text = `x${'€'.repeat(400_000)}\0`;
    assert.equal(await parse(utf8(text), 'text/plain'), `x${'€'.repeat(400_000)}\ufffd`);
    const value = Array.from({ length: 100_000 }, (_, index) => ({ index }));
    assert.deepEqual(await parse(utf8(JSON.stringify(value)), 'text/plain'), value);
  });

  test('is refused only when it is sent as JSON, and can always be stored', async () => {
    const labels = fc.constantFrom('', ';charset=utf-16be', ';charset=gbk', ';charset=shift_jis', ';charset=koi8-r');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 50 }), labels, async (bytes, label) => {
        const text = JSON.stringify(await parse(Buffer.from(bytes), `text/plain${label}`));
        assert.ok(text.isWellFormed() && !/\\u0000|\\ud[89a-f]/.test(text), text);
      }),
    );
  });
});

suite('the query of a webhook call', () => {
  test('contains strings, and lists for repeated names', () => {
    const query = Object.assign(Object.create(null), { a: '1', b: ['1', ''], constructor: 'c', '': '' });
    assert.deepEqual(parseQuery(query), { a: '1', b: ['1', ''], constructor: 'c', '': '' });
    assert.deepEqual(parseQuery(undefined), {});
  });

  const refused: [query: object, problem: string][] = [
    [{ a: 'b\0' }, 'NUL characters are not allowed'],
    [{ 'a\0': 'b' }, 'NUL characters are not allowed'],
    [{ a: ['b', '\ud800'] }, 'lone surrogates are not allowed'],
    [JSON.parse('{"__proto__": "x"}'), "'__proto__' is not allowed"],
  ];
  for (const [query, problem] of refused) {
    test(`is refused: ${problem}`, () => {
      assert.throws(() => parseQuery(query), { status: 422, message: `validation error: query: ${problem}` });
    });
  }
});

test('only four headers become part of the input', () => {
  const passed = { 'content-type': 'a', 'user-agent': 'b', 'x-github-event': 'c', 'x-request-id': 'd' };
  assert.deepEqual(selectHeaders({ ...passed, cookie: 'e', authorization: 'f', host: 'g' }), passed);
  assert.deepEqual(selectHeaders({ host: 'g' }), {});
  assert.deepEqual(selectHeaders({ 'x-github-event': ['a', 'b'] }), { 'x-github-event': 'a, b' });
});
