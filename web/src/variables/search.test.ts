import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVariablesSearch, withoutVariable } from './search.ts';

const id = '0197d1aa-0000-7000-8000-00000000000a';

test('the address says what is listed and what is open', () => {
  const search = { text: 'shop', owner: id, page: 2, variable: id };
  assert.deepEqual(readVariablesSearch(search), search);
  assert.deepEqual(readVariablesSearch({ text: 5, owner: 'me', variable: 'new' }), {
    text: '5',
    owner: 'me',
    variable: 'new',
  });
  assert.deepEqual(withoutVariable(search), { text: 'shop', owner: id, page: 2 });
});

test('what makes no sense in the address is ignored', () => {
  assert.deepEqual(readVariablesSearch({ text: '', owner: 'you', page: 1, variable: 'x' }), {});
  assert.deepEqual(readVariablesSearch({ text: {}, owner: 7, page: 'two', variable: null }), {});
});
