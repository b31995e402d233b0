import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRetryableStatus, readRetryDelay } from './retry-signals.ts';

const NOW = Date.UTC(2026, 0, 1);

test('replies say in many ways when to try again', () => {
  const cases: [headers: Record<string, string>, delayMs: number | undefined][] = [
    [{}, undefined],
    [{ 'retry-after': '3', 'x-ratelimit-reset': '9' }, 3000],
    [{ 'ratelimit-reset': '12' }, 12_000],
    [{ 'x-ratelimit-reset-after': '0.5' }, 500],
    [{ 'x-ratelimit-reset': String(NOW / 1000 + 30) }, 30_000],
    [{ 'x-rate-limit-reset': String(NOW + 1500) }, 1500],
    [{ 'x-ratelimit-reset': String(NOW / 1000 - 30) }, 0],
    [{ ratelimit: '"default";r=0;t=7' }, 7000],
    [{ ratelimit: 'limit=100, remaining=0, reset=8' }, 8000],
    [{ 'x-ratelimit-reset': 'soon' }, undefined],
    [{ 'x-ratelimit-reset': '2026-01-01T00:00:00Z' }, undefined],
  ];
  for (const [headers, delayMs] of cases) assert.equal(readRetryDelay(headers, NOW), delayMs, JSON.stringify(headers));
});

test('only some statuses are worth another attempt', () => {
  const retryable = [400, 401, 403, 404, 408, 409, 422, 425, 429, 500, 501, 502, 503, 504].filter(status =>
    isRetryableStatus(status, {}),
  );
  assert.deepEqual(retryable, [408, 425, 429, 500, 501, 502, 503, 504]);
  assert.ok(isRetryableStatus(403, { 'x-ratelimit-remaining': '0' }));
});
