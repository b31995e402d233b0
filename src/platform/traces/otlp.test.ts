import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otlpAttributes, otlpText, unixNano } from './otlp.ts';

test('every sort of attribute has its own encoding', () => {
  const encoded = otlpAttributes({
    text: 'käse',
    yes: true,
    count: 42,
    negative: -7,
    zero: -0,
    largest: Number.MAX_SAFE_INTEGER,
    large: 1e21,
    half: 0.5,
    none: Number.NaN,
    endless: Number.NEGATIVE_INFINITY,
    list: ['a', 'b'],
    empty: [],
  });
  assert.deepEqual(Object.fromEntries(encoded.map(({ key, value }) => [key, value])), {
    text: { stringValue: 'käse' },
    yes: { boolValue: true },
    count: { intValue: '42' },
    negative: { intValue: '-7' },
    zero: { intValue: '0' },
    largest: { intValue: '9007199254740991' },
    large: { doubleValue: 1e21 },
    half: { doubleValue: 0.5 },
    none: { doubleValue: 'NaN' },
    endless: { doubleValue: '-Infinity' },
    list: { arrayValue: { values: [{ stringValue: 'a' }, { stringValue: 'b' }] } },
    empty: { arrayValue: { values: [] } },
  });
});

test('attributes and texts are bounded', () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, index]));
  assert.equal(otlpAttributes(many).length, 128);
  assert.equal(otlpText('x'.repeat(100_000)).length, 4_096);
});

test('a text is Unicode, also where it was cut', () => {
  assert.equal(otlpText('a\ud83db'), 'a\ufffdb');
  assert.ok(otlpText(`x${'😀'.repeat(4_096)}`).isWellFormed());
});

test('times are exact to the nanosecond', () => {
  assert.equal(unixNano(0), '0');
  assert.equal(unixNano(1_544_712_660_000), '1544712660000000000');
  assert.equal(unixNano(1_544_712_660_000.25), '1544712660000250000');
  assert.equal(unixNano(0.9999999), '1000000');
  for (const impossible of [Number.NaN, -1, Number.POSITIVE_INFINITY]) assert.equal(unixNano(impossible), '0');
});
