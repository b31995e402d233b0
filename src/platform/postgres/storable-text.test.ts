import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stringifyStorableJson, toStorableJson, toStorableText } from './storable-text.ts';

test('texts that PostgreSQL can store stay as they are, and the others become storable', () => {
  assert.equal(toStorableText('a\u2028😀'), 'a\u2028😀');
  assert.equal(toStorableText('a\0b\ud83dc\ude00'), 'a\ufffdb\ufffdc\ufffd');
});

test('JSON has storable texts and keys, and is otherwise the same', async () => {
  const value = { 'k\0': ['a\ud83d', { deep: '\0' }], '\\u0000': '\\u0000', same: '😀\u2028', n: 1.5, none: null };
  assert.equal(await stringifyStorableJson(value), toStorableJson(value));
  assert.deepEqual(JSON.parse(toStorableJson(value)), {
    'k\ufffd': ['a\ufffd', { deep: '\ufffd' }],
    '\\u0000': '\\u0000',
    same: '😀\u2028',
    n: 1.5,
    none: null,
  });
});

test('JSON without such characters is that of JSON.stringify', () => {
  fc.assert(fc.property(fc.jsonValue(), value => assert.equal(toStorableJson(value), JSON.stringify(value))));
});
