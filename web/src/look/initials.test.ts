import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initials } from './initials.ts';

test('initials are the first letters of the first and the last word', () => {
  for (const [name, expected] of [
    ['Ada', 'A'],
    ['ada lovelace', 'AL'],
    ['Augusta Ada King', 'AK'],
    ['𝒜da', '𝒜'],
    ['', ''],
  ] as const) {
    assert.equal(initials(name), expected);
  }
});
