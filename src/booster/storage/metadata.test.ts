import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError } from '../../errors.ts';
import { checkMetadata, parseMetadata } from './metadata.ts';

const LIMIT = 4096;
const NO_OBJECT = 'metadata must be a JSON object';
const TOO_LARGE = 'metadata is larger than 4096 bytes';
const KEY = "metadata keys cannot start with '$' or contain '.'";

function refused(detail: string, ask: () => unknown): void {
  assert.throws(ask, error => {
    assert.ok(error instanceof ApiError, String(error));
    assert.deepEqual([error.status, error.message], [422, detail]);
    return true;
  });
}

/** An object that takes this many bytes as JSON. */
function ofBytes(bytes: number): Record<string, unknown> {
  return { a: 'x'.repeat(bytes - '{"a":""}'.length) };
}

suite('metadata', () => {
  const right: Record<string, unknown>[] = [
    {},
    { a: 1, b: null, c: [true, { d: 'e' }], '': '' },
    { a$: 1, 'a b': 1, '-': 1, 灯泡: 1, constructor: 1, toString: 1 },
    { text: '$x.y\n\u0001' },
    { list: ['$a', 'a.b'] },
    ofBytes(LIMIT),
  ];
  for (const value of right) {
    test(JSON.stringify(value).slice(0, 60), () => {
      assert.deepEqual(checkMetadata(value, LIMIT), value);
      assert.deepEqual(parseMetadata(JSON.stringify(value), LIMIT), value);
    });
  }

  const wrong: [value: unknown, detail: string][] = [
    ...[null, [], [{}], 'a', 1, true].map((value): [unknown, string] => [value, NO_OBJECT]),
    [ofBytes(LIMIT + 1), TOO_LARGE],
    [{ a: '灯'.repeat(1400) }, TOO_LARGE],
    [{ $: 1 }, KEY],
    [{ $a: 1 }, KEY],
    [{ '.': 1 }, KEY],
    [{ 'a.b': 1 }, KEY],
    [{ a: { $b: 1 } }, KEY],
    [{ a: [{ b: [{ 'c.d': 1 }] }] }, KEY],
  ];
  for (const [value, detail] of wrong) {
    test(`is refused: ${JSON.stringify(value).slice(0, 60)}`, () => {
      refused(detail, () => checkMetadata(value, LIMIT));
      refused(detail, () => parseMetadata(JSON.stringify(value), LIMIT));
    });
  }
});

suite('metadata as text', () => {
  const wrong = [
    'x',
    '{',
    '{"a":1}{"b":2}',
    "{'a':1}",
    'null',
    '"{}"',
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '{"\\udc00":1}',
    '{"__proto__":{"b":1}}',
    '{"a":{"__proto__":null}}',
    `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`,
  ];
  for (const text of wrong) {
    test(`is refused: ${text.slice(0, 40)}`, () => refused(NO_OBJECT, () => parseMetadata(text, LIMIT)));
  }

  test('is measured without its white space', () => {
    assert.deepEqual(parseMetadata(`${' '.repeat(10_000)}{ "a" : 1 }\n`, LIMIT), { a: 1 });
  });

  test('never changes the prototype of an object', () => {
    const value = parseMetadata('{"constructor":{"prototype":{"polluted":1}}}', LIMIT);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  });
});
