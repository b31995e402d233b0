import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileSize, shortId, sizeOf, triggerWord } from './words.ts';

test('a trigger is named as people call it, and an unknown one by its type', () => {
  assert.equal(triggerWord('trigger.webhook'), 'webhook');
  assert.equal(triggerWord('trigger.poll'), 'poll');
});

test('two runs of one minute have different short ids', () => {
  assert.notEqual(shortId('01a1e3c0-1cd1-735f-9551-4c61d983f73c'), shortId('01a1e3c0-1cd1-735f-9551-4c61d983f73d'));
});

test('numbers are written with their word', () => {
  assert.equal(sizeOf(200_000), '200,000 characters');
  assert.deepEqual([fileSize(12), fileSize(1_600), fileSize(2_500_000)], ['12 B', '2 kB', '2.5 MB']);
});
