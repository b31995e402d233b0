import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseRetryAfter } from './retry-after.ts';

suite('Retry-After', () => {
  const now = Date.UTC(2026, 2, 1, 12, 0, 0);
  const cases: [header: string | undefined, ms: number | undefined][] = [
    [undefined, undefined],
    ['0', 0],
    ['120', 120_000],
    ['1.5', 1_500],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Sun, 99 Mar 2026 11:00:00 GMT', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    ['', undefined],
  ];
  for (const [header, ms] of cases) {
    test(`${header}`, () => assert.equal(parseRetryAfter(header, now), ms));
  }
});
