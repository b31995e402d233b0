import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonHead, jsonIsSmall } from './head.ts';
import { jsonValue } from './json-fixture.ts';

test('the head of any value is where its JSON begins, and never half a pair', () => {
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

test('what has no JSON is treated as JSON.stringify treats it, and is null by itself', () => {
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

test('only as much of a value is looked at as its head needs', () => {
  let looks = 0;
  const element = () => {
    looks++;
    return 'x'.repeat(10);
  };
  const array = new Proxy(new Array(1_000_000), {
    get: (target, key) => (typeof key === 'string' && /^\d+$/.test(key) ? element() : Reflect.get(target, key)),
  });
  const { text, cut } = jsonHead({ array }, 1_000);
  assert.equal(text.length, 1_000);
  assert.ok(cut);
  assert.ok(looks < 1_000, `${looks} looks`);
  assert.ok(!jsonIsSmall({ array }, 1_000));
});

test('a value may be nested deeper than the stack reaches, or without end', () => {
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
  assert.ok(!jsonIsSmall(long, 1_000));
});

test('a value is small when its JSON has about so many characters', () => {
  assert.ok(jsonIsSmall({ a: [1, 'two', true, null] }, 100));
  assert.ok(!jsonIsSmall({ a: [1, 'two', true, null] }, 10));
  assert.ok(jsonIsSmall('', 2));
});
