import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineJob, jobRetrySeconds } from './job-kind.ts';

test('the delay doubles after each failure up to its limit, with jitter in its upper half', () => {
  const kind = defineJob<object>('mail.send', { delaySeconds: 10, maxDelaySeconds: 60 });
  for (const [attempt, longest] of [10, 20, 40, 60, 60].entries()) {
    for (let round = 0; round < 100; round++) {
      const seconds = jobRetrySeconds(kind, attempt + 1);
      assert.ok(seconds >= longest / 2 && seconds <= longest, `${seconds} s after attempt ${attempt + 1}`);
    }
  }
  assert.ok(new Set(Array.from({ length: 20 }, () => jobRetrySeconds(kind, 1))).size > 1);
});

test('a malformed name is refused', () => {
  for (const name of ['', '_dead', 'Mail', 'mail..send', "a'b"]) {
    assert.throws(() => defineJob(name), /can not be called/);
  }
});
