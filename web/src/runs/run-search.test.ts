import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRunSearch, toRowFilter } from './run-search.ts';

test('an address keeps what it can mean, and loses the rest', () => {
  const whole = { view: 'canvas', step: 'call 1', failed: true, types: ['loop'], find: 'x' };
  assert.deepEqual(readRunSearch(whole), whole);
  assert.deepEqual(readRunSearch({ view: 'timeline', step: 7, failed: 'yes', types: [1], find: '', other: 1 }), {});
});

test('filters come from the address', () => {
  assert.deepEqual(toRowFilter({}), { failedOnly: false, types: new Set(), text: '' });
  assert.deepEqual(toRowFilter({ failed: true, types: ['loop'], find: 'x' }), {
    failedOnly: true,
    types: new Set(['loop']),
    text: 'x',
  });
});
