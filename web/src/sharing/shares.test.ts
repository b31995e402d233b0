import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromShares, isAddress, mergeShares, newGroupShare, newUserShare, toShares, withWrite } from './shares.ts';

test('the lists of the API become lines and lists again', () => {
  const sharing = [{ user_email: 'a@example.org', write: true, scopes: {} }];
  const group_sharing = [{ group_id: 'g', write: false, scopes: { 'workflow.copy': true } }];
  assert.deepEqual(fromShares(toShares<{ scopes: object }>({ sharing, group_sharing })), { sharing, group_sharing });
});

test('a person is added once, whatever the case of the address', () => {
  const first = withWrite(newUserShare('A@example.org', {}), true);
  const merged = mergeShares([first, newGroupShare('g', {})], [newUserShare(' a@EXAMPLE.org', {})]);
  assert.deepEqual(merged, [newGroupShare('g', {}), newUserShare('a@example.org', {})]);
});

test('addresses are told from names', () => {
  assert.deepEqual(['Ann', 'ann@', ' ann@example.org '].map(isAddress), [false, false, true]);
});
