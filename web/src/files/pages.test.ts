import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagesOf } from './pages.ts';

test('places are on pages', () => {
  assert.deepEqual(pagesOf(0, 30, 100), [0]);
  assert.deepEqual(pagesOf(95, 105, 100), [0, 1]);
  assert.deepEqual(pagesOf(100, 200, 100), [1]);
  assert.deepEqual(pagesOf(-20, 5, 100), [0]);
  assert.deepEqual(pagesOf(-20, -5, 100), []);
  assert.deepEqual(pagesOf(7, 7, 100), []);
});
