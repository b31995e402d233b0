import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readApprovalsSearch, toInboxFilters } from './search.ts';

suite('the address of the approvals', () => {
  test('has the state and the text, and nothing that is not known', () => {
    assert.deepEqual(readApprovalsSearch({ state: 'decided', text: 4711, page: 3 }), {
      state: 'decided',
      text: '4711',
    });
    assert.deepEqual(readApprovalsSearch({ state: 'waiting', text: '  ' }), {});
    assert.deepEqual(readApprovalsSearch({ state: ['decided'], text: {} }), {});
    assert.equal(readApprovalsSearch({ text: 'x'.repeat(500) }).text?.length, 200);
  });

  test('becomes the request of the list', () => {
    assert.deepEqual(toInboxFilters({}), { state: 'waiting' });
    assert.deepEqual(toInboxFilters({ state: 'decided', text: ' pay ' }), { state: 'decided', text: 'pay' });
  });
});
