import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatInZone, listTimezones } from './timezones.ts';

suite('time zones', () => {
  test('are listed once each, with a chosen one that nobody knows', () => {
    const zones = listTimezones('Mars/Base');
    assert.ok(zones.includes('Mars/Base') && zones.includes('Europe/Berlin'));
    assert.equal(zones.filter(zone => zone === 'UTC').length, 1);
  });

  test('times are shown by the clocks of their zone', () => {
    const time = Date.UTC(2026, 6, 1, 6, 0);
    assert.equal(formatInZone(time, 'Europe/Berlin'), 'Wed, 1 Jul 2026, 08:00');
    assert.equal(formatInZone(time, 'Mars/Base'), 'Wed, 1 Jul 2026, 06:00');
  });
});
