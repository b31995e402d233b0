import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortId, sizeOf, triggerWord } from './words.ts';

test('a trigger is named as people call it, and an unknown one by its type', () => {
  assert.equal(triggerWord('trigger.webhook'), 'webhook');
  assert.equal(triggerWord('trigger.mail'), 'mail');
});

test('two runs of one minute have different short ids', () => {
  assert.notEqual(shortId('01a1e3c0-1cd1-735f-9551-4c61d983f73c'), shortId('01a1e3c0-1cd1-735f-9551-4c61d983f73d'));
});

test('numbers are written with their word', () => {
  assert.equal(sizeOf(200_000), '200,000 characters');
});
