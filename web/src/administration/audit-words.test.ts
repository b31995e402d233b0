import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDetails } from './audit-words.ts';

test('details are changes with both values, and facts', () => {
  const changes = { storage_quota: { from: null, to: 5 }, scopes: { from: ['a', 'b'], to: [] } };
  assert.deepEqual(describeDetails({ changes, user_id: 'x', webhooks: { from: 0, to: 1 }, created: true }), {
    changes: [
      { field: 'storage quota', from: 'none', to: '5' },
      { field: 'scopes', from: 'a, b', to: 'none' },
    ],
    facts: [
      { name: 'user id', value: 'x' },
      { name: 'webhooks', value: '{"from":0,"to":1}' },
      { name: 'created', value: 'true' },
    ],
  });
});

test('details that nobody expects are shown too', () => {
  assert.deepEqual(describeDetails({}), { changes: [], facts: [] });
  assert.deepEqual(describeDetails({ changes: 'x' }), { changes: [], facts: [] });
  assert.deepEqual(describeDetails({ changes: { a: 1 } }).changes, [{ field: 'a', from: 'none', to: 'none' }]);
});
