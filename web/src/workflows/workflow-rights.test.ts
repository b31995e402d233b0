import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSelectable, rightsTo } from './workflow-rights.ts';

const owner = { user_id: 'u', group_id: null };
const all = { owner, write: true, run: true, export: true, copy: true };
const nothing = { owner, write: false, run: false, export: false, copy: false };

test('an account that may only read changes nothing, whatever is shared with it', () => {
  const rights = rightsTo({ permissions: all, published_version: 1 }, false);
  assert.deepEqual(rights, { activate: false, share: false, export: true, copy: false, delete: false });
});

test('only what is published is turned on and off', () => {
  assert.equal(rightsTo({ permissions: all, published_version: null }, true).activate, false);
  assert.equal(rightsTo({ permissions: all, published_version: 1 }, true).activate, true);
});

test('a share without scopes offers nothing to select a row for', () => {
  assert.equal(isSelectable(rightsTo({ permissions: nothing, published_version: 1 }, true)), false);
  assert.equal(isSelectable(rightsTo({ permissions: { ...nothing, export: true }, published_version: 1 }, true)), true);
});
