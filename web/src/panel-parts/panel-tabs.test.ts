import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Panel } from '../api/panels.ts';
import { firstTab, visibleTabs } from './panel-tabs.ts';

const PANEL: Panel = {
  id: 'p',
  name: 'Shop',
  organization_id: null,
  group_id: null,
  enabled: true,
  database: true,
  file_storage: { enabled: true, limit_mb: 1, folders: {} },
  sharing: [],
  group_sharing: [],
  webhooks: [],
};

test('the tabs are those that somebody may open', () => {
  const owner = { panel: PANEL, may_use: true, may_write: true };
  assert.deepEqual(visibleTabs(owner, 'files'), ['files', 'records', 'settings', 'deliveries']);
  assert.deepEqual(visibleTabs({ ...owner, may_write: false }, 'files'), ['files', 'records', 'settings']);
  assert.deepEqual(visibleTabs({ ...owner, panel: { ...PANEL, database: false } }, 'files'), [
    'files',
    'settings',
    'deliveries',
  ]);
  assert.deepEqual(visibleTabs(undefined, 'records'), ['records']);
});

test('who may not use a panel, or finds it off, starts with its settings', () => {
  const off = { panel: { ...PANEL, enabled: false }, may_use: true, may_write: true };
  assert.deepEqual(visibleTabs(off, 'settings'), ['settings', 'deliveries']);
  assert.equal(firstTab(off), 'settings');
  assert.equal(firstTab({ panel: PANEL, may_use: false, may_write: true }), 'settings');
  assert.equal(firstTab({ panel: PANEL, may_use: true, may_write: false }), 'files');
});
