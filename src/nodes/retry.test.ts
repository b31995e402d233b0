import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { registry } from './nodes-fixture.ts';
import { retryAfterMs, retryPolicy, timeoutMs } from './retry.ts';

describe('retry', () => {
  const delays = (retry: object, attempts = 4) =>
    Array.from({ length: attempts }, (_, index) => retryPolicy({ retry }).delayMs(index + 1));

  test('without it there is one try', () => {
    assert.equal(retryPolicy({}).attempts, 1);
  });

  test('waits a second before the second try, and twice as long each time', () => {
    assert.equal(retryPolicy({ retry: { attempts: 5 } }).attempts, 5);
    assert.deepEqual(delays({ attempts: 5 }), [1000, 2000, 4000, 8000]);
  });

  test('delay and backoff are what the author says', () => {
    assert.deepEqual(delays({ attempts: 5, delay_seconds: 0.5, backoff: 3 }), [500, 1500, 4500, 13_500]);
    assert.deepEqual(delays({ attempts: 5, delay_seconds: 2, backoff: 1 }), [2000, 2000, 2000, 2000]);
    assert.deepEqual(delays({ attempts: 5, delay_seconds: 0 }), [0, 0, 0, 0]);
  });

  test('the longer of its own wait and that of the other side, and never more than an hour', () => {
    const policy = retryPolicy({ retry: { attempts: 10, delay_seconds: 10, backoff: 10 } });
    assert.equal(policy.delayMs(1, 3000), 10_000);
    assert.equal(policy.delayMs(1, 30_000), 30_000);
    assert.equal(policy.delayMs(1, 86_400_000), 3_600_000);
    assert.equal(policy.delayMs(9), 3_600_000);
  });
});

test('the time of one try: what the params say, otherwise the default of the type', () => {
  assert.equal(timeoutMs({}, registry['http.request']), 30_000);
  assert.equal(timeoutMs({ timeout_seconds: 0.5 }, registry['http.request']), 500);
  assert.equal(timeoutMs({}, registry.notify), undefined);
  assert.equal(timeoutMs({ timeout_seconds: 90 }, registry.notify), 90_000);
  assert.equal(timeoutMs({}, registry.condition), undefined);
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 2, 1, 12, 0, 0);
  const cases: [header: string | undefined, ms: number | undefined][] = [
    [undefined, undefined],
    ['0', 0],
    ['120', 120_000],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Sun, 99 Mar 2026 11:00:00 GMT', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    ['', undefined],
  ];
  for (const [header, ms] of cases) {
    test(`${header}`, () => assert.equal(retryAfterMs(header, now), ms));
  }
});
