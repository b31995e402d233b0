import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGroupShare } from '../sharing/shares.ts';
import { NEW_SHARE, withScope } from './workflow-shares.ts';

test('scopes are changed one by one', () => {
  const share = withScope(withScope(newGroupShare('g', NEW_SHARE), 'workflow.run', false), 'workflow.export', true);
  assert.deepEqual(share.share.scopes, { 'workflow.run': false, 'workflow.export': true });
});
