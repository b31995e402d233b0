import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterAssistants, readAssistantsSearch } from './search.ts';

test('the address is read, and what it does not know is left out', () => {
  assert.deepEqual(readAssistantsSearch({ text: 'weaver', page: 2 }), { text: 'weaver' });
  assert.deepEqual(readAssistantsSearch({ text: ['x'] }), {});
});

test('assistants are found by all words of a search', () => {
  const assistants = [
    { name: 'Weaver', description: 'Knows looms' },
    { name: 'Writer', description: 'Knows words' },
  ];
  const names = (text: string) => filterAssistants(assistants, text).map(({ name }) => name);
  assert.deepEqual(names(''), ['Weaver', 'Writer']);
  assert.deepEqual(names('KNOWS w'), ['Weaver', 'Writer']);
  assert.deepEqual(names('loom weaver'), ['Weaver']);
  assert.deepEqual(names('nothing'), []);
});
