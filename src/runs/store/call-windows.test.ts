import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CallWindows, toCallWindows } from './call-windows.ts';

const LIMITS = { minute: 2, hour: 3, day: 4 };

const MINUTE = { name: 'trigger-minute', quota: 2, windowSeconds: 60 };
const HOUR = { name: 'trigger-hour', quota: 3, windowSeconds: 3600 };
const DAY = { name: 'trigger-day', quota: 4, windowSeconds: 86_400 };

function window(used: number, leftMs: number) {
  return { used, leftMs };
}

suite('the call windows of a trigger', () => {
  test('begin with the first call', () => {
    const windows = new CallWindows(LIMITS, undefined);
    assert.deepEqual([windows.add(), windows.add()], [undefined, undefined]);
    assert.deepEqual(windows.add(), { retryAfterSeconds: 60, policy: MINUTE });
    assert.deepEqual(windows.add(), { retryAfterSeconds: 60, policy: MINUTE });
  });

  test('continue with the stored counts', () => {
    const windows = new CallWindows(LIMITS, { minute: window(1, 1), hour: window(1, 1), day: window(1, 1) });
    assert.equal(windows.add(), undefined);
    assert.deepEqual(windows.add(), { retryAfterSeconds: 1, policy: MINUTE });
  });

  test('begin again when they have ended', () => {
    const windows = new CallWindows(LIMITS, { minute: window(2, 0), hour: window(2, 5000), day: window(2, 1e6) });
    assert.equal(windows.add(), undefined);
    assert.deepEqual(windows.add(), { retryAfterSeconds: 5, policy: HOUR }, 'the hour is full, the minute is not');
  });

  test('refuse a call until the full window that ends last is over', () => {
    const full = { minute: window(2, 30_001), hour: window(3, 10_000), day: window(4, 7_200_500) };
    assert.deepEqual(new CallWindows(LIMITS, full).add(), { retryAfterSeconds: 7201, policy: DAY });
    const { day: _, ...rest } = full;
    assert.deepEqual(new CallWindows(LIMITS, { ...rest, day: window(3, 1) }).add(), {
      retryAfterSeconds: 31,
      policy: MINUTE,
    });
  });

  test('leave the stored windows unchanged', () => {
    const stored = { minute: window(0, 9), hour: window(0, 9), day: window(0, 9) };
    new CallWindows(LIMITS, stored).add();
    assert.deepEqual(stored.minute, window(0, 9));
  });
});

test('a trigger that was never called has empty windows', () => {
  const nothing = { minute_used: null, minute_left_ms: null, hour_used: null, hour_left_ms: null };
  const none = window(0, 0);
  assert.deepEqual(toCallWindows({ ...nothing, day_used: null, day_left_ms: null }), {
    minute: none,
    hour: none,
    day: none,
  });
});
