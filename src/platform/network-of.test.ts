import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network-of.ts';

test('an IPv4 address counts by itself, also when it is written as IPv6', () => {
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7');
  assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7');
});

test('IPv6 addresses of one network count together', () => {
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2');
  assert.equal(networkOf('2001:db8:1:2::9'), '2001:db8:1:2');
  assert.notEqual(networkOf('2001:db8:1:3::9'), '2001:db8:1:2');
});

test('what is no address counts as it is', () => {
  assert.equal(networkOf('unix:'), 'unix:');
});
