import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonWith, SPLICED } from './splice.ts';

test('JSON takes the place that is kept for it, in small objects and in large ones', async () => {
  for (const text of ['short', 'é"'.repeat(200_000)]) {
    const whole = await jsonWith({ before: text, inside: { here: SPLICED }, after: [text] }, '[1, {"a": "$&"}]');
    assert.deepEqual(JSON.parse(whole), { before: text, inside: { here: [1, { a: '$&' }] }, after: [text] });
  }
});

test('an object that keeps no place is a mistake', async () => {
  await assert.rejects(jsonWith({}, '1'), /nothing stands for/);
});
