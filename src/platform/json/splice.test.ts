import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JSON_PLACEHOLDER, spliceJson } from './splice.ts';

test('the JSON replaces its placeholder, in small objects and in large ones', async () => {
  for (const text of ['short', 'é"'.repeat(200_000)]) {
    const whole = await spliceJson(
      { before: text, inside: { here: JSON_PLACEHOLDER }, after: [text] },
      '[1, {"a": "$&"}]',
    );
    assert.deepEqual(JSON.parse(whole), { before: text, inside: { here: [1, { a: '$&' }] }, after: [text] });
  }
});

test('an object without a placeholder is an error', async () => {
  await assert.rejects(spliceJson({}, '1'), /no placeholder/);
});
