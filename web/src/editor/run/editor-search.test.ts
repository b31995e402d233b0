import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEditorSearch } from './editor-search.ts';

test('an address names a run and a step, and nothing else', () => {
  assert.deepEqual(readEditorSearch({ run: 'r', step: 'call', other: 1 }), { run: 'r', step: 'call' });
  assert.deepEqual(readEditorSearch({ run: '', step: 7 }), {});
});
