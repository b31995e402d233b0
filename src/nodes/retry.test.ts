import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { registry } from '../../test/fixtures/nodes.ts';
import { readRetryPolicy, readTimeoutMs } from './retry.ts';

describe('the retry policy', () => {
  const delays = (retry: object, attempts = 4) =>
    Array.from({ length: attempts }, (_, index) => readRetryPolicy({ retry }).delayMs(index + 1));

  test('has one attempt by default', () => {
    assert.equal(readRetryPolicy({}).attempts, 1);
  });

  test('waits one second before the second attempt, and twice as long each time', () => {
    assert.equal(readRetryPolicy({ retry: { attempts: 5 } }).attempts, 5);
    assert.deepEqual(delays({ attempts: 5 }), [1000, 2000, 4000, 8000]);
  });

  test('uses the delay and the backoff of the author', () => {
    assert.deepEqual(delays({ attempts: 5, delay_seconds: 0.5, backoff: 3 }), [500, 1500, 4500, 13_500]);
    assert.deepEqual(delays({ attempts: 5, delay_seconds: 2, backoff: 1 }), [2000, 2000, 2000, 2000]);
    assert.deepEqual(delays({ attempts: 5, delay_seconds: 0 }), [0, 0, 0, 0]);
  });

  test('waits for a random part of the delay, and never less than the other server requested', () => {
    const waits = (jitter: number, random: number) => {
      const policy = readRetryPolicy({ retry: { attempts: 5, delay_seconds: 10, jitter } }, () => random);
      return [policy.delayMs(1), policy.delayMs(2), policy.delayMs(1, 9000)];
    };
    assert.deepEqual(waits(0, 0.5), [10_000, 20_000, 10_000]);
    assert.deepEqual(waits(0.5, 0.5), [7500, 15_000, 9000]);
    assert.deepEqual(waits(1, 0.5), [5000, 10_000, 9000]);
    assert.deepEqual(waits(1, 0), [10_000, 20_000, 10_000]);
  });

  test('waits for the longer of its own delay and that of the other server, and at most an hour', () => {
    const policy = readRetryPolicy({ retry: { attempts: 10, delay_seconds: 10, backoff: 10 } });
    assert.equal(policy.delayMs(1, 3000), 10_000);
    assert.equal(policy.delayMs(1, 30_000), 30_000);
    assert.equal(policy.delayMs(1, 86_400_000), 3_600_000);
    assert.equal(policy.delayMs(9), 3_600_000);
  });
});

test('the timeout of an attempt comes from the params, or is the default of the type', () => {
  assert.equal(readTimeoutMs({}, registry['http.request']), 30_000);
  assert.equal(readTimeoutMs({ timeout_seconds: 0.5 }, registry['http.request']), 500);
  assert.equal(readTimeoutMs({}, registry.notify), undefined);
  assert.equal(readTimeoutMs({ timeout_seconds: 90 }, registry.notify), 90_000);
  assert.equal(readTimeoutMs({}, registry.condition), undefined);
});
