import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedUser } from '../api/administration.ts';
import { MEGABYTE } from '../forms/bytes.ts';
import { markUser, readCredits, readMegabytes, toMegabytes } from './user-state.ts';

const NOW = 1_700_000_000_000;
const listed: ListedUser = {
  user: {
    id: '1',
    email: 'ann@example.org',
    name: 'Ann',
    admin: false,
    enabled: true,
    credits: null,
    storage_quota: null,
    permissions: { workflow: 'write' },
  },
  created: NOW,
  last_seen_at: null,
  has_password: false,
  has_provider: false,
  invitation: null,
  storage_used: 0,
  keys: 0,
  groups: [],
  organizations: [],
};
const invitation = {
  purpose: 'invitation',
  delivery: 'mail',
  created_at: NOW,
  expires_at: NOW + 1,
  mailed_at: null,
} as const;

test('a user is invited until they come, or until the invitation is over', () => {
  assert.equal(markUser(listed, NOW), 'active');
  assert.equal(markUser({ ...listed, invitation }, NOW), 'invited');
  assert.equal(markUser({ ...listed, invitation }, NOW + 1), 'expired');
  assert.equal(markUser({ ...listed, invitation, last_seen_at: NOW }, NOW), 'active');
  assert.equal(markUser({ ...listed, invitation: { ...invitation, purpose: 'password' } }, NOW), 'active');
  assert.equal(markUser({ ...listed, invitation, user: { ...listed.user, enabled: false } }, NOW), 'disabled');
});

test('limits are numbers that are not below zero, or empty', () => {
  assert.deepEqual([undefined, 0, 1.5, -1, 'x', 1e20].map(readMegabytes), [
    null,
    0,
    1.5 * MEGABYTE,
    undefined,
    undefined,
    undefined,
  ]);
  assert.deepEqual([undefined, 0, 2.5, -1, 'x'].map(readCredits), [null, 0, 2.5, undefined, undefined]);
  assert.equal(toMegabytes(1.5 * MEGABYTE), 1.5);
  assert.equal(toMegabytes(null), undefined);
});
