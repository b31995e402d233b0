import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatDuration, formatRelative } from './duration.ts';

suite('durations', () => {
  for (const [ms, text] of [
    [0, '0 ms'],
    [812.4, '812 ms'],
    [3_400, '3.4 s'],
    [59_999, '59 s'],
    [125_000, '2 m 05 s'],
    [7_440_000, '2 h 04 m'],
    [273_600_000, '3 d 4 h'],
  ] as const) {
    test(`${ms} ms are ${text}`, () => assert.equal(formatDuration(ms), text));
  }
});

suite('relative times', () => {
  const now = 1_000_000_000;
  for (const [distance, text] of [
    [-3_000, 'now'],
    [-180_000, '3 m ago'],
    [14_400_000, 'in 4 h'],
    [-172_800_000, '2 d ago'],
  ] as const) {
    test(`${distance} ms from now are ${text}`, () => assert.equal(formatRelative(now + distance, now), text));
  }
});
