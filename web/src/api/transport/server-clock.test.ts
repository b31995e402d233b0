import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteServerTime, serverNow } from './server-clock.ts';

test('the time of the service is known from what it sends, best from what arrives soonest', () => {
  noteServerTime(300_000, 1_500);
  assert.equal(serverNow(2_000), 300_500);
  noteServerTime(301_000, 2_100);
  assert.equal(serverNow(3_000), 301_900, 'this was on its way for a shorter time');
  noteServerTime(302_000, 4_000);
  assert.equal(serverNow(4_000), 302_900, 'and this for a longer one');
});

test('a clock that is set is noticed', () => {
  noteServerTime(310_000, 310_000);
  assert.equal(serverNow(310_500), 310_500);
});
