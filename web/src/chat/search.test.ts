import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChatSearch } from './search.ts';

const ID = '0142cd94-de3a-86fc-ba3b-c29ec338a516';

test('the address of a chat is read, and what it does not know is left out', () => {
  const search = { text: 'rain', assistant: ID, model: 'small' };
  assert.deepEqual(readChatSearch({ ...search, other: 1 }), search);
  assert.deepEqual(readChatSearch({ text: 2026, assistant: 'x', model: {} }), { text: '2026' });
  assert.deepEqual(readChatSearch({ text: '' }), {});
  assert.equal(readChatSearch({ text: 'x'.repeat(100) }).text?.length, 80);
});
