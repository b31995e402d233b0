import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPeople } from './people.ts';

test('people are read from a list and from a text', () => {
  assert.deepEqual(readPeople(['a@example.org', '']), ['a@example.org']);
  assert.deepEqual(readPeople('a@example.org, b@example.org,'), ['a@example.org', 'b@example.org']);
  assert.deepEqual(readPeople(undefined), []);
});
