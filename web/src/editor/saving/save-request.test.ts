import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSaveRequest } from './save-request.ts';

const content = { name: 'Orders', description: '', definition: { nodes: [], edges: [] } };
const base = { revisionId: 'r1', updated: 5, content };
const always = { workflow_id: 'w', base_revision_id: 'r1', base_updated: 5, origin: 'editor' };

test('a save sends only what changed, and what it is based on', () => {
  assert.deepEqual(toSaveRequest('w', base, { ...content, name: 'Bills' }), { ...always, name: 'Bills' });
  const definition = { nodes: [{ id: 'a', type: 'transform' }], edges: [] };
  assert.deepEqual(toSaveRequest('w', base, { ...content, definition }), { ...always, definition });
  assert.deepEqual(toSaveRequest('w', base, structuredClone(content)), always);
});
