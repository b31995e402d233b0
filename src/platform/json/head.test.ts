import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonValue } from '../../../test/fixtures/json.ts';
import { isJsonSmall, jsonHead } from './head.ts';

test('the head of any value is the beginning of its JSON and never cuts a surrogate pair', () => {
  fc.assert(
    fc.property(jsonValue, fc.nat({ max: 300 }), (value, characters) => {
      const whole = JSON.stringify(value);
      const { text, cut } = jsonHead(value, characters);
      assert.equal(cut, whole.length > characters);
      assert.ok(whole.startsWith(text));
      assert.ok(text.isWellFormed());
      const expected = whole.slice(0, characters);
      assert.equal(text, expected.isWellFormed() ? expected : expected.slice(0, -1));
    }),
    { numRuns: 1_700 },
  );
});

test('values without JSON are treated as JSON.stringify treats them, and are null at the top', () => {
  const value = { a: undefined, b: [undefined, () => 1], c: () => 1, d: { e: undefined }, f: new Date(0) };
  const whole = JSON.stringify(value);
  for (let characters = 0; characters <= whole.length; characters++) {
    assert.deepEqual(jsonHead(value, characters), {
      text: whole.slice(0, characters),
      cut: characters < whole.length,
    });
  }
  assert.deepEqual(jsonHead(undefined, 10), { text: 'null', cut: false });
  assert.deepEqual(jsonHead(undefined, 3), { text: 'nul', cut: true });
});

test('only the part of a value is read that its head needs', () => {
  let reads = 0;
  const element = () => {
    reads++;
    return 'x'.repeat(10);
  };
  const array = new Proxy(new Array(1_000_000), {
    get: (target, key) => (typeof key === 'string' && /^\d+$/.test(key) ? element() : Reflect.get(target, key)),
  });
  const { text, cut } = jsonHead({ array }, 1_000);
  assert.equal(text.length, 1_000);
  assert.ok(cut);
  assert.ok(reads < 1_000, `${reads} reads`);
  assert.ok(!isJsonSmall({ array }, 1_000));
});

test('a value may be nested deeper than the stack allows, or endlessly', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 1_000_000; level++) deep = [deep];
  assert.deepEqual(jsonHead(deep, 500_000), { text: '['.repeat(500_000), cut: true });
  const endless: Record<string, unknown> = {};
  endless.self = endless;
  assert.equal(jsonHead(endless, 20).text, '{"self":{"self":{"se');
});

test('a long string or key costs no more than its head', () => {
  const long = '\u0000'.repeat(100_000_000);
  assert.equal(jsonHead(long, 8).text, '"\\u0000\\');
  assert.equal(jsonHead({ [long]: long }, 8).text, '{"\\u0000');
  assert.ok(!isJsonSmall(long, 1_000));
});

test('a value is small when its JSON has at most about this many characters', () => {
  assert.ok(isJsonSmall({ a: [1, 'two', true, null] }, 100));
  assert.ok(!isJsonSmall({ a: [1, 'two', true, null] }, 10));
  assert.ok(isJsonSmall('', 2));
});
