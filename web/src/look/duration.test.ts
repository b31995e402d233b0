import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatClock, formatDay, formatDuration, formatExact, formatInZone, formatRelative } from './duration.ts';

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

suite('dates and times', () => {
  const at = new Date(2026, 10, 17, 6, 5, 4, 30).getTime();

  test('are written as the language of the reader does', () => {
    assert.equal(formatDay(at, 'en-GB'), '17 Nov 2026');
    assert.equal(formatDay(at, 'de'), '17. Nov. 2026');
    assert.equal(formatExact(at, 'en-GB'), '17 Nov 2026, 06:05:04.030');
    assert.equal(formatExact(at, 'de'), '17. Nov. 2026, 06:05:04,030');
  });

  test('of today have no date', () => {
    assert.equal(formatClock(at, at + 1_000, 'en-GB'), '06:05');
    assert.equal(formatClock(at, at + 86_400_000, 'en-GB'), '17 Nov 2026, 06:05');
  });

  test('of a zone are those of its clocks', () => {
    const time = Date.UTC(2026, 10, 17, 5);
    assert.equal(formatInZone(time, 'Europe/Berlin', 'en-GB'), 'Tue, 17 Nov 2026, 06:00 CET');
    assert.equal(formatInZone(time, 'Mars/Base', 'en-GB'), 'Tue, 17 Nov 2026, 05:00 UTC');
  });
});
