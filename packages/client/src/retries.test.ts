import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ConnectionError, TimeoutError, toHeddleError } from './errors.ts';
import { isRead } from './reads.ts';
import { isRetryable, parseRetryAfter, retryDelayMs } from './retries.ts';

const answered = (status: number, retryAfter?: number) =>
  toHeddleError({ status, detail: 'no', path: '/api/v3/workflow/run', retryAfter });
const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

suite('retries', () => {
  test('repeat what only reads or has a key, and otherwise only what never took effect', () => {
    const errors = [429, 423, 503, 502, 504, 500, 422, 404].map(status => answered(status));
    assert.deepEqual(
      errors.map(error => [error.status, isRetryable(error, true), isRetryable(error, false)]),
      [
        [429, true, true],
        [423, true, true],
        [503, true, false],
        [502, true, false],
        [504, true, false],
        [500, false, false],
        [422, false, false],
        [404, false, false],
      ],
    );
    const broken = new ConnectionError('/x', 'broke off', { cause: new TypeError('terminated') });
    const unreachable = new ConnectionError('/x', 'no', { cause: new TypeError('fetch failed', { cause: refused }) });
    assert.deepEqual([isRetryable(broken, true), isRetryable(broken, false)], [true, false]);
    assert.deepEqual([isRetryable(unreachable, true), isRetryable(unreachable, false)], [true, true]);
    assert.deepEqual(
      [isRetryable(new TimeoutError('/x', 5), true), isRetryable(new Error('mine'), true)],
      [true, false],
    );
  });

  test('know calls that change nothing by their names', () => {
    const paths = ['/api/v3/workflow/find', '/api/v1/file/get', '/api/v3/workflow/create', '/api/v3/workflow/run'];
    assert.deepEqual(paths.map(isRead), [true, true, false, false]);
  });

  test('wait longer each time, as long as the service asks for, and not for ever', () => {
    const error = answered(503);
    assert.deepEqual(
      [0, 1, 2, 10].map(attempt => retryDelayMs(error, attempt, 1)),
      [500, 1000, 2000, 8000],
    );
    assert.equal(retryDelayMs(error, 0, 0), 250);
    assert.equal(retryDelayMs(answered(429, 7), 0), 7000);
    assert.equal(retryDelayMs(answered(429, 3600), 0), undefined);
  });

  test('read seconds and dates', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    assert.equal(parseRetryAfter('3'), 3);
    assert.equal(parseRetryAfter('Thu, 01 Jan 2026 00:00:05 GMT', now), 5);
    assert.equal(parseRetryAfter('soon'), undefined);
    assert.equal(parseRetryAfter(null), undefined);
  });
});
