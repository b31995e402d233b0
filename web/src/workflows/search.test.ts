import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFiltered, readWorkflowsSearch, toListQuery } from './search.ts';

test('reads what it knows, and leaves out the rest', () => {
  const search = {
    text: 'orders',
    ownership: 'mine',
    state: 'failing',
    trigger: 'trigger.webhook',
    sort: 'name',
    page: 3,
  };
  assert.deepEqual(readWorkflowsSearch({ ...search, other: 1 }), search);
  assert.deepEqual(
    readWorkflowsSearch({ text: '', ownership: 'all', state: 7, trigger: 'x', sort: 'updated', page: '1' }),
    {},
  );
  assert.deepEqual(readWorkflowsSearch({ text: 4711, page: '2' }), { text: '4711', page: 2 });
  for (const page of [-1, 0, 1.5, 'x', 1e9]) assert.deepEqual(readWorkflowsSearch({ page }), {});
});

test('asks for the rows of the page', () => {
  assert.deepEqual(toListQuery({}), { skip: 0, limit: 50 });
  assert.deepEqual(toListQuery({ text: 'a', page: 3 }), { text: 'a', skip: 100, limit: 50 });
});

test('knows whether anything is left out', () => {
  assert.equal(isFiltered({ sort: 'name', page: 2 }), false);
  assert.equal(isFiltered({ state: 'draft' }), true);
});
