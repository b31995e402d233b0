import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findBarrier } from './barriers.ts';

const user = (workflow: 'write' | 'read' | 'none', admin = false) => ({ admin, permissions: { workflow } });

suite('barriers', () => {
  test('keep those who may not use workflows from workflows and runs', () => {
    for (const path of ['/workflows', '/workflows/1', '/runs', '/runs?status=failed', '/failures']) {
      assert.equal(findBarrier(path, user('none')), 'workflows');
      assert.equal(findBarrier(path, user('read')), undefined);
    }
    for (const path of ['/approvals', '/panels/1/files', '/chat', '/settings/profile', '/runs-of-others']) {
      assert.equal(findBarrier(path, user('none')), undefined);
    }
  });

  test('keep others than administrators from administration', () => {
    assert.equal(findBarrier('/administration/users', user('write')), 'administration');
    assert.equal(findBarrier('/administration', user('none')), 'administration');
    assert.equal(findBarrier('/administration/users', user('none', true)), undefined);
  });
});
