import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsToRead } from './named-steps.ts';

test('only the steps that the params or the loops around name are read', () => {
  const definition = {
    nodes: [
      { id: 'search', type: 'http.request' },
      { id: 'rows', type: 'loop', params: { items: 'steps.search.output.body' } },
    ],
    edges: [],
  };
  const step = (id: string) => ({ id, certain: true, depth: 0 });
  const scope = { loops: ['rows'], steps: [step('search'), step('other'), step('before')] };
  const params = { url: "https://x/{{ steps['before'].output }}", body: { a: ['{{ loop.item }}'] } };
  assert.deepEqual([...stepsToRead(definition, scope, params)], ['search', 'before']);
});
