import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPublicRate } from './public-rate.ts';

test('an address that asks too often is refused until the window ends, and others are not', t => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const spend = createPublicRate(2);
  const refusal = { status: 429, message: 'Too many requests' };
  for (let request = 0; request < 2; request++) spend('192.0.2.1');
  assert.throws(() => spend('192.0.2.1'), refusal);
  spend('192.0.2.2');
  now = 60_000;
  spend('192.0.2.1');
});
