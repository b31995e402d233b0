import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFailuresSearch, toFailureFilters } from './search.ts';

const ID = '0197f7c0-0000-7000-8000-000000000001';

test('an address that anybody may have typed becomes filters', () => {
  assert.deepEqual(readFailuresSearch({ show: 'open', workflow: 'x', more: 1 }), {});
  assert.deepEqual(readFailuresSearch({ show: 'muted', workflow: ID }), { show: 'muted', workflow: ID });
  assert.deepEqual(toFailureFilters({}, ID), { failure_state: ['open', 'assigned'] });
  assert.deepEqual(toFailureFilters({ show: 'mine' }, ID), { failure_state: ['assigned'], assignee_id: ID });
  assert.deepEqual(toFailureFilters({ show: 'resolved', workflow: ID }, ''), {
    workflow_id: ID,
    failure_state: ['resolved'],
  });
});
